import { defineReport } from '#engine/declaration/report.ts'

/**
 * What the entries of a period come to, affiliate by affiliate: still to pay, under way, paid. The page that pays is
 * the financial one.
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
  measures: ['qty_entries', 'pending', 'in_flight', 'paid', 'entry_value'],
  filters: ['period', 'brand', 'affiliate', 'partner', 'level'],
  chart: 'pending',
})
