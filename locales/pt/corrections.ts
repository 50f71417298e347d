import type { OnDemandMessages } from '../compose.ts'

/** Mails to affiliates about a changed deal or moved players. */
export const notice: OnDemandMessages['notice'] = {
  deal: {
    subject: 'Seu acordo mudou',
    lead: 'Seu acordo mudou. O novo vale desde %{day}.',
    month: 'Sua comissão de %{from} a %{to}, com o acordo anterior e com o novo:',
    nothing: 'De %{from} a %{to} você não teve comissão em nenhum dos dois acordos.',
    unknown: 'Não foi possível calcular a comissão de %{from} a %{to} com os dois acordos.',
    product: '%{product}: %{before} antes, %{after} com o novo acordo',
    total: 'Total: %{before} antes, %{after} com o novo acordo',
    assumed: 'É uma simulação com a mesma atividade. O que você já ganhou não muda.',
    before: 'Acordo anterior:',
    after: 'Novo acordo:',
  },
  subject: 'Jogadores movidos na sua conta de afiliado',
  playersLeft:
    '%{players} jogadores cadastrados desde %{day} pelo seu link %{link} passaram para outro afiliado, porque o link estava errado.',
  playersCame: '%{players} jogadores cadastrados desde %{day} por um link errado passaram para o seu link %{link}.',
  differences: 'Diferença na sua comissão: %{values}. Os seus lançamentos mostram cada centavo.',
  nothingDue: 'A sua comissão não muda.',
}

/** Moving players from a wrong link to another. */
export const movePlayers: OnDemandMessages['movePlayers'] = {
  open: 'Mover jogadores',
  title: 'Mover jogadores deste link',
  lead: 'Para jogadores que se cadastraram por um link errado. Tudo o que fizeram por este link passa para o outro, com as comissões. Nada muda até outra pessoa aprovar.',
  to: 'Novo link',
  from: 'Cadastrados a partir de',
  players: 'Só estes jogadores (um por linha; vazio: todos)',
  reason: 'Motivo',
  preview: 'Ver impacto',
  ask: 'Pedir aprovação',
  asked: 'Movimentação enviada para aprovação',
}
