import { defineReport } from '#engine/declaration/report.ts'

/** What became of players since the month in which they registered or deposited for the first time. */
export const cohorts = defineReport({
  name: 'cohorts',
  feature: 'moreReports',
  path: '/reports/cohorts',
  openTo: ['session'],
  roles: ['activityPerAffiliate'],
  access: { affiliate: 'self', partner: 'subtree' },
  rows: 'cohort',
  openInto: ['affiliate', 'brand', 'campaign', 'action', 'country', 'month'],
  measures: [
    'registrations',
    'ftd',
    'deposit_count',
    'deposits',
    'turnover',
    'ggr',
    'ngr',
    'qty_cpa',
    'cpa_reward',
    'affiliate_reward',
  ],
  filters: ['period', 'cohortBy', 'brand', 'affiliate', 'campaign', 'action', 'country', 'partner', 'level', 'cohort'],
})
