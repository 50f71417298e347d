import type { PayingMessages } from '../en/paying.ts'

/** Pagos: retenciones, y de quién es una clave. */
export const paying: PayingMessages = {
  panelTitle: 'Retención de pagos',
  nothingHolds: 'Nada retiene los pagos.',
  hold: 'Retener',
  release: 'Liberar',
  holdNamed: 'Retener pagos de %{name}',
  releaseNamed: 'Liberar pagos de %{name}',
  holdTitle: '¿Retener pagos de %{name}?',
  releaseTitle: '¿Liberar pagos de %{name}?',
  holdText: 'No se paga nada, por nadie ni de ninguna forma, hasta que alguien lo libere.',
  releaseText:
    'Lo que retiene los pagos termina; una clave que según la pasarela es de otra persona se acepta como está.',
  wasHeld: 'Pagos de %{name} retenidos',
  wasReleased: 'Pagos de %{name} liberados',
  reason: 'Motivo',
  released: 'Liberado el %{at} por %{name}: %{note}',
  keyChanged: 'se cambió la clave de pago',
  amount: 'Importe en %{currency}',
  partial: 'Primero se pagan los asientos más antiguos; %{rest} queda pendiente.',
  amountHelp: 'Hasta %{value}; menos es una parte, y el resto queda pendiente.',
  invoice: 'Factura',
  enterInvoice: 'Introducir la factura',
  enterInvoiceNamed: 'Introducir la factura de %{name}',
  invoiceTitle: 'Factura de %{name}',
  invoiceText: 'Para el próximo pago en %{currency}. El número de la factura, o la clave de la NFS-e de 50 dígitos.',
  invoiceOf: 'Factura de %{name}',
  wasEntered: 'Se introdujo la factura de %{name}',
  gross: 'Bruto',
  net: 'Neto, lo que se envía',
  sums: 'Lo que se paga y lo que se envía',
  taxesOfPart: 'Los impuestos de una parte se calculan cuando se paga.',
  differs: { name: 'nombre', document: 'documento' },
  keyCheck: {
    right: 'La pasarela dice que esta clave es de este titular.',
    wrong: 'La pasarela dice que esta clave es de otra persona: difiere en %{differs}. Los pagos se retendrían.',
    unchecked: 'La pasarela no sabe decir de quién es esta clave.',
    unknown: 'La pasarela no dijo de quién es esta clave; se le pregunta de nuevo antes de pagar nada.',
  },
  causes: {
    by_hand: 'Retenido el %{at} por %{name}: %{note}',
    returned: 'Retenido desde el %{at}: el último pago fue devuelto (%{note}). Cambie la clave o libérelo.',
    other_person:
      'Retenido desde el %{at}: la clave no es de este titular, según la pasarela (%{note}). Corríjala: se preguntará por la nueva; o lo libera otra persona.',
    not_checked: 'Retenido desde el %{at}: no se sabe de quién es la clave. Alguien debe liberarlo.',
  },
}
