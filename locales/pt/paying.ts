import type { PayingMessages } from '../en/paying.ts'

/** Pagamentos: retenções, e de quem é uma chave. */
export const paying: PayingMessages = {
  panelTitle: 'Retenção de pagamentos',
  nothingHolds: 'Nada retém os pagamentos.',
  hold: 'Reter',
  release: 'Liberar',
  holdNamed: 'Reter pagamentos de %{name}',
  releaseNamed: 'Liberar pagamentos de %{name}',
  holdTitle: 'Reter pagamentos de %{name}?',
  releaseTitle: 'Liberar pagamentos de %{name}?',
  holdText: 'Nada é pago, por ninguém e de nenhum modo, até alguém liberar.',
  releaseText: 'O que retém os pagamentos termina; uma chave que o gateway diz ser de outra pessoa é aceita como está.',
  wasHeld: 'Pagamentos de %{name} retidos',
  wasReleased: 'Pagamentos de %{name} liberados',
  reason: 'Motivo',
  released: 'Liberado em %{at} por %{name}: %{note}',
  keyChanged: 'a chave de pagamento foi alterada',
  amount: 'Valor em %{currency}',
  partial: 'Os lançamentos mais antigos são pagos primeiro; %{rest} fica pendente.',
  amountHelp: 'Até %{value}; menos que isso é uma parte, e o resto fica pendente.',
  differs: { name: 'nome', document: 'documento' },
  keyCheck: {
    right: 'O gateway diz que esta chave é deste titular.',
    wrong: 'O gateway diz que esta chave é de outra pessoa: difere em %{differs}. Os pagamentos seriam retidos.',
    unchecked: 'O gateway não sabe dizer de quem é esta chave.',
    unknown: 'O gateway não disse de quem é esta chave; será perguntado de novo antes de qualquer pagamento.',
  },
  causes: {
    by_hand: 'Retido em %{at} por %{name}: %{note}',
    returned: 'Retido desde %{at}: o último pagamento foi devolvido (%{note}). Altere a chave ou libere.',
    other_person: 'Retido desde %{at}: a chave não é deste titular, segundo o gateway (%{note}). Corrija-a ou libere.',
    not_checked: 'Retido desde %{at}: não se sabe de quem é a chave. Alguém precisa liberar.',
  },
}
