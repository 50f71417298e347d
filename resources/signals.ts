/** What targets (`signalTarget.ts`) can be told of. docs/reference/webhooks.md says what arrives. */
import { defineSignal } from '#engine/declaration/webhook.ts'

const moved = { of: 'payment', created: true, changed: ['state'] } as const
const ofAffiliates = { ...moved, within: 'affiliate.company', owner: 'affiliate' } as const
const ofPartners = { ...moved, within: 'partner.company', above: 'partner' } as const
const keyOf = { changed: ['paymentKey', 'paymentKeyType'], within: 'company' } as const
const player = ['player', 'brand', 'affiliate', 'campaign', 'action', 'clickId'] as const
const subs = ['sub1', 'sub2', 'sub3', 'sub4', 'sub5', 'gclid', 'fbclid', 'msclkid', 'ttclid'] as const

export const signals = {
  registration: defineSignal({ on: 'registration', says: [...player, ...subs, 'country', 'day'], toOwners: true }),
  firstDeposit: defineSignal({
    on: 'firstDeposit',
    says: [...player, ...subs, 'country', 'day', 'amount', 'currency'],
    toOwners: true,
  }),
  cpaQualified: defineSignal({
    on: 'cpaQualified',
    says: [...player, ...subs, 'day', 'reward', 'amount', 'currency'],
    reads: 'entry',
    toOwners: true,
  }),
  entryChanged: defineSignal({
    on: 'entryChanged',
    says: ['entry', 'affiliate', 'partner', 'day', 'value', 'currency', 'change'],
    reads: 'entry',
    toOwners: true,
  }),
  periodLocked: defineSignal({
    feature: 'periods',
    on: { of: 'period', changed: ['state'], to: { state: ['locked'] }, within: 'company' },
    says: ['from', 'to', 'state'],
  }),
  statementReady: defineSignal({
    feature: 'statements',
    on: 'statementReady',
    says: ['affiliate', 'partner', 'period', 'from', 'to'],
    reads: 'entry',
    toOwners: true,
  }),
  paymentSent: defineSignal({
    on: [
      { ...ofAffiliates, to: { state: ['sent', 'settled'] } },
      { ...ofPartners, to: { state: ['sent', 'settled'] } },
    ],
    says: ['affiliate', 'partner', 'value', 'currency', 'method', 'state', 'paidAt'],
    toOwners: true,
  }),
  paymentFailed: defineSignal({
    on: [
      { ...ofAffiliates, to: { state: ['rejected', 'returned'] } },
      { ...ofPartners, to: { state: ['rejected', 'returned'] } },
    ],
    says: ['affiliate', 'partner', 'value', 'currency', 'method', 'state'],
    toOwners: true,
  }),
  keyChanged: defineSignal({
    on: [
      { ...keyOf, of: 'affiliate', owner: 'self' },
      { ...keyOf, of: 'partner', above: 'self' },
    ],
    says: ['token'],
    toOwners: true,
  }),
  application: defineSignal({
    feature: 'applications',
    on: { of: 'application', created: true, changed: ['state'], within: 'company' },
    says: ['brand', 'state'],
  }),
  riskRaised: defineSignal({
    feature: 'risk',
    on: 'riskRaised',
    says: ['affiliate', 'partner', 'player', 'risk', 'severity', 'from', 'to'],
    reads: 'payment',
  }),
  dealChanged: defineSignal({
    on: 'dealChanged',
    says: ['affiliate', 'day', 'from', 'to', 'figures', 'before', 'after', 'url'],
    reads: 'entry',
    toOwners: true,
  }),
  dailyDigest: defineSignal({
    feature: 'digests',
    on: 'dailyDigest',
    says: ['from', 'to', 'lines'],
    reads: 'payment',
    readsReport: 'movement',
  }),
  weeklyDigest: defineSignal({
    feature: 'digests',
    on: 'weeklyDigest',
    says: ['from', 'to', 'lines'],
    reads: 'payment',
    readsReport: 'movement',
  }),
} as const

/** Their names, in the order in which people choose among them. */
export const signalNames = Object.keys(signals) as (keyof typeof signals)[]
