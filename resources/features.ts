/**
 * What a company can do without, in the order in which the page of features shows it. Entities, fields, sections, pages,
 * reports, jobs and what features place into pages name theirs (`feature: 'risk'`); the calls that are written by hand
 * stand here. The specification's screens and calls belong to none.
 */
import { defineFeatures } from '#engine/declaration/feature.ts'

export const features = defineFeatures({
  portal: { under: 'affiliates', calls: ['/api/portal', '/api/affiliate/:id/view', '/api/invitation'] },
  applications: { under: 'affiliates' },
  sites: { under: 'affiliates' },
  announcements: { under: 'affiliates' },
  tags: { under: 'affiliates' },
  agreements: { under: 'affiliates' },
  media: { under: 'promotion', calls: ['/api/portal/media'] },
  promoCodes: { under: 'promotion' },
  linkDomains: { under: 'promotion' },
  reconciliation: { under: 'money', calls: ['/api/bankStatement', '/api/payment/reconcile', '/api/payment/bank_code'] },
  invoices: {
    under: 'money',
    calls: ['/api/payment/invoice', '/api/portal/invoice', '/api/portal/payment/:id/invoice'],
  },
  withholding: { under: 'money', calls: ['/api/tax'] },
  periods: { under: 'money' },
  corrections: { under: 'money' },
  statements: { under: 'money', calls: ['/api/statement', '/api/portal/history'] },
  ledger: { under: 'money', calls: ['/api/ledger'] },
  risk: { under: 'control', calls: ['/api/risk', '/api/riskFinding', '/api/riskExemption'] },
  moreReports: { under: 'control' },
  digests: { under: 'control', calls: ['/api/me/digest'] },
  liveSheets: { under: 'control', calls: ['/api/me/sheet'] },
  webhooks: { under: 'connections' },
  assistants: { under: 'connections', calls: ['/mcp', '/api/oauth'] },
  moving: { under: 'connections', calls: ['/api/entry/opening'] },
})

/** Their names, in that order. */
export const featureNames = Object.keys(features) as (keyof typeof features)[]

declare module '#engine/declaration/names.ts' {
  interface ConfigurationNames {
    feature: keyof typeof features
  }
}
