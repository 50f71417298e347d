import type { MoneyPagesMessages } from '../en/moneyPages.ts'

/** What the pages about money and activity say, in Spanish. */
export const moneyPages: MoneyPagesMessages = {
  partial: 'Usted ve la parte de las marcas con las que trabaja; otras marcas forman el resto. Debe pagar alguien que las vea todas.',
  pager: { first: 'Primera página', previous: 'Página anterior', next: 'Página siguiente', last: 'Última página' },
  reasons: {
    unreachable: 'No se pudo alcanzar la pasarela', timeOut: 'La pasarela no respondió a tiempo', tooLong: 'La respuesta de la pasarela es demasiado larga', busy: 'La pasarela está sobrecargada', noState: 'La pasarela respondió %{status} sin el estado de este pago',
    noReason: 'La pasarela no dio motivo', oddAnswer: 'La pasarela respondió a un envío con %{answer}', neverReceived: 'La pasarela nunca lo recibió', statementRejected: 'El extracto dice que fue rechazado', statementReturned: 'El extracto dice que fue devuelto',
  },
  attempts: {
    sent: 'Enviado a la pasarela', sentAgain: 'Enviado otra vez a la pasarela (intento %{tries})', accepted: 'Aceptado por la pasarela; el resultado llega después', settled: 'Liquidado', byHand: 'Pagado a mano', returned: 'Devuelto: %{reason}',
    refusedForNow: 'Rechazado por ahora: %{reason} (intento %{tries})', refusedAfter: 'Rechazado tras %{tries} intentos: %{reason}', refused: 'Rechazado: %{reason}', unknown: 'Resultado desconocido: %{reason}', absent: 'La pasarela nunca lo recibió; se envía otra vez',
    contradiction: 'La pasarela dice %{said}, pero el pago está %{state}: compárelo con el extracto de la pasarela', otherAmount: 'La pasarela dice %{said} de %{amount}, pero se enviaron %{value}: compárelo con el extracto de la pasarela',
  },
  keys: {
    title: 'Entrada de actividad', lead: 'Con una clave de recepción la plataforma de la marca envía aquí sus eventos. Quien tiene la clave puede enviar: no la dé a nadie más.', empty: 'Aún no hay clave.', make: 'Crear una clave', once: 'Copie la clave ahora: se muestra solo esta vez y no puede leerse de nuevo.', copy: 'Copiar la clave', copied: 'Clave copiada',
    since: 'creada el %{moment}', used: 'usada por última vez el %{moment}', unused: 'nunca usada', revoked: 'Revocada', revokedAt: 'revocada el %{moment}', revoke: 'Revocar', revokeTitle: '¿Revocar la clave …%{hint}?', revokeText: 'Quien envía con ella es rechazado desde ahora. No puede deshacerse; cree antes una clave nueva.', revokedNow: 'Clave revocada: %{name}',
  },
  payments: {
    title: 'Pago por afiliado', lead: 'A quién se le debe algo, y por qué aún no se pagó.', all: 'Todos los pagos', empty: 'No se debe nada a nadie. Los asientos aparecen aquí después del cierre diario.',
    owner: 'Titular', kind: 'Tipo de titular', pending: 'Pendiente', minimum: 'Pago mínimo', status: 'Situación', entries: '%{smart_count} asiento |||| %{smart_count} asientos',
    statuses: {
      awaiting_approval: 'Espera aprobación', failed: 'Falló', unknown: 'Sin respuesta', key_missing: 'Sin clave', incomplete: 'Incompleto', held: 'Retenido', in_flight: 'En curso',
      payable: 'Por pagar', below_minimum: 'Bajo el mínimo', negative: 'Nada por pagar', manual: 'Por pagar a mano',
    },
    why: {
      awaiting_approval: '%{value}, pedido por %{name}: otra persona debe aprobarlo.', failed: '%{at}: %{reason}', unknown: 'La pasarela no respondió; se le está consultando. Nada se envía otra vez con otro id.',
      key_missing: 'Falta la clave de pago.', incomplete: 'Complete antes: %{fields}',
      held: 'Hasta %{until}, porque la clave de pago cambió o alguien rechazó un pago.', in_flight: '%{value} enviado; se espera el resultado.', payable: 'Sale en el próximo pago automático.',
      below_minimum: 'El pago mínimo es %{minimum}.', negative: 'Los asientos pendientes suman cero o menos.', manual: 'El tipo de pago es manual.',
    },
    underWay: '%{value} en pago', actions: 'Acciones', openHistory: 'Mostrar los pagos de %{name}', closeHistory: 'Ocultar los pagos de %{name}', history: 'Pagos', noHistory: 'Aún sin pagos.', pendingEntries: 'Asientos pendientes', askedBy: 'pedido por %{name}', approvedBy: 'aprobado por %{name}', referenced: 'referencia %{reference}',
    pay: 'Pagar ahora', payNamed: 'Pagar ahora: %{name}', payTitle: '¿Pagar %{value} a %{name}?', payText: 'El asiento pendiente se envía ahora a la pasarela de pago. |||| Los %{smart_count} asientos pendientes se envían ahora a la pasarela, en un solo pago.',
    belowMinimum: 'Es menos que el pago mínimo de %{minimum}. El pago automático esperaría; puede pagar de todos modos.', needsApproval: 'El importe necesita una segunda persona: se envía cuando otra persona lo apruebe.',
    paid: 'El pago a %{name} está en curso', askedApproval: 'El pago a %{name} espera la aprobación de otra persona', byHand: 'Pagar a mano',
    approve: 'Aprobar', approveTitle: '¿Aprobar %{value} a %{name}?', approveText: 'Pedido por %{name}. Se envía enseguida.', approved: 'Aprobado y enviado: %{value} a %{name}',
    decline: 'Rechazar', declineTitle: '¿Rechazar %{value} a %{name}?', declineText: 'Pedido por %{name}. Los asientos vuelven a pendientes y el pago automático espera 24 horas.', declined: 'Rechazado: %{value} a %{name}; los asientos están pendientes de nuevo', reason: 'Motivo',
  },
  feeds: {
    title: 'Archivos de actividad', lead: 'Actividad en un archivo: primero se comprueba, luego se importa. Mientras tanto puede salir de la página.', chooseBrand: 'Elija la marca de la que es la actividad.', choose: 'Elegir un archivo (.csv, .csv.gz)', check: 'Subir y comprobar', sending: 'Subiendo…',
    format: 'La primera línea nombra las columnas, en cualquier orden: %{columns}. UTF-8, comprimido con gzip o no, hasta 128 MB.', createMissing: 'Crear enlaces y afiliados que faltan', createMissingHelp: 'Los afiliados creados así quedan incompletos: ganan, pero nada se paga antes de completarlos.',
    profile: 'Perfil de recompensa', profileHelp: 'Para afiliados del archivo que no tienen ninguno; vale desde el principio de los tiempos.', empty: 'Aún no se subió ningún archivo de esta marca.', withMissing: 'crea lo que falta', mayLeave: 'Puede salir de esta página; el trabajo sigue.',
    rowsSoFar: '%{rows} línea hasta ahora |||| %{rows} líneas hasta ahora', wouldHappen: 'Lo que haría la importación', happened: 'Lo que hizo la importación', rows: 'Líneas', accepted: 'Eventos nuevos', duplicates: 'Ya conocidos', unattributed: 'De ellos, sin dueño', refused: 'Rechazadas', made: 'Creado', wouldMake: 'Crearía',
    import: 'Importar', begun: 'La importación empezó: %{name}', refusals: 'Líneas rechazadas (CSV)', stop: 'Parar', stopped: 'Parado: %{name}. Lo importado queda.', forget: 'Quitar de la lista',
    states: { receiving: 'Subiendo', waiting: 'En espera', checking: 'Comprobando', checked: 'Comprobado, no importado', importing: 'Importando', imported: 'Importado', failed: 'Falló' },
    problems: {
      missingColumns: 'En la primera línea faltan las columnas %{columns}. Debe nombrar, separadas por comas y en cualquier orden: %{expected}', unknownColumns: 'La primera línea nombra %{columns}, que no es columna de un archivo de actividad. Quítela o cámbiele el nombre por una de estas: %{expected}',
      columnTwice: 'La primera línea nombra la columna %{column} dos veces.', empty: 'El archivo está vacío. La primera línea nombra las columnas: %{expected}', notUtf8: 'El archivo no es UTF-8. Guárdelo como UTF-8 y súbalo otra vez; lo que ya se importó no cuenta dos veces.',
      broken: 'El archivo está comprimido (gzip), pero dañado o cortado. Consígalo otra vez; lo que ya se importó no cuenta dos veces.', openQuote: 'La línea %{line} no puede leerse: una comilla (") se abre y nunca se cierra', strayQuote: 'La línea %{line} no puede leerse: hay una comilla (") donde no puede haberla; dentro de un valor entre comillas, escríbala dos veces',
      tooLarge: 'El archivo descomprimido supera %{max} bytes. Divídalo en varios', tooManyRows: 'El archivo tiene más de %{max} líneas. Divídalo en varios',
      rowTooLong: 'La línea %{line} no puede leerse: es demasiado larga', line: 'La línea %{line} no puede leerse: %{reason}', noProfile: 'El perfil de recompensa “%{name}” no existe. Existen: %{known}.', noProfileYet: 'El perfil de recompensa “%{name}” no existe, y aún no hay ninguno: cree uno primero.',
      givenUp: 'No se pudo procesar el archivo. Inténtelo más tarde o avise a quien cuida este servidor: su registro dice por qué.',
    },
    reasons: {
      not_an_event: 'No es un evento', unknown_property: 'Columna desconocida', missing_event_id: 'Sin event_id', invalid_event_id: 'event_id inválido', invalid_type: 'Tipo desconocido', invalid_moment: 'occurred_at no puede leerse', moment_in_future: 'Demasiado en el futuro', moment_too_early: 'Antes del año 2000', missing_player: 'Sin jugador', invalid_player: 'Jugador inválido',
      invalid_action_token: 'El token del enlace es inválido', missing_product: 'Sin producto', invalid_product: 'Producto desconocido', missing_amount: 'Sin importe', invalid_amount: 'El importe no puede leerse', negative_amount: 'Importe negativo', amount_not_allowed: 'Un importe donde no lo hay', invalid_currency: 'Moneda inválida',
      currency_of_another: 'Moneda distinta de la de la marca', invalid_country: 'País inválido', invalid_state: 'Estado inválido', invalid_city: 'Ciudad inválida', invalid_click_id: 'click_id inválido', unknown_action: 'No existe este enlace', action_of_another_brand: 'El enlace es de otra marca', affiliate_of_another_company: 'El afiliado trabaja para otra empresa',
      wrong_number_of_values: 'Distinto número de valores que de columnas', event_conflict: 'El id existe con otro contenido',
    },
  },
  geolocation: {
    title: 'Acciones por lugar', lead: 'De dónde vinieron los visitantes de los enlaces de seguimiento, y qué hicieron.', by: 'Agrupado por', measure: 'Medida', unknown: 'Desconocido', places: { domain: 'Dominio', country: 'País', state: 'Estado', city: 'Ciudad' },
  },
  jobs: {
    closeDays: 'Cerrar otros días', from: 'Primer día', to: 'Último día', close: 'Cerrar los días',
    closeDaysText: 'Escribe los asientos de estos días, sea lo que sea que ya se haya cerrado. Un día ya cerrado se escribe de nuevo solo donde algo cambió.',
    title: 'Tareas', lead: 'Lo que el producto hace por sí mismo. Cada tarea puede ejecutarse otra vez en cualquier momento, con el mismo resultado que una vez.', lastRun: 'Última ejecución', nextRun: 'Próxima ejecución', never: 'Aún no se ejecutó', runs: 'Ejecuciones recientes', run: 'Ejecutar ahora', asked: '%{name}: empieza enseguida',
    dailyAt: 'cada día a las %{time} del huso del negocio', everySeconds: 'cada segundo |||| cada %{smart_count} segundos', everyMinutes: 'cada minuto |||| cada %{smart_count} minutos', everyHours: 'cada hora |||| cada %{smart_count} horas', since: 'desde %{moment}', took: '%{seconds} s',
    states: { waiting: 'En espera', running: 'En ejecución', done: 'Terminada', failed: 'Falló' },
    names: { dailyClose: 'Cierre diario', closeToday: 'Cierre de hoy', automaticPayments: 'Pagos automáticos', followPayments: 'Seguir pagos', feedImports: 'Archivos de actividad', reattribution: 'Eventos sin dueño', reportFiles: 'Archivos de informes', eventPartitions: 'Lugar para eventos', cleanUp: 'Limpieza' },
    does: {
      dailyClose: 'Escribe los asientos de ayer y de los días que faltaron.', closeToday: 'Escribe los asientos del día en curso, para poder verlos.', automaticPayments: 'Paga a quien se paga automáticamente.',
      followPayments: 'Reenvía lo que toca reenviar y consulta los pagos sin resultado.', feedImports: 'Comprueba e importa los archivos de actividad subidos.', reattribution: 'Atribuye eventos a enlaces creados, jugadores registrados y clics llegados desde entonces.', reportFiles: 'Hace los archivos de informes que se pidieron, o que pide una programación.', eventPartitions: 'Crea por adelantado los meses de la tabla de eventos.', cleanUp: 'Elimina sesiones terminadas, cuentas de intentos fallidos y ejecuciones antiguas.',
    },
    outcomes: {
      nothingMoved: 'Nada cambió desde el último cierre', closedDays: 'Cerrado del %{from} al %{to}, %{count} asientos de afiliados', closed: 'Cerrado %{from}, %{count} asientos de afiliados', entriesLeft: 'Días cerrados por primera vez: %{newDays}; no hubo nada que escribir, %{unchanged} asientos de afiliados y socios quedan como están',
      entriesWritten: 'Días cerrados por primera vez: %{newDays}; asientos de afiliados y socios: %{added} nuevos, %{corrected} corregidos, %{removed} eliminados, %{adjusted} ajustados, %{unchanged} como estaban', stopped: '%{count} asientos se detuvieron: %{problems}', awaitingApproval: 'a la espera de aprobación: %{count}', notPaid: 'no pagados (%{reason}): %{count}', attributed: 'Eventos que ahora tienen dueño: %{count}; aún sin dueño: %{remaining}', refused: '%{message}', givenUp: 'Abandonada: empezó %{tries} veces y nunca terminó', followed: 'Pagos seguidos: %{count}', paid: 'Pagos hechos: %{count}',
      partitions: 'Los eventos tienen lugar hasta %{months} meses después del %{from}', removed: 'Eliminadas %{sessions} sesiones, %{tries} cuentas de intentos, %{answers} respuestas, %{runs} ejecuciones', firstStart: 'El primer inicio; se ejecuta desde su próximo momento',
      files: 'Archivos hechos: %{made}, no hechos: %{failed}', uploads: 'Archivos procesados: %{count}', failed: 'Falló; el registro del servidor dice por qué, en la ejecución %{run}',
    },
  },
  unattributed: {
    title: 'Eventos sin dueño', lead: 'Actividad que no pudo atribuirse a ningún enlace. Se guarda y cuenta en cuanto tenga dueño: lo que nombra un enlace creado después se encuentra solo, en diez minutos como mucho.', empty: 'Todos los eventos tienen dueño.', event: 'Evento', at: 'Cuándo (UTC)', amount: 'Importe', names: 'Lo que nombra', player: 'Jugador', token: 'Enlace', click: 'Clic', reason: 'Motivo',
    reasons: { unknown_action: 'El enlace que nombra no existe', unknown_click: 'El clic que nombra no existe', no_action: 'No nombra enlace, y el jugador no tiene ninguno', unknown_player: 'El jugador nunca se registró', no_player: 'No nombra ni enlace ni jugador' },
    retryAll: 'Intentar todos otra vez', retry: 'Intentar otra vez', giveTo: 'Atribuir a un enlace', give: 'Atribuir', giveText: 'El evento cuenta para este enlace desde su propio día. Un registro decide para siempre sobre su jugador. |||| Los %{smart_count} eventos cuentan para este enlace, cada uno en su día. Un registro decide para siempre sobre su jugador.',
    oneBrand: 'Solo eventos de una marca a la vez pueden atribuirse a un enlace.', done: '%{smart_count} evento tiene dueño ahora |||| %{smart_count} eventos tienen dueño ahora',
  },
  reconciliation: {
    title: 'Conciliación', lead: 'Un extracto del banco o de la pasarela, comparado con nuestros pagos. Comparar no cambia nada.', choose: 'Elegir un extracto (CSV)', comparing: 'Comparando…',
    format: 'Primera línea: id (o reference), amount, date y status, separados por coma o punto y coma, en cualquier orden. Fechas como AAAA-MM-DD, importes como 1234.56 o 1234,56; el status es accepted, settled, rejected o returned, o un sinónimo usual en inglés.',
    nothing: 'El extracto no tiene líneas, y no se esperaba en él ningún pago nuestro.', allMatched: 'Todo concuerda. No queda nada por hacer.', confirm: 'Hacer lo encontrado',
    due: 'El extracto sabe el resultado de %{smart_count} pago que nosotros no. Confirme para asumirlo. |||| El extracto sabe el resultado de %{smart_count} pagos que nosotros no. Confirme para asumirlos.',
    confirmed: '%{smart_count} pago cambió |||| %{smart_count} pagos cambiaron', line: 'Línea', reference: 'Id', payment: 'Pago', there: 'Extracto', here: 'Aquí', next: 'Próximo paso', showAll: 'Mostrar los %{smart_count}',
    findings: { settle: 'Liquidado allí, aún abierto aquí', reject: 'Rechazado allí, aún abierto aquí', returned: 'Devuelto', amount_differs: 'Importe distinto', state_differs: 'Resultado distinto', missing_here: 'Falta aquí', missing_there: 'Falta allí', duplicate: 'Nombrado dos veces', matched: 'Concuerda' },
    means: {
      settle: 'Al confirmar, estos pagos se liquidan y sus asientos quedan completos.', reject: 'Al confirmar, estos pagos se rechazan y sus asientos vuelven a pendientes.', returned: 'El dinero volvió. Al confirmar, el importe se debe otra vez, como ajuste con fecha de hoy.',
      amount_differs: 'El extracto nombra nuestro pago con otro importe. Pregunte al banco o a la pasarela antes de pagar más a este titular.', state_differs: 'Ambos saben un resultado, pero no el mismo.', missing_here: 'El extracto nombra un pago que no conocemos.',
      missing_there: 'Enviamos estos pagos en los días del extracto, pero no los nombra.', duplicate: 'El extracto nombra el mismo pago y resultado más de una vez.', matched: 'Ambos dicen lo mismo.',
    },
    steps: { none: 'Nada', confirm: 'Confirmar arriba', ask_gateway: 'Preguntar a la pasarela', ask_bank: 'Preguntar al banco', find_payment: 'Averiguar qué fue', correct_amount: 'Pedir que se corrija el importe', wait: 'Esperar el resultado' },
    states: { accepted: 'Aceptado', settled: 'Liquidado', rejected: 'Rechazado', returned: 'Devuelto' },
  },
  whatIf: {
    title: 'Probar en un mes pasado', lead: 'Lo que se ganó, y lo que se habría ganado si la regla siempre hubiera sido como está ahora en el formulario. Probar no guarda ni paga nada.', month: 'Mes', try: 'Probar', unchanged: 'Cambie antes la regla: como está, rinde lo que rindió.',
    outdated: 'El formulario cambió desde esta prueba.', then: 'Ganado', now: 'Habría ganado', difference: 'Diferencia', changed: 'Cambiaron', winners: 'Quién gana más', losers: 'Quién pierde más', all: 'Todos', showAll: 'Mostrar %{smart_count} |||| Mostrar los %{smart_count}',
    openDays: '%{smart_count} día del mes nunca se cerró: no se sabe qué se ganó en él. |||| %{smart_count} días del mes nunca se cerraron: no se sabe qué se ganó en ellos.', above: 'Los socios por encima', aboveLead: 'Lo que hay debajo de ellos cambia, y con ello lo que ganan. Con las fórmulas y los porcentajes del último día.', problems: 'La regla no tiene resultado para:', totalsOnly: 'Los importes de cada titular exigen el rol de asientos.',
  },
}
