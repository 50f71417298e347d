import type { TransitionMessages } from '../messages.ts'

export const transitions: TransitionMessages = {
  correction: {
    approve: { label: 'Aprovar', done: 'Correção lançada', inputs: { digest: 'Impressão digital' } },
    decline: { label: 'Recusar', done: 'Correção recusada' },
  },
  affiliateSite: {
    approve: { label: 'Aprovar', done: 'Site aprovado' },
    decline: { label: 'Recusar', done: 'Site recusado', text: 'O afiliado verá este motivo.' },
  },
  promoCode: {
    approve: { label: 'Aprovar', done: 'Código aprovado' },
    decline: { label: 'Recusar', done: 'Código recusado', text: 'O afiliado verá este motivo.' },
  },
  announcement: {
    send: {
      label: 'Enviar',
      done: 'Comunicado enviado',
      text: 'Vai agora por e-mail e no portal, para todos os destinatários (%{audience}). Depois não pode ser alterado.',
    },
  },
  media: {
    approve: { label: 'Aprovar', done: 'Aprovada' },
    withdraw: { label: 'Retirar', done: 'Retirada', text: 'Sai de todas as páginas em alguns minutos.' },
  },
}
