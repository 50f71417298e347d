import type { OnDemandMessages } from '../compose.ts'

/** Notes and the history of a record. */
export const notes: OnDemandMessages['notes'] = {
  timeline: 'Notas e histórico',
  lead: 'Notas internas só aparecem para colegas. %{name} lê o que você compartilhar.',
  who: 'Visibilidade',
  internal: 'Interna',
  shared: 'Compartilhada com %{name}',
  warning: '%{name} vai ler isto como mensagem da empresa. Não cite colegas.',
  send: 'Enviar a %{name}',
  question: 'Pergunta',
  needsAnswer: 'aguardando resposta',
  answered: 'encerrada',
  answer: 'Responder',
  answerTo: 'Resposta a %{name}',
  noAnswer: 'Encerrar sem responder',
  sent: 'Resposta enviada',
}
