import type { MoneyPagesMessages } from '../en/moneyPages.ts'

/** What the pages about money and activity say, in Spanish. */
export const moneyPages: MoneyPagesMessages = {
  pager: { first: 'Primera página', previous: 'Página anterior', next: 'Página siguiente', last: 'Última página' },
  payments: {
    title: 'Pago por afiliado', lead: 'A quién se le debe algo, y por qué aún no se pagó.', all: 'Todos los pagos', empty: 'No se debe nada a nadie. Los asientos aparecen aquí después del cierre diario.',
    owner: 'Titular', kind: 'Tipo de titular', pending: 'Pendiente', minimum: 'Pago mínimo', status: 'Situación', entries: '%{smart_count} asiento |||| %{smart_count} asientos',
    statuses: {
      awaiting_approval: 'Espera aprobación', failed: 'Falló', unknown: 'Sin respuesta', key_missing: 'Sin clave', incomplete: 'Incompleto', currencies_differ: 'Varias monedas', held: 'Retenido', in_flight: 'En curso',
      payable: 'Por pagar', below_minimum: 'Bajo el mínimo', negative: 'Nada por pagar', manual: 'Pagado a mano',
    },
    why: {
      awaiting_approval: '%{value}, pedido por %{name}: otra persona debe aprobarlo.', failed: 'Rechazado el %{at}: %{reason}', unknown: 'La pasarela no respondió; se le está consultando. Nada se envía otra vez con otro id.',
      key_missing: 'Falta la clave de pago.', incomplete: 'Complete antes: %{fields}', currencies_differ: 'Las marcas tienen monedas distintas (%{currencies}): pague a mano.',
      held: 'Hasta %{until}, porque la clave de pago cambió o alguien rechazó un pago.', in_flight: '%{value} enviado; se espera el resultado.', payable: 'Sale en el próximo pago automático.',
      below_minimum: 'El pago mínimo es %{minimum}.', negative: 'Los asientos pendientes suman cero o menos.', manual: 'El tipo de pago es manual.',
    },
    openHistory: 'Mostrar los pagos de %{name}', closeHistory: 'Ocultar los pagos de %{name}', history: 'Pagos', noHistory: 'Aún sin pagos.', pendingEntries: 'Asientos pendientes', askedBy: 'pedido por %{name}', approvedBy: 'aprobado por %{name}', referenced: 'referencia %{reference}',
    pay: 'Pagar ahora', payNamed: 'Pagar ahora: %{name}', payTitle: '¿Pagar %{value} a %{name}?', payText: 'El asiento pendiente se envía ahora a la pasarela de pago. |||| Los %{smart_count} asientos pendientes se envían ahora a la pasarela, en un solo pago.',
    belowMinimum: 'Es menos que el pago mínimo de %{minimum}. El pago automático esperaría; puede pagar de todos modos.', needsApproval: 'El importe necesita una segunda persona: se envía cuando otra persona lo apruebe.',
    paid: 'El pago a %{name} está en curso', askedApproval: 'El pago a %{name} espera la aprobación de otra persona', byHand: 'Pagar a mano',
    approve: 'Aprobar', approveTitle: '¿Aprobar %{value} a %{name}?', approveText: 'Pedido por %{name}. Se envía enseguida.', approved: 'Aprobado y enviado',
    decline: 'Rechazar', declineTitle: '¿Rechazar %{value} a %{name}?', declineText: 'Pedido por %{name}. Los asientos vuelven a pendientes y el pago automático espera 24 horas.', declined: 'Rechazado; los asientos están pendientes de nuevo', reason: 'Motivo',
  },
  reconciliation: { title: 'Conciliación' },
}
