import { defineReport, subFilters } from '#engine/declaration/report.ts'

/** What came of the visits that an affiliate told apart by its own sub ids: from click to qualified player. */
export const subIds = defineReport({
  name: 'subIds',
  feature: 'moreReports',
  path: '/reports/subIds',
  openTo: ['session', 'affiliateToken'],
  roles: ['activityPerAffiliate'],
  access: { affiliate: 'self' },
  rows: ['affiliate', 'sub1'],
  openInto: ['sub2', 'sub3', 'sub4', 'sub5', 'day', 'campaign', 'action'],
  measures: [
    'clicks',
    'unique_clicks',
    'registrations',
    'ftd',
    'deposit_count',
    'deposits',
    'turnover',
    'payout',
    'bonus',
    'chargebacks',
    'ggr',
    'qty_cpa',
    'cpa_reward',
  ],
  filters: subFilters,
  chart: 'registrations',
})
