import { defineReport, reportFilters } from '#engine/declaration/report.ts'

/** How the month is going, day by day: the morning page. Asked without a period it is the month so far. */
export const dashboard = defineReport({
  name: 'dashboard',
  path: '/home',
  openTo: ['session'],
  roles: ['home'],
  rows: ['day'],
  measures: ['ngr', 'ggr', 'turnover', 'deposits', 'registrations', 'ftd', 'qty_affiliates'],
  filters: reportFilters,
  chart: 'ngr',
})
