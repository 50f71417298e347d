import { defineReport, product, reportFilters } from '../../src/config/report.ts'

/** The affiliates' resume: one line an affiliate, with the partner it hangs on. */
export const affiliates = defineReport({
  name: 'affiliates',
  path: '/reports/affiliates',
  openTo: ['session'],
  roles: ['activityPerAffiliate'],
  rows: ['affiliate', 'partner'],
  openInto: ['day', 'product', 'campaign', 'action', 'player'],
  measures: [
    'registrations', 'ftd', 'deposits', 'withdrawals',
    ...product('bets', ['turnover', 'payout', 'bonus', 'ggr', 'reward', 'admin_fee']),
    ...product('games', ['turnover', 'payout', 'bonus', 'ggr', 'reward', 'admin_fee']),
    ...product('lotto', ['turnover', 'payout', 'bonus', 'ggr', 'reward', 'admin_fee']),
    'qty_cpa', 'cpa_reward',
    'turnover', 'payout', 'ggr', 'bonus', 'chargebacks', 'admin_fee', 'ngr', 'margin', 'bonus_index', 'affiliate_reward', 'gross_value',
  ],
  filters: reportFilters,
  chart: 'affiliate_reward',
})
