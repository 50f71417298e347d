import { defineReport, product, reportFilters } from '../../src/config/report.ts'

/** One affiliate's days, link by link: what it reads itself, by its token. */
export const affiliateDetail = defineReport({
  name: 'affiliateDetail',
  path: '/reports/affiliate/detail',
  openTo: ['session', 'affiliateToken'],
  rows: ['affiliate', 'day'],
  openInto: ['campaign', 'action', 'product', 'player'],
  measures: [
    'clicks',
    'registrations',
    'ftd',
    'deposit_count',
    'deposits',
    ...product('bets', ['turnover', 'payout', 'bonus', 'reward', 'admin_fee']),
    ...product('games', ['turnover', 'payout', 'bonus', 'reward', 'admin_fee']),
    ...product('lotto', ['turnover', 'payout', 'bonus', 'reward', 'admin_fee']),
    'qty_cpa',
    'cpa_reward',
    'turnover',
    'payout',
    'bonus',
    'chargebacks',
    'ggr',
    'admin_fee',
    'ngr',
    'margin',
    'bonus_index',
    'affiliate_reward',
  ],
  filters: reportFilters,
  chart: 'affiliate_reward',
})
