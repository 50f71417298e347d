/** What of a record can be sent, or is read, where its fields alone do not show what they are for. */
export const recordExamples: Readonly<Record<string, object>> = {
  // As it is read once another person has locked it.
  period: { from: '2026-11-01', to: '2026-11-30', state: 'locked', reopenReason: null },
  entry: { partner: null, kind: 'adjustment', value: 52.5 },
  payment: { partner: null, method: 'manual', state: 'settled', value: 52.5, net: 52.5, entries: [1, 2] },
  reward: {
    name: 'CPA at 20 within 30 days',
    productType: 'cpa',
    subType: 'player',
    calculation: 'fixed',
    value: 100,
    currency: 'BRL',
    terms: [
      {
        type: 'milestone',
        key: 'milestone1',
        conditions: [{ fact: 'depositSum', amount: 20, within: 30, unit: 'days', since: 'registration' }],
        countries: 'BR, PT',
      },
      { type: 'hold', key: 'hold1', days: 7, takenBack: 'any', within: 60 },
      { type: 'cap', key: 'perMonth', per: 'month', atMost: 50, beyond: 'later' },
      { type: 'cap', key: 'perPeriod', per: 'period', measure: 'money', atMost: 5000 },
      { type: 'minimum', key: 'minimum1', fact: 'firstDeposits', amount: 3 },
    ],
  },
}
