import type { OnDemandMessages } from '../compose.ts'

/** The panel of a medium. */
export const media: OnDemandMessages['media'] = {
  title: 'Imagem e aprovação',
  lead: {
    draft: 'Rascunho. Os afiliados ainda não veem. Quem aprova não pode ser o autor.',
    approved: 'Disponível para afiliados no período definido. Qualquer edição precisa de nova aprovação.',
    withdrawn: 'Retirado. Não aparece em lugar nenhum. Edite para enviar a nova aprovação.',
  },
  upload: 'Enviar imagem',
  uploaded: 'Imagem enviada',
  clicks: '1 clique |||| %{count} cliques',
  more: 'e mais %{count}',
}

/** The panel of a declared site. */
export const sites: OnDemandMessages['sites'] = {
  title: 'Decisões',
  lead: 'Cada declaração fica guardada com data e impressão digital no log. Qualquer edição precisa de nova decisão.',
  undecided: 'Sem decisão ainda.',
  proof: 'Baixar prova da aprovação (JSON)',
}

/** Why an author does not approve. */
export const authors: OnDemandMessages['authors'] = {
  own: 'Você editou depois da última aprovação, por isso outra pessoa precisa aprovar.',
  review: 'Conferir',
}
