import { defineReport, product, reportFilters } from '#engine/declaration/report.ts'

/** What every affiliate brought and earned, product by product. */
export const affiliateActivity = defineReport({
  name: 'affiliateActivity',
  path: '/reports/affiliate/activity',
  openTo: ['session'],
  roles: ['activityPerAffiliate'],
  rows: ['affiliate'],
  openInto: ['day', 'action', 'player'],
  measures: [
    'clicks',
    'registrations',
    'ftd',
    'deposits',
    ...product('bets', ['turnover', 'payout', 'bonus', 'reward', 'admin_fee']),
    ...product('games', ['turnover', 'payout', 'bonus', 'reward', 'admin_fee']),
    ...product('lotto', ['turnover', 'payout', 'bonus', 'reward', 'admin_fee']),
    'turnover',
    'payout',
    'bonus',
    'chargebacks',
    'ggr',
    'admin_fee',
    'ngr',
    'margin',
    'bonus_index',
    'qty_cpa',
    'affiliate_reward',
    'gross_value',
  ],
  filters: reportFilters,
  chart: 'ngr',
})
