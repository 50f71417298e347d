/** What can be sent to make a record, where its fields alone do not show what they are for. */
export const recordExamples: Readonly<Record<string, object>> = {
  reward: {
    name: 'CPA at 20 within 30 days',
    productType: 'cpa',
    subType: 'player',
    calculation: 'fixed',
    value: 100,
    currency: 'BRL',
    conditions: [{ fact: 'depositSum', amount: 20, within: 30, unit: 'days', since: 'registration' }],
    countries: 'BR, PT',
    holdDays: 7,
    clawBack: 'any',
    clawBackDays: 60,
    caps: [{ per: 'month', atMost: 50, beyond: 'later' }],
    minimums: [{ fact: 'firstDeposits', amount: 3 }],
    ceiling: 5000,
  },
}
