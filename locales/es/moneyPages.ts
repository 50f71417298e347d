import type { MoneyPagesMessages } from '../en/moneyPages.ts'

/** What the pages about money and activity say, in Spanish. */
export const moneyPages: MoneyPagesMessages = {
  pager: { first: 'Primera página', previous: 'Página anterior', next: 'Página siguiente', last: 'Última página' },
  attempts: {
    sent: 'Enviado a la pasarela', sentAgain: 'Enviado otra vez a la pasarela (intento %{tries})', accepted: 'Aceptado por la pasarela; el resultado llega después', settled: 'Liquidado', byHand: 'Pagado a mano', returned: 'Devuelto: %{reason}',
    refusedForNow: 'Rechazado por ahora: %{reason} (intento %{tries})', refusedAfter: 'Rechazado tras %{tries} intentos: %{reason}', refused: 'Rechazado: %{reason}', unknown: 'Resultado desconocido: %{reason}', absent: 'La pasarela nunca lo recibió; se envía otra vez',
  },
  payments: {
    title: 'Pago por afiliado', lead: 'A quién se le debe algo, y por qué aún no se pagó.', all: 'Todos los pagos', empty: 'No se debe nada a nadie. Los asientos aparecen aquí después del cierre diario.',
    owner: 'Titular', kind: 'Tipo de titular', pending: 'Pendiente', minimum: 'Pago mínimo', status: 'Situación', entries: '%{smart_count} asiento |||| %{smart_count} asientos',
    statuses: {
      awaiting_approval: 'Espera aprobación', failed: 'Falló', unknown: 'Sin respuesta', key_missing: 'Sin clave', incomplete: 'Incompleto', currencies_differ: 'Varias monedas', held: 'Retenido', in_flight: 'En curso',
      payable: 'Por pagar', below_minimum: 'Bajo el mínimo', negative: 'Nada por pagar', manual: 'Pagado a mano',
    },
    why: {
      awaiting_approval: '%{value}, pedido por %{name}: otra persona debe aprobarlo.', failed: '%{at}: %{reason}', unknown: 'La pasarela no respondió; se le está consultando. Nada se envía otra vez con otro id.',
      key_missing: 'Falta la clave de pago.', incomplete: 'Complete antes: %{fields}', currencies_differ: 'Las marcas tienen monedas distintas (%{currencies}): pague a mano.',
      held: 'Hasta %{until}, porque la clave de pago cambió o alguien rechazó un pago.', in_flight: '%{value} enviado; se espera el resultado.', payable: 'Sale en el próximo pago automático.',
      below_minimum: 'El pago mínimo es %{minimum}.', negative: 'Los asientos pendientes suman cero o menos.', manual: 'El tipo de pago es manual.',
    },
    underWay: '%{value} en pago', actions: 'Acciones', openHistory: 'Mostrar los pagos de %{name}', closeHistory: 'Ocultar los pagos de %{name}', history: 'Pagos', noHistory: 'Aún sin pagos.', pendingEntries: 'Asientos pendientes', askedBy: 'pedido por %{name}', approvedBy: 'aprobado por %{name}', referenced: 'referencia %{reference}',
    pay: 'Pagar ahora', payNamed: 'Pagar ahora: %{name}', payTitle: '¿Pagar %{value} a %{name}?', payText: 'El asiento pendiente se envía ahora a la pasarela de pago. |||| Los %{smart_count} asientos pendientes se envían ahora a la pasarela, en un solo pago.',
    belowMinimum: 'Es menos que el pago mínimo de %{minimum}. El pago automático esperaría; puede pagar de todos modos.', needsApproval: 'El importe necesita una segunda persona: se envía cuando otra persona lo apruebe.',
    paid: 'El pago a %{name} está en curso', askedApproval: 'El pago a %{name} espera la aprobación de otra persona', byHand: 'Pagar a mano',
    approve: 'Aprobar', approveTitle: '¿Aprobar %{value} a %{name}?', approveText: 'Pedido por %{name}. Se envía enseguida.', approved: 'Aprobado y enviado',
    decline: 'Rechazar', declineTitle: '¿Rechazar %{value} a %{name}?', declineText: 'Pedido por %{name}. Los asientos vuelven a pendientes y el pago automático espera 24 horas.', declined: 'Rechazado; los asientos están pendientes de nuevo', reason: 'Motivo',
  },
  geolocation: {
    title: 'Acciones por lugar', lead: 'De dónde vinieron los visitantes de los enlaces de seguimiento, y qué hicieron.', by: 'Agrupado por', measure: 'Medida', unknown: 'Desconocido', places: { domain: 'Dominio', country: 'País', state: 'Estado', city: 'Ciudad' },
  },
  jobs: {
    title: 'Tareas', lead: 'Lo que el producto hace por sí mismo. Cada tarea puede ejecutarse otra vez en cualquier momento, con el mismo resultado que una vez.', lastRun: 'Última ejecución', nextRun: 'Próxima ejecución', never: 'Aún no se ejecutó', runs: 'Ejecuciones recientes', run: 'Ejecutar ahora', asked: '%{name}: empieza enseguida',
    dailyAt: 'cada día a las %{time} del huso del negocio', everySeconds: 'cada segundo |||| cada %{smart_count} segundos', everyMinutes: 'cada minuto |||| cada %{smart_count} minutos', everyHours: 'cada hora |||| cada %{smart_count} horas', since: 'desde %{moment}', took: '%{seconds} s',
    states: { waiting: 'En espera', running: 'En ejecución', done: 'Terminada', failed: 'Falló' },
    names: { dailyClose: 'Cierre diario', closeToday: 'Cierre de hoy', automaticPayments: 'Pagos automáticos', followPayments: 'Seguir pagos', feedImports: 'Archivos de actividad', eventPartitions: 'Lugar para eventos', cleanUp: 'Limpieza' },
    does: {
      dailyClose: 'Escribe los asientos de ayer y de los días que faltaron.', closeToday: 'Escribe los asientos del día en curso, para poder verlos.', automaticPayments: 'Paga a quien se paga automáticamente.',
      followPayments: 'Reenvía lo que toca reenviar y consulta los pagos sin resultado.', feedImports: 'Comprueba e importa los archivos de actividad subidos.', eventPartitions: 'Crea por adelantado los meses de la tabla de eventos.', cleanUp: 'Elimina sesiones terminadas, cuentas de intentos fallidos y ejecuciones antiguas.',
    },
    outcomes: {
      nothingMoved: 'Nada cambió desde el último cierre', closedDays: 'Cerrado del %{from} al %{to}, %{count} asientos de afiliados%{rest}', closed: 'Cerrado %{from}, %{count} asientos de afiliados%{rest}', followed: 'Pagos seguidos: %{count}', paid: 'Pagos hechos: %{count}',
      partitions: 'Los eventos tienen lugar hasta %{months} meses después del %{from}', removed: 'Eliminadas %{sessions} sesiones, %{tries} cuentas de intentos, %{answers} respuestas, %{runs} ejecuciones', firstStart: 'El primer inicio; se ejecuta desde su próximo momento',
      uploads: 'Archivos procesados: %{count}', failed: 'Falló; el registro del servidor dice por qué, en la ejecución %{run}',
    },
  },
  reconciliation: { title: 'Conciliación' },
}
