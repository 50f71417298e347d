import { defineReport } from '#engine/declaration/report.ts'

/**
 * What the entries of a period come to, affiliate by affiliate: still to pay, under way, paid. The page that pays is
 * the financial one. What the system before this one paid stands in a column of its own.
 */
export const paymentByAffiliate = defineReport({
  name: 'paymentByAffiliate',
  path: '/reports/payment',
  openTo: ['session'],
  roles: ['paymentByAffiliate', 'financial'],
  access: { partner: 'subtree' },
  source: 'entries',
  rows: ['affiliate'],
  openInto: ['day'],
  measures: ['qty_entries', 'pending', 'in_flight', 'paid', 'entry_value', 'paid_elsewhere'],
  filters: ['period', 'brand', 'affiliate', 'partner', 'level'],
  chart: 'pending',
})
