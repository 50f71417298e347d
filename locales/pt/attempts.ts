import type { MoneyPagesMessages } from '../en/moneyPages.ts'

/** O que se diz de uma tentativa de pagar, em português. */
export const attempts: MoneyPagesMessages['attempts'] = {
  sent: 'Enviado ao gateway',
  sentInFile: 'Enviado no arquivo %{file}',
  sentAgain: 'Enviado de novo ao gateway (tentativa %{tries})',
  accepted: 'Aceito pelo gateway; aguardando o resultado',
  settled: 'Pago',
  byHand: 'Pago manualmente',
  returned: 'Devolvido: %{reason}',
  refusedForNow: 'Recusado por enquanto: %{reason} (tentativa %{tries})',
  refusedAfter: 'Recusado depois de %{tries} tentativas: %{reason}',
  refused: 'Recusado: %{reason}',
  unknown: 'Sem resultado ainda: %{reason}',
  absent: 'O gateway nunca recebeu. Enviando de novo',
  contradiction: 'O gateway diz %{said}, mas o pagamento está %{state}. Confira no extrato do gateway',
  sentUnchecked: 'Enviado ao gateway, que não consegue verificar o titular da chave',
  keyNoAnswer: 'Não enviado: o gateway não verificou a chave (%{reason}). Vamos consultar de novo',
  keyOfAnother: 'Não enviado: o gateway diz que a chave é de outra pessoa (%{differs})',
  keyNotChecked: 'Não enviado: o gateway não consegue verificar o titular da chave',
  receiverChanged:
    'Cancelado: mudou a chave, o nome ou o documento do favorecido, ou o pagamento automático foi desligado',
  approvalVoid: 'O valor, a chave ou o favorecido mudou depois da aprovação. Aprove de novo',
  otherAmount: 'O gateway diz %{said} de %{amount}, mas enviamos %{value}. Confira no extrato do gateway',
}
