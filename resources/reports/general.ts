import { defineReport, product, reportFilters } from '../../src/config/report.ts'

/** What every level of the hierarchy brought: affiliates count on the level of the partner they hang on. */
export const general = defineReport({
  name: 'general',
  path: '/reports/general',
  openTo: ['session'],
  rows: ['level'],
  openInto: ['partner', 'affiliate', 'day', 'action', 'player'],
  measures: [
    'qty_affiliates', 'clicks', 'registrations', 'ftd', 'deposits',
    ...product('bets', ['turnover', 'payout', 'bonus', 'reward', 'admin_fee']),
    ...product('games', ['turnover', 'payout', 'bonus', 'reward', 'admin_fee']),
    ...product('lotto', ['turnover', 'payout', 'bonus', 'reward', 'admin_fee']),
    'turnover', 'payout', 'bonus', 'chargebacks', 'ggr', 'admin_fee', 'ngr', 'margin', 'bonus_index', 'qty_cpa', 'affiliate_reward', 'gross_value', 'reward_value',
  ],
  filters: reportFilters,
  chart: 'ngr',
})
