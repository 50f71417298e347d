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
  causes: {
    by_hand: 'Retido em %{at} por %{name}: %{note}',
    returned: 'Retido desde %{at}: o último pagamento foi devolvido (%{note}). Altere a chave ou libere.',
    other_person: 'Retido desde %{at}: a chave não é deste titular, segundo o gateway (%{note}). Corrija-a ou libere.',
    not_checked: 'Retido desde %{at}: não se sabe de quem é a chave (%{note}). Alguém precisa liberar.',
  },
}
