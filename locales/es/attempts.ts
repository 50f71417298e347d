import type { MoneyPagesMessages } from '../en/moneyPages.ts'

/** Lo que se dice de un intento de pago, en español. */
export const attempts: MoneyPagesMessages['attempts'] = {
  sent: 'Enviado a la pasarela',
  sentAgain: 'Enviado otra vez a la pasarela (intento %{tries})',
  accepted: 'Aceptado por la pasarela; el resultado llega después',
  settled: 'Liquidado',
  byHand: 'Pagado a mano',
  returned: 'Devuelto: %{reason}',
  refusedForNow: 'Rechazado por ahora: %{reason} (intento %{tries})',
  refusedAfter: 'Rechazado tras %{tries} intentos: %{reason}',
  refused: 'Rechazado: %{reason}',
  unknown: 'Resultado desconocido: %{reason}',
  absent: 'La pasarela nunca lo recibió; se envía otra vez',
  contradiction: 'La pasarela dice %{said}, pero el pago está %{state}: compárelo con el extracto de la pasarela',
  sentUnchecked: 'Enviado a la pasarela, que no sabe decir de quién es la clave de pago',
  keyNoAnswer: 'No enviado: la pasarela no dijo de quién es la clave de pago (%{reason}); se preguntará de nuevo',
  keyOfAnother: 'No enviado: la clave de pago no es de este titular, según la pasarela (%{differs})',
  keyNotChecked: 'No enviado: la pasarela no sabe decir de quién es la clave de pago',
  receiverChanged: 'Abandonado: el titular ya tiene otra clave, nombre o documento, o ya no cobra automáticamente',
  approvalVoid: 'El importe, la clave o el titular no son los aprobados: hay que aprobar de nuevo',
  otherAmount:
    'La pasarela dice %{said} de %{amount}, pero se enviaron %{value}: compárelo con el extracto de la pasarela',
}
