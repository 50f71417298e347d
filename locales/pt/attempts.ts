import type { MoneyPagesMessages } from '../en/moneyPages.ts'

/** O que se diz de uma tentativa de pagar, em português. */
export const attempts: MoneyPagesMessages['attempts'] = {
  sent: 'Enviado ao gateway',
  sentAgain: 'Enviado de novo ao gateway (tentativa %{tries})',
  accepted: 'Aceito pelo gateway; o resultado vem depois',
  settled: 'Liquidado',
  byHand: 'Pago à mão',
  returned: 'Devolvido: %{reason}',
  refusedForNow: 'Recusado por enquanto: %{reason} (tentativa %{tries})',
  refusedAfter: 'Recusado depois de %{tries} tentativas: %{reason}',
  refused: 'Recusado: %{reason}',
  unknown: 'Resultado desconhecido: %{reason}',
  absent: 'O gateway nunca o recebeu; é enviado de novo',
  contradiction: 'O gateway diz %{said}, mas o pagamento está %{state}: compare com o extrato do gateway',
  sentUnchecked: 'Enviado ao gateway, que não sabe dizer de quem é a chave de pagamento',
  keyNoAnswer: 'Não enviado: o gateway não disse de quem é a chave de pagamento (%{reason}); será perguntado de novo',
  keyOfAnother: 'Não enviado: a chave de pagamento não é deste titular, segundo o gateway (%{differs})',
  keyNotChecked: 'Não enviado: o gateway não sabe dizer de quem é a chave de pagamento',
  receiverChanged: 'Abandonado: o titular já tem outra chave, nome ou documento, ou não é mais pago automaticamente',
  approvalVoid: 'Valor, chave ou titular não são os aprovados: é preciso aprovar de novo',
  otherAmount: 'O gateway diz %{said} de %{amount}, mas foram enviados %{value}: compare com o extrato do gateway',
}
