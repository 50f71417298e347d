import type { ResourcePagesMessages } from '../en/resourcePages.ts'

/** What lists, forms and reports say, in Spanish. */
export const resourcePages: ResourcePagesMessages = {
  networkError: 'Error de red',
  token: { copy: 'Copiar', copied: 'Éxito: token copiado', addressCopied: 'Éxito: dirección copiada', notCopied: 'El navegador no permitió copiar; marque el texto y cópielo a mano.', qr: 'Código QR de la dirección de seguimiento' },
  list: {
    nothingFound: 'Nada coincide con estos filtros.', retry: 'Intentar de nuevo', selected: '%{smart_count} seleccionado |||| %{smart_count} seleccionados',
    missing: 'Falta: %{fields}', unselect: 'Quitar la selección', rowsOfPage: 'Filas %{from} a %{to} de %{total}',
  },
  empty: { title: 'Todavía no hay %{names}', create: 'Cree el primer registro.', wait: 'Aparecen aquí en cuanto existan.' },
  filters: {
    open: 'Filtros', title: 'Filtros', clear: 'Quitar filtros', remove: 'Quitar el filtro %{name}', isEmpty: 'vacío', includeEmpty: 'También los que no tienen valor',
    onlyEmpty: 'Solo los que no tienen valor', from: 'Desde', to: 'Hasta', any: 'Cualquiera', more: 'Más filtros', contains: 'contiene', done: 'Listo',
  },
  savedFilters: { title: 'Filtros guardados', none: 'Nada guardado todavía. Defina filtros y orden y guárdelos con un nombre.', name: 'Nombre', remove: 'Quitar %{name}' },
  form: {
    chooseTypeFirst: 'Elija primero el tipo', withoutKey: 'Sin clave nada se paga automáticamente: los asientos esperan hasta que haya una.', stay: 'Quedarse', leave: 'Salir sin guardar', leaveTitle: '¿Salir de la página?', holdsFromToday: 'El cambio vale a partir de hoy.', readOnly: 'No se puede cambiar', problems: 'Corrija %{smart_count} campo: |||| Corrija %{smart_count} campos:',
    saved: 'Guardado: %{record}', created: 'Creado: %{record}', createdWithToken: 'Creado: %{record}. Token: %{token}', back: 'Volver a la lista', addRow: 'Añadir fila', removeRow: 'Quitar la fila %{row}', noRows: 'Ninguna fila todavía',
    changedAt: 'cambiado el %{moment} UTC', unsaved: 'Lo que escribió no está guardado.', missing: 'Este registro no existe, o usted no puede verlo.', history: 'Historial', newRecord: 'Crear: %{name}',
    duplicate: 'Otro registro ya tiene este valor:', show: 'Mostrar', noWriting: 'Puede leer este registro, pero no cambiarlo.', dayPattern: 'DD/MM/AAAA', since: 'desde %{day}',
  },
  password: { rules: 'Lo que necesita la contraseña', missing: 'Falta', met: 'Cumplido', keep: 'Déjela vacía para mantener la contraseña actual' },
  reference: { none: 'Nada encontrado', loading: 'Buscando…', open: 'Abrir', close: 'Cerrar', clear: 'Limpiar' },
  expression: {
    place: 'Aquí:', sample: 'Valores de ejemplo', result: 'Resultado', words: 'Palabras que se pueden usar', empty: 'Escriba una fórmula', suggestion: '¿Quiso decir %{word}?', levels: 'Niveles superiores e inferiores', reset: 'Fórmula estándar',
    problems: {
      empty: 'Escriba una fórmula', too_long: 'La fórmula es demasiado larga', unexpected_character: 'Este carácter no se puede usar', invalid_number: 'Esto no es un número', unknown_word: 'La palabra %{word} es desconocida',
      unknown_function: 'La función %{word} es desconocida', missing_operand: 'Falta un valor aquí', missing_operator: 'Falta un operador aquí', remainder: 'El signo % significa por ciento y va después de un valor',
      unclosed_parenthesis: 'Este paréntesis no está cerrado', unopened_parenthesis: 'Este paréntesis no fue abierto', unexpected_comma: 'La coma solo separa los valores de una función',
      unexpected_colon: 'Un : sin su ?', missing_otherwise: 'Un ? necesita : y otro valor', function_arguments: 'La función recibe otro número de valores', chained_comparison: 'Compare dos valores a la vez',
      comparison_as_amount: 'Una comparación no es un importe; escriba condición ? importe : otro importe', exponent: 'El exponente debe ser un número entero de -20 a 20', too_deep: 'Demasiados paréntesis unos dentro de otros',
      too_large: 'El resultado podría ser demasiado grande', syntax: 'La fórmula no se puede leer aquí', division_by_zero: 'División por cero con estos valores', missing_value: 'Falta el valor de %{word}',
    },
  },
  guard: {
    title: 'Confirme con el autenticador', text: 'Esto está protegido. Escriba el código que su aplicación muestra ahora. Lo que rellenó se conserva.',
    passwordTitle: 'Confirme con su contraseña', passwordText: 'Está cambiando su propio acceso. Escriba su contraseña actual; lo que rellenó se conserva.',
  },
  stale: {
    title: 'Alguien cambió este registro mientras tanto', text: 'Lo que está guardado ahora difiere de lo que usted abrió:', by: 'Cambiado por %{name}, %{at}', field: 'Campo', opened: 'Cuando lo abrió', stored: 'Guardado ahora', mine: 'El suyo',
    reload: 'Descartar lo mío y recargar', takeOver: 'Mantener mis cambios', none: 'Nada de lo que usted ve cambió.', close: 'Seguir editando',
  },
  draft: { restored: 'Su sesión terminó antes de guardar. Lo que había escrito está de vuelta, aún sin guardar.', typeAgain: 'Escriba de nuevo: %{fields}.', discard: 'Descartar' },
  remove: { title: '¿Eliminar %{name}?', text: 'No se puede deshacer. El registro de actividad guarda lo que era.', bulkTitle: '¿Eliminar %{smart_count} registro? |||| ¿Eliminar %{smart_count} registros?', done: 'Exclusión realizada: %{record}', bulkDone: 'Exclusión realizada: %{smart_count} de %{resource} |||| Exclusión realizada: %{smart_count} de %{resource}', bulkFailed: 'Error al excluir: %{smart_count} rechazado y aún seleccionado |||| Error al excluir: %{smart_count} rechazados y aún seleccionados' },
  failed: { create: 'Error al crear %{record}: %{reason}', update: 'Error al cambiar %{record}: %{reason}', exclude: 'Error al excluir %{record}: %{reason}', payment: 'Error al efectuar el pago: %{reason}', run: '%{action}, %{record}: %{reason}' },
  actions: {
    run: 'Aplicar', cancel: 'Cancelar', close: 'Cerrar', done: '%{action}: %{smart_count} cambiado |||| %{action}: %{smart_count} cambiados', doneOne: '%{action}: %{record}', refused: '%{smart_count} rechazado y aún seleccionado: |||| %{smart_count} rechazados y aún seleccionados:', running: 'Procesando…',
    willChange: 'Se cambiará %{smart_count} |||| Se cambiarán %{smart_count}', willRefuse: 'Se rechazará %{smart_count}: |||| Se rechazarán %{smart_count}:', undo: 'Deshacer', undone: 'Deshecho: cada uno vuelve a estar como estaba.',
    records: 'Para %{smart_count} registro |||| Para %{smart_count} registros',
  },
  export: {
    title: 'Exportar', rows: '%{smart_count} fila, todo lo que coincide |||| %{smart_count} filas, todo lo que coincide', csv: 'CSV', xlsx: 'Excel (.xlsx)', start: 'Exportar', progress: '%{done} de %{total}', writing: 'Escribiendo la hoja de cálculo…', cancel: 'Cancelar',
    failed: 'La exportación se detuvo: %{reason}', filters: 'Filtros', format: 'Formato', sheet: 'Datos', criteria: 'Criterios', done: 'El archivo está en sus descargas.', yes: 'sí', no: 'no', search: 'Búsqueda', columnKeys: 'Columnas y sus claves', allColumns: 'Todas las columnas', shownColumns: 'Solo las columnas visibles', received: '%{size} MB hasta ahora', id: 'id',
  },
  report: {
    inOne: 'Todo en una moneda', eachInItsOwn: 'Cada importe en la suya', rate: '1 %{from} = %{rate} %{to} desde %{day} (%{source})',
    direct: '%{name} (directo)', views: 'Vistas guardadas', noViews: 'Aún no hay nada guardado. Elija período, filtros y columnas y guárdelos con un nombre.', compare: 'Comparar con el período anterior', dontCompare: 'Dejar de comparar', comparedWith: 'Comparado con %{from} – %{to}',
    from: 'Desde', to: 'Hasta', period: 'Período', apply: 'Mostrar', total: 'Total', general: 'General', rows: '%{smart_count} fila |||| %{smart_count} filas', zone: 'Días en %{zone}', upTo: 'Contado hasta %{moment}', notYet: 'Todavía no se contó nada',
    tooLong: 'El período debe ser menor que un mes: el último día puede ser %{day}', beginsAfterEnd: 'El primer día no puede ser posterior al último', invalidDay: 'Elija los dos días', columns: 'Columnas', chart: 'Gráfico',
    hideChart: 'Ocultar el gráfico', token: 'Su clave', tokenLead: 'Escriba la clave de acceso de un afiliado o socio para ver sus números, o entre.', tokenPartner: 'Clave de acceso de socio', tokenAffiliate: 'Clave de acceso de afiliado', signIn: 'Entrar', show: 'Mostrar',
    open: 'Abrir %{name}', close: 'Cerrar %{name}', view: 'Vista', structural: 'Estructural', flat: 'Lista', empty: 'Ninguna actividad en este período.', others: 'Otros', notDrawn: 'Los %{shown} mayores; el otro suma %{value} |||| Los %{shown} mayores; los otros %{smart_count} suman %{value}', loading: 'Contando…', none: 'Ninguno', forgetToken: 'Otra clave',
    noValue: 'Sin %{name}', product: 'Producto', perRow: 'Por %{name}', sortBy: 'Ordenar por %{name}', allShown: 'Todos', filters: 'Filtros', criteria: 'Criterios', generated: 'Hecho a las',
    explain: 'Cómo se llegó a esto: %{name}, %{value}', explainOpen: 'Abra la fila: dentro se ve quién lo ganó.', explainMore: 'Y %{smart_count} más, menor |||| Y %{smart_count} más, menores', explainNone: 'Todavía no hay asientos en estos días. El cierre diario los escribe.',
    explainPart: 'Un asiento es de un día entero, con todos los enlaces y marcas. Esta fila tiene %{value} de él.', back: 'Volver', chartOf: '%{measure} por %{by}', printedRows: 'Estas son las primeras %{shown} de %{all} filas; el total es de todas. El archivo exportado las tiene todas.', thisPeriod: 'Este período', periodBefore: 'Período anterior', otherReports: 'Otros informes',
  },
  entries: {
    adjust: 'Nuevo ajuste', adjustLead: 'Elija un afiliado o un socio. Solo cuenta cuando otra persona lo aprueba.', isAdvance: 'Anticipo: se descuenta una vez pagado', file: 'Archivo', askApproval: 'Pedir aprobación', adjusted: 'Escrito; espera a otra persona',
    approve: 'Aprobar', approveTitle: '¿Aprobar %{value}?', approved: 'Aprobado; ya se puede pagar', decline: 'Rechazar', declineTitle: '¿Rechazar %{value}?', declined: 'Rechazado', whyNot: 'Por qué no', writtenBy: 'Escrito por %{name}: %{reason}', approvedBy: 'Aprobado por %{name}.',
    pay: 'Pago manual', payTitle: 'Pago manual de %{value} a %{name}', payLead: 'Asiento del %{day}', payTo: 'A: %{names}', payToMore: '%{names} y %{smart_count} más', paidAt: 'Pagado el', reference: 'Referencia', note: 'Nota', confirm: 'Confirmar el pago', paid: 'Pago manual realizado', paidTo: 'Pago manual realizado: %{value} a %{name}', explain: 'Explicar', lines: 'Líneas', attempts: 'Intentos de pago',
    events: 'Eventos del día',
    fromStart: 'desde el principio', accumulated: 'Acumulado desde %{day}.', toDayBefore: 'Hasta el día anterior', toDay: 'Hasta este día', earned: 'Ganado', rounding: 'Redondeado a centavos: %{earned} − %{before} = %{amount}',
    notReproduced: 'La regla fue reemplazada el día en que empezó; el importe queda como se calculó entonces.', triggerMet: 'Disparador: %{condition}, %{operation} = %{actual}, se alcanza %{comparison}', triggerNotMet: 'Disparador: %{condition}, %{operation} = %{actual}, no se alcanza %{comparison}: no se gana nada',
    openingBalance: 'Traído de antes: %{balance}, junto %{result}', negative: '%{amount} es negativo: no se gana nada, %{carried} pasa adelante', adjusts: 'Corrige el asiento %{entry} de %{day} (%{value}):', adjustedBy: 'Corregido por el asiento %{entry} de %{day} (%{value}):', 
    event: 'Evento', count: 'Cantidad', below: 'El día de quienes están debajo', belowHidden: 'Otros', players: 'El jugador que se calificó |||| Los %{smart_count} jugadores que se calificaron', reasons: { late_activity: 'actividad que llegó después', payment_returned: 'el pago fue devuelto', advance_taken_back: 'el anticipo se pagó y se descuenta' }, noLines: 'Ninguna línea', noAttempts: 'Todavía sin intento', product: 'Producto', base: 'Base', rate: 'Tasa', rule: 'Versión de la regla', amount: 'Importe', open: 'Abrir el asiento', close: 'Cerrar el asiento', steps: 'Cómo se llegó a esto', onlyManual: 'Solo asientos pendientes cuyo tipo de pago es manual',
  },
  ruleProblems: {
    division_by_zero: 'La fórmula divide entre cero en este día', too_large: 'El importe es demasiado grande para serlo: revise las tasas y la fórmula', missing_value: 'Falta un valor que la fórmula usa',
    invalid_expression: 'La fórmula no se puede leer', rule_without_result: 'La recompensa no se pudo calcular: revise sus tramos y su condición',
    rule_of_another_currency: 'Los importes de esta regla están en otra moneda que la actividad: indique una regla en esa moneda',
  },
  noBrands: {
    own: 'No tiene ninguna marca permitida: por eso aquí no aparece nada. Pida a quien administra los usuarios que le permita marcas.',
    form: 'Sin marcas permitidas esta persona no ve afiliados, asientos ni cifras en ninguna página. Elija al menos una marca.',
  },
  log: {
    objectNamed: '%{object} %{name} (#%{id})', ofThis: 'Registro de cambios', sentence: '%{actor}: %{operation} %{object}', open: 'Mostrar la diferencia', close: 'Ocultar la diferencia', field: 'Campo', before: 'Antes', after: 'Después', nothing: 'Ningún campo cambió', goTo: 'Abrir el registro',
    objects: { download: 'archivo de informe' },
    redact: 'Suprimir datos', redactTitle: '¿Suprimir datos de esta línea?', redactValues: 'Qué se quita', reason: 'Motivo', redactDone: 'Datos suprimidos',
    redactText: 'Los valores elegidos se quitan de la línea para siempre y nadie puede recuperarlos. La línea queda y sigue probada; el registro dice quién quitó qué y por qué.',
    reasonHelp: 'Queda en el registro para siempre: no escriba datos personales aquí',
    redacted: 'Suprimido',
    operations: { redact: 'suprimió datos de', fillDemoData: 'llenó con datos de demostración', changePassword: 'cambió su propia contraseña de', makeFile: 'hizo', downloadFile: 'descargó', uploadFeed: 'subió un archivo de actividad para', importFeed: 'importó un archivo de actividad para', removeFeed: 'eliminó un archivo de actividad de', runJob: 'ejecutó la tarea', create: 'creó', update: 'cambió', remove: 'eliminó', signIn: 'entró', signOut: 'salió', createAccessKey: 'creó una clave de acceso para', endAccessKey: 'terminó una clave de acceso de', createIngestKey: 'creó una clave de recepción para', revokeIngestKey: 'revocó una clave de recepción de', confirmManualPayment: 'confirmó el pago manual de', unlockTwoStep: 'desbloqueó el segundo paso de', check: 'revisó', lock: 'bloqueó', reopen: 'abrió de nuevo', adjust: 'ajustó', approve: 'aprobó', complete: 'completó', move: 'cambió el estado de', withdraw: 'retiró', reattribute: 'atribuyó de nuevo', revokeSession: 'cerró una sesión', endSession: 'cerró una sesión de', endSessions: 'cerró todas las sesiones de', endReusedSession: 'sesión cerrada porque el token se usó dos veces', createRootUser: 'creó el usuario root' }, from: 'desde %{address}', batch: 'Todo de este lote', ofObject: 'Todo de este registro',
  },
}
