import type { PanelsMessages } from '../en/panels.ts'

/** What panels beside a form, the account page, the search palette and the partner hierarchy say, in Spanish. */
export const panels: PanelsMessages = {
  twoStep: {
    title: 'Verificación en dos pasos',
    on: 'Activa: al entrar se pide un código del autenticador.', off: 'Desactivada', locked: 'Bloqueada tras demasiados códigos erróneos. Un usuario root puede desbloquearla.',
    lead: 'Lea la imagen con una aplicación de autenticación en el móvil y confírmela con el código que muestra.',
    setUp: 'Configurar', qr: 'Código QR para la aplicación de autenticación', secret: '¿No puede leerlo? Escriba esta clave en la aplicación:', haveRead: 'Ya lo he leído',
    code: 'Código', codeHelp: 'Los 6 dígitos que muestra la aplicación', confirm: 'Confirmar', confirmed: 'La verificación en dos pasos está activa', others: 'El código QR se muestra solo al propio usuario.',
    lost: '¿Perdió el móvil? Un usuario root puede desbloquear la cuenta; después se configura de nuevo.',
    copied: 'Éxito: clave copiada', unlock: 'Desbloquear MFA', unlockTitle: '¿Desbloquear el MFA de %{name}?', unlockText: 'Se quitan el bloqueo y el autenticador. La próxima vez basta la contraseña para entrar; después se puede configurar un autenticador nuevo.', unlocked: 'Usuario desbloqueado: %{name}',
    unlockTextPartner: 'El bloqueo y el autenticador se borran. La próxima entrada con una clave configura uno nuevo si la empresa lo exige.',
    unlockedPartner: 'Socio desbloqueado: %{name}',
    failed: 'No se pudo leer el estado de la verificación en dos pasos.',
  },
  userSessions: {
    lead: 'Dónde está conectada esta persona. Una sesión cerrada deja de valer al instante.', none: 'No está conectada en ningún lugar.', withCode: 'con código', withoutCode: 'sin código',
    endAll: 'Cerrar todas las sesiones', endAllTitle: '¿Cerrar todas las sesiones de %{name}?', endTitle: '¿Cerrar esta sesión de %{name}?', endText: 'Lo que se escribió allí y no se guardó se pierde para esta persona en ese dispositivo.', endedAll: 'Todas las sesiones cerradas: %{name}',
  },
  accessKeys: {
    title: 'Claves de acceso', leadAffiliate: 'Una clave abre los informes públicos de este afiliado sin contraseña. El código de sus enlaces no abre nada.', leadPartner: 'Una clave abre los informes públicos de este socio y le da entrada. El código del socio no abre nada.',
    make: 'Crear una clave', label: 'Etiqueta', labelHelp: 'Quién la recibe o para qué sirve', lastDay: 'Último día', lastDayHelp: 'Vacío: hasta que se termine', expires: 'termina el %{moment}', expired: 'vencida desde el %{moment}', isOver: 'Vencida', ended: 'Clave terminada: %{name}',
    rotate: 'Renovar', rotateTitle: '¿Renovar la clave %{label}?', rotateText: 'Se crea una clave nueva, que se muestra una vez. La anterior ya no abre nada y sus sesiones terminan.',
    end: 'Terminar', endTitle: '¿Terminar la clave %{label}?', endText: 'Desde ahora no abre nada y sus sesiones terminan. No se puede deshacer.',
  },
  account: {
    changePassword: 'Cambiar la contraseña', changePasswordLead: 'Sus otras sesiones se cierran; esta sigue abierta.', currentPassword: 'Contraseña actual', newPassword: 'Nueva contraseña', passwordConfirmation: 'Nueva contraseña otra vez', passwordChanged: 'Contraseña cambiada. Sus otras sesiones se cerraron.',
    title: 'Mi cuenta', open: 'Mi cuenta', who: 'Persona', allRights: 'Root: todo', noRights: 'Todavía sin permisos. Quien gestiona los usuarios puede concederlos.',
    languageHelp: 'Se guarda con su usuario, en cualquier dispositivo.', partner: 'Ha entrado con una clave de acceso de socio',
    sessions: 'Sesiones abiertas', sessionsLead: 'Dónde tiene la sesión abierta. Cierre lo que no reconozca y cambie la contraseña.', address: 'Dirección', signedIn: 'Entrada', lastSeen: 'Último uso',
    current: 'Esta', end: 'Cerrar', endNamed: 'Cerrar la sesión en %{device}, %{address}', endOthers: 'Cerrar todas las demás', ended: 'Sesión cerrada: %{name}', endedOthers: 'Se han cerrado todas las demás sesiones', unknownDevice: 'Dispositivo desconocido', on: '%{browser} en %{system}',
    failed: 'No se pudieron leer las sesiones.',
  },
  history: {
    title: 'Historial', lead: 'Qué valía en qué días. Los asientos se explican con la versión que valía en su día.', sinceDay: 'Desde %{day}', until: 'Hasta %{day}', range: '%{from} a %{to}',
    today: 'Vale ahora', version: 'Versión', one: 'Nada ha cambiado desde el principio.', failed: 'No se pudo leer el historial.', always: 'Siempre', 
  },
  period: {
    title: 'Lista de revisión', lead: 'Quien revisa firma cuánto suma el período; otra persona lo bloquea. Lo que llegue después se asienta en el período abierto.', inOrder: 'En orden', required: 'Necesario para revisar',
    items: {
      days_never_closed: 'Días con movimiento que nunca se cerraron', days_changed: 'Días que cambiaron desde su cierre', stopped_owners: 'Titulares cuyo asiento se detuvo', awaiting_adjustments: 'Ajustes que esperan aprobación',
      unattributed_events: 'Eventos que no son de nadie', failed_jobs: 'Tareas cuya última ejecución falló', negative_balances: 'Titulares que deben', missing_rates: 'Días sin tipo de cambio',
    },
    totals: 'Totales de control', totalsSigned: 'Totales de control, como se firmaron', total: 'Total', entries: 'Asientos', commission: 'Comisión', adjustments: 'Ajustes', advances: 'Anticipos', nothing: 'Nada se movió en estos días.',
    bridge: 'Lo que llegó después', bridgeLine: '%{before} pasó a %{after}: %{difference} se asentó en días posteriores', causes: { late_activity: 'Actividad tardía' },
    signed: 'Firmado como %{digest}', holds: 'Lo que se firmó es lo que hay.', changed: 'Los días suman otros importes ahora.',
    check: 'Revisar', lock: 'Bloquear', reopen: 'Abrir de nuevo', checked: 'Período revisado', locked: 'Período bloqueado', reopened: 'Período abierto de nuevo',
    checkTitle: '¿Revisar este período?', checkText: 'Usted firma los totales de control como están ahora. Quedan en el registro.', acceptText: 'Esto no está en orden. Lo que marque se firma de todos modos:',
    lockTitle: '¿Bloquear este período?', lockText: 'Sus asientos quedan como están desde ahora. Lo que llegue después se asienta en el período abierto.', reopenTitle: '¿Abrir de nuevo este período?', reopenText: 'Sus asientos vuelven a seguir la actividad tardía. Lo que se asentó después queda.', reason: 'Por qué',
    more: 'y %{count} más',
  },
  statement: {
    title: 'Extracto', lead: 'Lo que se debía, lo que entró y salió, y lo que se debe. En una moneda.', currency: 'Moneda', only: 'La única', show: 'Mostrar',
    opening: 'Debido antes', closing: 'Debido después', earned: 'Ganado', adjusted: 'Ajustado', paid: 'Pagado',
  },
  levels: {
    title: 'Niveles superior e inferior', lead: 'Con los valores de ejemplo de la fórmula; value de un nivel es lo que ganó el nivel superior.', level: 'Nivel %{level}', result: 'Resultado', this: 'Este nivel', none: 'No hay otros niveles.', unknown: 'Sin resultado', 
  },
  duplicates: { exists: 'Otro registro, que usted no puede ver, ya tiene este valor.' },
  search: {
    open: 'Buscar', shortcut: 'Ctrl+K', title: 'Buscar', placeholder: 'Nombre, token, CPF, página…', hint: 'Escriba al menos 2 caracteres.', recent: 'Recientes', pages: 'Páginas', reports: 'Informes', nothing: 'No se encontró nada para «%{text}».', searching: 'Buscando…',
    failed: 'La búsqueda no respondió.', results: '%{smart_count} resultado |||| %{smart_count} resultados', more: 'Más: abrir la lista con esta búsqueda', keys: 'Las flechas eligen, Intro abre, Esc cierra', close: 'Cerrar', forget: 'Olvidar los recientes', new: 'Crear: %{name}',
  },
  hierarchy: {
    title: 'Jerarquía de socios', lead: 'Tres niveles, con los afiliados y las submarcas que dependen de cada socio.', open: 'Jerarquía de socios', place: 'Lugar en la jerarquía', empty: 'Todavía no hay socios.', emptyText: 'Cree primero un socio de nivel 1; los demás dependen de él.',
    failed: 'No se pudo leer la jerarquía.', actions: 'Acciones', expand: 'Mostrar lo que depende de %{name}', collapse: 'Ocultar lo que depende de %{name}',
    expandAll: 'Abrir todo', collapseAll: 'Cerrar todo', edit: 'Cambiar', editNamed: 'Cambiar %{name}', withoutPartner: 'Afiliados sin socio', moreAffiliates: 'Mostrar más (%{shown} de %{total})', editPartner: 'Cambiar el lugar y los porcentajes de %{name}',
    moveAffiliate: 'Mover %{name}', parentHelp: 'Un socio de nivel %{level}, directamente por encima.', newPartnerHelp: 'Vacío: no depende de nadie.', fromToday: 'Vale desde hoy; los días anteriores conservan lo que valía entonces.', save: 'Guardar', cancel: 'Cancelar',
    saved: 'Guardado: %{name}. Vale desde hoy.', level: 'Nivel %{level}', keys: 'Las flechas recorren las filas; la derecha abre la fila y va a sus botones, la izquierda vuelve.', loading: 'Cargando…', filter: 'Buscar en la jerarquía', filtered: '%{smart_count} encontrado |||| %{smart_count} encontrados', add: 'Nuevo socio', list: 'Socios',
    below: '%{smart_count} socio por debajo |||| %{smart_count} socios por debajo', stale: 'Alguien cambió esto mientras tanto. Se ha leído de nuevo; inténtelo otra vez.',
  },
}
