import { defineReport, product, reportFilters } from '#engine/declaration/report.ts'

/** Partners Demonstrative, the partners' resume: what hangs on each partner directly, and what the partner earned. */
export const partners = defineReport({
  name: 'partners',
  path: '/reports/partners',
  openTo: ['session', 'partnerToken', 'affiliateToken'],
  rows: ['partner', 'level'],
  openInto: ['affiliate', 'day', 'action', 'player'],
  measures: [
    'qty_affiliates',
    ...product('bets', ['turnover', 'payout', 'bonus', 'reward', 'admin_fee']),
    ...product('games', ['turnover', 'payout', 'bonus', 'reward', 'admin_fee']),
    ...product('lotto', ['turnover', 'payout', 'bonus', 'reward', 'admin_fee']),
    'turnover',
    'ggr',
    'bonus',
    'chargebacks',
    'admin_fee',
    'ngr',
    'margin',
    'bonus_index',
    'qty_cpa',
    'affiliate_reward',
    'gross_value',
    'abatment',
    'value',
    'reward_value',
  ],
  filters: reportFilters,
  chart: 'reward_value',
})
