import { defineReport, reportFilters } from '../../src/config/report.ts'

/** The movement ("moviment"): day by day, product by product. */
export const movement = defineReport({
  name: 'movement',
  path: '/reports/movement',
  openTo: ['session'],
  roles: ['activityPerAffiliate'],
  rows: ['day', 'product'],
  openInto: ['brand', 'subBrand', 'campaign', 'affiliate', 'action', 'player'],
  measures: [
    'clicks', 'registrations', 'ftd', 'deposit_count', 'deposits', 'withdrawal_count', 'withdrawals', 'bet_count',
    'turnover', 'payout', 'bonus', 'chargebacks', 'ggr', 'admin_fee', 'ngr', 'margin', 'bonus_index', 'qty_cpa', 'affiliate_reward', 'gross_value',
  ],
  filters: reportFilters,
  chart: 'ngr',
})
