import type { OnDemandMessages } from '../compose.ts'

/** Mails to affiliates about a changed deal or moved players. */
export const notice: OnDemandMessages['notice'] = {
  deal: {
    subject: 'Su acuerdo cambió',
    lead: 'Su acuerdo cambió. El nuevo se aplica desde el %{day}.',
    month: 'Su comisión del %{from} al %{to}, con el acuerdo anterior y con el nuevo:',
    nothing: 'Del %{from} al %{to} no tuvo comisión con ninguno de los dos acuerdos.',
    unknown: 'No se pudo calcular la comisión del %{from} al %{to} con los dos acuerdos.',
    product: '%{product}: %{before} antes, %{after} con el nuevo acuerdo',
    total: 'Total: %{before} antes, %{after} con el nuevo acuerdo',
    assumed: 'Es una simulación con la misma actividad. Lo que ya ganó no cambia.',
    before: 'Acuerdo anterior:',
    after: 'Nuevo acuerdo:',
  },
  subject: 'Jugadores movidos en su cuenta de afiliado',
  playersLeft:
    '%{players} jugadores registrados desde %{day} por su enlace %{link} pasaron a otro afiliado, porque el enlace era incorrecto.',
  playersCame: '%{players} jugadores registrados desde %{day} por un enlace incorrecto pasaron a su enlace %{link}.',
  differences: 'Diferencia en su comisión: %{values}. Sus asientos muestran cada centavo.',
  nothingDue: 'Su comisión no cambia.',
}

/** Moving players from a wrong link to another. */
export const movePlayers: OnDemandMessages['movePlayers'] = {
  open: 'Mover jugadores',
  title: 'Mover jugadores de este enlace',
  lead: 'Para jugadores que se registraron por un enlace incorrecto. Todo lo que hicieron por este enlace pasa al otro, con las comisiones. Nada cambia hasta que otra persona apruebe.',
  to: 'Nuevo enlace',
  from: 'Registrados desde',
  players: 'Solo estos jugadores (uno por línea; vacío: todos)',
  reason: 'Motivo',
  preview: 'Ver impacto',
  ask: 'Pedir aprobación',
  asked: 'Movimiento enviado para aprobación',
}
