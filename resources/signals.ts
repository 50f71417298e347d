/** What targets (`signalTarget.ts`) can be told of. docs/signals.md says what arrives. */
import { defineSignal } from '../src/config/signal.ts'

const ofPayment = { of: 'payment', changed: ['state'], within: 'affiliate.company', owner: 'affiliate' } as const
const player = ['player', 'brand', 'affiliate', 'campaign', 'action', 'clickId'] as const
const subs = ['sub1', 'sub2', 'sub3', 'sub4', 'sub5'] as const

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
    on: { of: 'period', changed: ['state'], to: { state: ['locked'] }, within: 'company' },
    says: ['from', 'to', 'state'],
  }),
  statementReady: defineSignal({
    on: 'statementReady',
    says: ['affiliate', 'period', 'from', 'to'],
    reads: 'entry',
    toOwners: true,
  }),
  paymentSent: defineSignal({
    on: { ...ofPayment, to: { state: ['sent', 'settled'] } },
    says: ['affiliate', 'value', 'currency', 'method', 'state', 'paidAt'],
    toOwners: true,
  }),
  paymentFailed: defineSignal({
    on: { ...ofPayment, to: { state: ['rejected', 'returned'] } },
    says: ['affiliate', 'value', 'currency', 'method', 'state'],
    toOwners: true,
  }),
  keyChanged: defineSignal({
    on: { of: 'affiliate', changed: ['paymentKey', 'paymentKeyType'], within: 'company', owner: 'self' },
    says: ['token'],
    toOwners: true,
  }),
  riskRaised: defineSignal({
    on: 'riskRaised',
    says: ['affiliate', 'risk', 'severity', 'from', 'to'],
    reads: 'payment',
  }),
} as const

/** Their names, in the order in which people choose among them. */
export const signalNames = Object.keys(signals) as (keyof typeof signals)[]
