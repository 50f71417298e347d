import type { OnDemandMessages } from '../compose.ts'

/** Notes and the history of a record. */
export const notes: OnDemandMessages['notes'] = {
  timeline: 'Notas e historial',
  lead: 'Las notas internas solo las ven los colegas. %{name} lee lo que usted comparta.',
  who: 'Visibilidad',
  internal: 'Interna',
  shared: 'Compartida con %{name}',
  warning: '%{name} leerá esto como mensaje de la empresa. No nombre a colegas.',
  send: 'Enviar a %{name}',
  question: 'Pregunta',
  needsAnswer: 'en espera de respuesta',
  answered: 'cerrada',
  answer: 'Responder',
  answerTo: 'Respuesta a %{name}',
  noAnswer: 'Cerrar sin responder',
  sent: 'Respuesta enviada',
}
