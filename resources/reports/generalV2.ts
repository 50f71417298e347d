import { defineReport, product, reportFilters } from '#engine/declaration/report.ts'

/**
 * The general report partner by partner: as the tree of the hierarchy, or one below the other. `…/{partnerToken}` shows
 * one partner's subtree.
 */
export const generalV2 = defineReport({
  name: 'generalV2',
  path: '/reports/general/v2',
  openTo: ['session'],
  rows: ['partner', 'level'],
  openInto: ['affiliate', 'day', 'action', 'player'],
  measures: [
    'qty_affiliates',
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
    'reward_value',
  ],
  filters: reportFilters,
  narrowedBy: ['partnerToken'],
  views: ['structural', 'list'],
  chart: 'ngr',
})
