import { defineReport, reportFilters } from '#engine/declaration/report.ts'

/** From click to qualified player: what CPA counted and earned. */
export const cpa = defineReport({
  name: 'cpa',
  path: '/reports/cpa',
  openTo: ['session', 'partnerToken', 'affiliateToken'],
  access: { affiliate: 'self' },
  products: ['none', 'cpa'],
  rows: ['affiliate', 'day'],
  openInto: ['campaign', 'action', 'player'],
  measures: ['clicks', 'unique_clicks', 'registrations', 'ftd', 'deposit_count', 'deposits', 'qty_cpa', 'cpa_reward'],
  filters: reportFilters,
  chart: 'cpa_reward',
})
