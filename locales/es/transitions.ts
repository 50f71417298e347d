import type { TransitionMessages } from '../messages.ts'

export const transitions: TransitionMessages = {
  correction: {
    approve: { label: 'Aprobar', done: 'Corrección registrada', inputs: { digest: 'Huella digital' } },
    decline: { label: 'Rechazar', done: 'Corrección rechazada' },
  },
  affiliateSite: {
    approve: { label: 'Aprobar', done: 'Sitio aprobado' },
    decline: { label: 'Rechazar', done: 'Sitio rechazado', text: 'El afiliado verá este motivo.' },
  },
  promoCode: {
    approve: { label: 'Aprobar', done: 'Código aprobado' },
    decline: { label: 'Rechazar', done: 'Código rechazado', text: 'El afiliado verá este motivo.' },
  },
  announcement: {
    send: {
      label: 'Enviar',
      done: 'Comunicado enviado',
      text: 'Sale ahora por correo y en el portal, a todos los destinatarios (%{audience}). Después no se puede cambiar.',
    },
  },
  media: {
    approve: { label: 'Aprobar', done: 'Aprobado' },
    withdraw: { label: 'Retirar', done: 'Retirado', text: 'Se quita de todas las páginas en unos minutos.' },
  },
}
