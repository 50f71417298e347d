/** What targets (`signalTarget.ts`) can be told of. docs/signals.md says what arrives. */
import { defineSignal } from '../src/config/signal.ts'

const ofPayment = { of: 'payment', changed: ['state'], company: 'affiliate.company', affiliate: 'affiliate' } as const
const player = ['player', 'brand', 'affiliate', 'campaign', 'action', 'clickId'] as const
const subs = ['sub1', 'sub2', 'sub3', 'sub4', 'sub5'] as const

export const signals = {
  registration: defineSignal({ on: 'registration', says: [...player, ...subs, 'country', 'day'], toAffiliates: true }),
  firstDeposit: defineSignal({
    on: 'firstDeposit',
    says: [...player, ...subs, 'country', 'day', 'amount', 'currency'],
    toAffiliates: true,
  }),
  cpaQualified: defineSignal({
    on: 'cpaQualified',
    says: [...player, ...subs, 'day', 'reward', 'amount', 'currency'],
    reads: 'entry',
    toAffiliates: true,
  }),
  entryChanged: defineSignal({
    on: 'entryChanged',
    says: ['entry', 'affiliate', 'partner', 'day', 'value', 'currency', 'change'],
    reads: 'entry',
    toAffiliates: true,
  }),
  periodLocked: defineSignal({
    on: { of: 'period', changed: ['state'], to: { state: ['locked'] }, company: 'company' },
    says: ['from', 'to', 'state'],
  }),
  statementReady: defineSignal({
    on: 'statementReady',
    says: ['affiliate', 'period', 'from', 'to'],
    reads: 'entry',
    toAffiliates: true,
  }),
  paymentSent: defineSignal({
    on: { ...ofPayment, to: { state: ['sent', 'settled'] } },
    says: ['affiliate', 'value', 'currency', 'method', 'state', 'paidAt'],
    toAffiliates: true,
  }),
  paymentFailed: defineSignal({
    on: { ...ofPayment, to: { state: ['rejected', 'returned'] } },
    says: ['affiliate', 'value', 'currency', 'method', 'state'],
    toAffiliates: true,
  }),
  keyChanged: defineSignal({
    on: { of: 'affiliate', changed: ['paymentKey', 'paymentKeyType'], company: 'company', affiliate: 'self' },
    says: ['token'],
    toAffiliates: true,
  }),
} as const

/** Their names, in the order in which people choose among them. */
export const signalNames = Object.keys(signals) as (keyof typeof signals)[]
