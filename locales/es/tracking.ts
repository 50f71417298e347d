import type { OnDemandMessages } from '../compose.ts'

/** The page that visitors see where a link does not exist. */
export const unknownLink: OnDemandMessages['unknownLink'] = {
  title: 'Este enlace no existe',
  help: 'Quizá la dirección se escribió mal o se copió a medias. Pide una nueva a quien te la envió.',
  onwards: 'Ir a %{name}',
}

/** The panel of a promo code. */
export const codes: OnDemandMessages['codes'] = {
  title: 'Solicitud de código',
  lead: 'El afiliado solicitó este código. La actividad que ya llegó con él se atribuye cuando usted lo apruebe.',
}
