import type { ReportMessages } from '../messages.ts'

export const reports: ReportMessages = {
  reports: {
    affiliateActivity: { name: 'Actividad por afiliado', empty: 'Sin actividad en este período. Elija otro o importe un archivo de actividad.' },
    dashboard: { name: 'Panel', empty: 'En cuanto una marca envíe actividad, esta página muestra cómo va el mes.' },
    affiliateDetail: { name: 'Detalle por afiliado', empty: 'Sin actividad en este período. Elija otro.' },
    affiliates: { name: 'Resumen de afiliados', empty: 'Sin actividad en este período. Elija otro o importe un archivo de actividad.' },
    cpa: { name: 'Informe de CPA', empty: 'Nadie hizo clic, se registró ni se calificó en este período. Elija otro.' },
    general: { name: 'Informe general', empty: 'Sin actividad en este período. Elija otro o importe un archivo de actividad.' },
    generalV2: { name: 'Informe general V2', empty: 'Sin actividad en este período. Elija otro o vincule afiliados a socios.' },
    lottery: { name: 'Informe de lotería', empty: 'Sin actividad de lotería en este período. Elija otro.' },
    movement: { name: 'Movimiento', empty: 'Sin actividad en este período. Elija otro o importe un archivo de actividad.' },
    partners: { name: 'Demostrativo de socios', empty: 'Nada debajo de los socios se movió en este período. Elija otro.' },
    paymentByAffiliate: { name: 'Pago por afiliado', empty: 'Sin asientos en este período. El cierre diario los escribe.' },
  },
  dimensions: {
    affiliate: 'Afiliado', partner: 'Socio', level: 'Nivel', brand: 'Marca', subBrand: 'Submarca', campaign: 'Campaña', action: 'Acción', product: 'Producto',
    day: 'Día', month: 'Mes', player: 'Jugador',
  },
  filters: {
    period: 'Periodo', brand: 'Marca', subBrand: 'Submarca', affiliate: 'Afiliado', campaign: 'Campaña', action: 'Acción', product: 'Producto', partner: 'Socio', level: 'Nivel',
  },
  products: { bets: 'Apuestas', games: 'Juegos', lotto: 'Lotería', cpa: 'CPA', none: 'Sin producto' },
  events: {
    click: 'Clic |||| Clics', registration: 'Registro |||| Registros', deposit: 'Depósito |||| Depósitos', withdrawal: 'Retiro |||| Retiros',
    bet: 'Apuesta |||| Apuestas', win: 'Premio |||| Premios', bonus: 'Bono |||| Bonos', chargeback: 'Contracargo |||| Contracargos', adjustment: 'Ajuste |||| Ajustes',
  },
  measures: {
    turnover: 'Turnover', payout: 'Premios', bonus: 'Bono', chargebacks: 'Contracargos', ggr: 'GGR', admin_fee: 'Tasa adm.', ngr: 'NGR', margin: 'Margen', bonus_index: 'Índice de bono',
    reward: 'Recompensa', affiliate_reward: 'Recompensa del afiliado', gross_value: 'Valor bruto', abatment: 'Descuento', value: 'Valor', reward_value: 'Valor de la recompensa', qty_cpa: 'Cant. CPA',
    qty_affiliates: 'Cant. afiliados', clicks: 'Clics', registrations: 'Registros', ftd: 'FTD', bet_count: 'Apuestas hechas', deposit_count: 'Depósitos hechos', deposits: 'Depósitos',
    withdrawal_count: 'Retiros hechos', withdrawals: 'Retiros',
    qty_entries: 'Asientos', pending: 'Pendiente', in_flight: 'En curso', paid: 'Pagado', entry_value: 'Suma de los asientos',
  },
}
