import { defineReport, product, reportFilters } from '#engine/declaration/report.ts'

/** What lottery brought and earned, affiliate by affiliate and day by day. */
export const lottery = defineReport({
  name: 'lottery',
  path: '/reports/lottery',
  openTo: ['session', 'partnerToken', 'affiliateToken'],
  access: { affiliate: 'self' },
  products: ['lotto'],
  rows: ['affiliate', 'day'],
  openInto: ['campaign', 'action', 'player'],
  measures: product('lotto', [
    'bet_count',
    'turnover',
    'payout',
    'bonus',
    'chargebacks',
    'ggr',
    'admin_fee',
    'ngr',
    'margin',
    'bonus_index',
    'reward',
  ]),
  filters: reportFilters,
  chart: 'lotto_ngr',
})
