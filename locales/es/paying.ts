import type { PayingMessages } from '../en/paying.ts'

/** Pagos: retenciones, y de quién es una clave. */
export const paying: PayingMessages = {
  panelTitle: 'Retención de pagos',
  nothingHolds: 'Sin retención. Los pagos salen con normalidad.',
  hold: 'Retener',
  release: 'Liberar',
  holdNamed: 'Retener pagos a %{name}',
  releaseNamed: 'Liberar pagos a %{name}',
  holdTitle: '¿Retener pagos a %{name}?',
  releaseTitle: '¿Liberar pagos a %{name}?',
  holdText: 'Todos los pagos quedan retenidos, automáticos y manuales, hasta que alguien los libere.',
  releaseText:
    'Los pagos vuelven a salir. Si la pasarela dice que la clave es de otra persona, usted la está aceptando.',
  wasHeld: 'Pagos a %{name} retenidos',
  wasReleased: 'Pagos a %{name} liberados',
  reason: 'Motivo',
  approvals: 'Liberado por %{given} de %{needed} personas: %{names}',
  released: 'Liberado el %{at} por %{name}: %{note}',
  keyChanged: 'se cambió la clave de pago',
  amount: 'Importe en %{currency}',
  partial: 'Primero se pagan los movimientos más antiguos. %{rest} queda pendiente.',
  amountHelp: 'Hasta %{value}. Si paga menos, el resto queda pendiente.',
  invoice: 'Factura',
  enterInvoice: 'Ingresar factura',
  enterInvoiceNamed: 'Ingresar la factura de %{name}',
  invoiceTitle: 'Factura de %{name}',
  invoiceText:
    'Para el próximo pago en %{currency}. Ingrese el número de factura o la clave de 50 dígitos de la NFS-e.',
  invoiceOf: 'Factura de %{name}',
  wasEntered: 'Factura de %{name} guardada',
  gross: 'Bruto',
  net: 'Neto a enviar',
  sums: 'Bruto y neto',
  taxesOfPart: 'Los impuestos de un pago parcial se calculan al pagarlo.',
  differs: { name: 'nombre', document: 'documento' },
  keyCheck: {
    right: 'La pasarela confirma que la clave es de este beneficiario.',
    wrong: 'La pasarela dice que la clave es de otra persona (%{differs} no coincide). Los pagos se retendrán.',
    unchecked: 'La pasarela no puede verificar el titular de esta clave.',
    unknown: 'La pasarela no verificó esta clave. La consultaremos de nuevo antes de pagar.',
  },
  toRisk: 'Ver alerta',
  causes: {
    risk: 'Alerta de fraude desde %{at}.',
    by_hand: 'Retenido el %{at} por %{name}: %{note}',
    returned: 'Retenido desde el %{at}: el último pago fue devuelto (%{note}). Cambie la clave o libere la retención.',
    other_person:
      'Retenido desde el %{at}: la pasarela dice que la clave es de otra persona (%{note}). Corrija la clave o pida a un colega que libere la retención.',
    key_changed: 'Retenido desde el %{at}: %{name} cambió la clave. Otra persona debe liberarlo.',
    not_checked: 'Retenido desde el %{at}: no se pudo verificar la clave. Libérelo para pagar.',
  },
}
