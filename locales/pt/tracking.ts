import type { OnDemandMessages } from '../compose.ts'

/** The page that visitors see where a link does not exist. */
export const unknownLink: OnDemandMessages['unknownLink'] = {
  title: 'Este link não existe',
  help: 'Talvez o endereço tenha sido digitado ou copiado pela metade. Peça um novo a quem o enviou.',
  onwards: 'Ir para %{name}',
}

/** The panel of a promo code. */
export const codes: OnDemandMessages['codes'] = {
  title: 'Pedido de código',
  lead: 'O afiliado pediu este código. A atividade que já chegou com ele é atribuída quando você aprovar.',
}
