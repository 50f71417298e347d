/** What the menu, links and lists say about the pages of `moneyPages.ts`, in English; loaded before them. */
export const pageTitles = {
  partial: "You only see the brands you work with, so you can't pay this. Ask a colleague who can see all the brands.",
  features: { title: 'Features' },
  feeds: { title: 'Activity imports' },
  geolocation: { title: 'Geolocation' },
  linkMisses: { title: 'Broken links' },
  jobs: { title: 'Scheduled jobs' },
  ledger: { title: 'Ledger' },
  migration: { title: 'Move from another system' },
  payments: { title: 'Payment by affiliate' },
  reconciliation: { title: 'Reconciliation' },
  trace: { title: 'Trace an event or player' },
  statement: { title: 'Statements' },
  risk: { title: 'Fraud & risk' },
  taxes: { title: 'Withholding taxes' },
  studio: { title: 'Studio' },
  unattributed: { title: 'Unattributed events' },
}

export type PageTitles = {
  [Name in keyof typeof pageTitles]: (typeof pageTitles)[Name] extends string ? string : { title: string }
}
