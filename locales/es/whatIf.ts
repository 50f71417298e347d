import type { OnDemandMessages } from '../compose.ts'

/** Trying a rule on past days. */
export const whatIf: OnDemandMessages['whatIf'] = {
  title: 'Simular en días pasados',
  lead: 'Compara lo que se ganó con lo que esta versión de la regla habría pagado. No se guarda ni se paga nada.',
  month: 'Mes',
  otherDays: 'Otros días',
  from: 'Desde',
  to: 'Hasta',
  assumed: 'Supuestos',
  assumptions: {
    ruleAlways: 'La regla del formulario rige desde el inicio, en lugar de todas sus versiones anteriores.',
    restAsItWas: 'Lo demás queda como era cada día: perfiles, socios, porcentajes y otras reglas.',
    sameActivity: 'Los jugadores y afiliados se habrían comportado igual.',
    carriedAnew: 'El saldo trasladado se recalcula con esta regla desde la primera actividad.',
    playersAsked: 'La calificación para el CPA se verifica de nuevo, jugador por jugador.',
    playersKept: 'Las calificaciones de CPA quedan como estaban. Esta regla no las afecta.',
    closedDays: 'Solo cuentan los días cerrados.',
    lateActivity: 'La actividad que llegó después del último cierre cuenta solo en la simulación.',
    productAlone: 'Solo se compara el producto de esta recompensa. Los demás quedan como estaban.',
    earnedAlone: 'Los ajustes manuales, los impuestos y los pagos no se incluyen.',
  },
  try: 'Simular',
  unchanged: 'Primero cambie la regla. Sin cambios no hay qué comparar.',
  outdated: 'El formulario cambió después de esta simulación. Simule de nuevo.',
  then: 'Ganado',
  now: 'Simulado',
  difference: 'Diferencia',
  changed: 'Cambiaron',
  winners: 'Mayores aumentos',
  losers: 'Mayores bajas',
  all: 'Todos',
  showAll: 'Mostrar %{smart_count} |||| Mostrar los %{smart_count}',
  openDays:
    '%{smart_count} de estos días no está cerrado y no se compara. |||| %{smart_count} de estos días no están cerrados y no se comparan.',
  above: 'Socios',
  aboveLead:
    'Las ganancias de los socios también cambian, con la jerarquía, las fórmulas y los porcentajes de cada día.',
  problems: 'La regla no da resultado para:',
  totalsOnly: 'Necesita el permiso de movimientos para ver importes por afiliado o socio.',
}
