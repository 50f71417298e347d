import type { MoneyPagesMessages } from '../en/moneyPages.ts'

/** Lo que se dice de un intento de pago, en español. */
export const attempts: MoneyPagesMessages['attempts'] = {
  sent: 'Enviado a la pasarela',
  sentInFile: 'Enviado en el archivo %{file}',
  sentAgain: 'Enviado otra vez a la pasarela (intento %{tries})',
  accepted: 'Aceptado por la pasarela; en espera del resultado',
  settled: 'Pagado',
  byHand: 'Pagado manualmente',
  returned: 'Devuelto: %{reason}',
  refusedForNow: 'Rechazado por ahora: %{reason} (intento %{tries})',
  refusedAfter: 'Rechazado tras %{tries} intentos: %{reason}',
  refused: 'Rechazado: %{reason}',
  unknown: 'Sin resultado todavía: %{reason}',
  absent: 'La pasarela nunca lo recibió. Enviando de nuevo',
  contradiction: 'La pasarela dice %{said}, pero el pago está %{state}. Verifique en el extracto de la pasarela',
  sentUnchecked: 'Enviado a la pasarela, que no puede verificar el titular de la clave',
  keyNoAnswer: 'No enviado: la pasarela no verificó la clave (%{reason}). La consultaremos de nuevo',
  keyOfAnother: 'No enviado: la pasarela dice que la clave es de otra persona (%{differs})',
  keyNotChecked: 'No enviado: la pasarela no puede verificar el titular de la clave',
  receiverChanged:
    'Cancelado: cambió la clave, el nombre o el documento del beneficiario, o se desactivó el pago automático',
  approvalVoid: 'El importe, la clave o el beneficiario cambió después de la aprobación. Apruébelo de nuevo',
  otherAmount: 'La pasarela dice %{said} de %{amount}, pero enviamos %{value}. Verifique en el extracto de la pasarela',
}
