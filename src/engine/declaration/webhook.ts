import type { OfFeature } from './feature.ts'
import type { JsonSchema } from './kinds/index.ts'
import type { Exactly } from './fields/index.ts'
import { isShareable } from './operatorWebhook.ts'

const id = (of: string): JsonSchema => ({ type: ['integer', 'null'], description: of })
const text = (of: string): JsonSchema => ({ type: ['string', 'null'], description: of })
const amount = (of: string): JsonSchema => ({ type: ['number', 'null'], description: of })

/** What is said of happenings, word by word, as it stands in bodies and in the API's document. */
export const signalWords = {
  player: id('an opaque number, the same for the same player'),
  brand: id('the brand'),
  affiliate: id('the affiliate'),
  partner: id('the partner'),
  campaign: id('the campaign'),
  action: id('the tracking link'),
  entry: id('the entry'),
  reward: id('the reward'),
  period: id('the period'),
  clickId: text('the id that the affiliate gave the visit, else the click that the registration named'),
  sub1: text('what the affiliate gave its link'),
  sub2: text('what the affiliate gave its link'),
  sub3: text('what the affiliate gave its link'),
  sub4: text('what the affiliate gave its link'),
  sub5: text('what the affiliate gave its link'),
  gclid: text("Google's id of the visit"),
  fbclid: text("Meta's id of the visit"),
  msclkid: text("Microsoft's id of the visit"),
  ttclid: text("TikTok's id of the visit"),
  country: text('two letters'),
  currency: text('three letters'),
  risk: text('the rule, by its name'),
  severity: text('low, medium or high'),
  change: text('added, corrected or removed'),
  day: text('the business day, YYYY-MM-DD'),
  from: text('the first day, YYYY-MM-DD'),
  to: text('the last day, YYYY-MM-DD'),
  amount: amount('at most 2 decimals'),
  value: amount('at most 2 decimals'),
  figures: {
    type: ['array', 'null'],
    description: 'by currency and product, before and after; null where there is no result',
    items: {
      type: 'object',
      properties: {
        currency: { type: 'string' },
        product: { type: 'string' },
        before: { type: 'number' },
        after: { type: 'number' },
      },
    },
  },
  before: { type: 'array', items: { type: 'string' }, description: 'what held before, as sentences' },
  after: { type: 'array', items: { type: 'string' }, description: 'what holds now, as sentences' },
  url: text('the page that explains it'),
  lines: {
    type: 'array',
    description: 'what happened, each with its figures, in words, and the page that explains it',
    items: {
      type: 'object',
      properties: {
        code: { type: 'string' },
        text: { type: 'string' },
        details: { type: 'array', items: { type: 'string' } },
        url: { type: ['string', 'null'] },
      },
    },
  },
} as const satisfies Readonly<Record<string, JsonSchema>>
export type SignalWord = keyof typeof signalWords

const ofPlayer = ['player', 'brand', 'affiliate', 'campaign', 'action', 'clickId', 'country', 'day'] as const
const subs = ['sub1', 'sub2', 'sub3', 'sub4', 'sub5', 'gclid', 'fbclid', 'msclkid', 'ttclid'] as const

/** What happens beside the writing of records, and the words in which it can be told. */
export const domainEvents = {
  registration: [...ofPlayer, ...subs],
  firstDeposit: [...ofPlayer, ...subs, 'amount', 'currency'],
  cpaQualified: [...ofPlayer, ...subs, 'reward', 'amount', 'currency'],
  entryChanged: ['entry', 'affiliate', 'partner', 'day', 'value', 'currency', 'change'],
  statementReady: ['affiliate', 'partner', 'period', 'from', 'to'],
  riskRaised: ['affiliate', 'partner', 'player', 'risk', 'severity', 'from', 'to'],
  dealChanged: ['affiliate', 'day', 'from', 'to', 'figures', 'before', 'after', 'url'],
  dailyDigest: ['from', 'to', 'lines'],
  weeklyDigest: ['from', 'to', 'lines'],
} as const satisfies Readonly<Record<string, readonly SignalWord[]>>
export type DomainEventName = keyof typeof domainEvents

/** Whose records are told to themselves. */
export const toldOwner = 'affiliate'
/** Whose records are told to who sees all that is below them. */
export const toldAbove = 'partner'

interface Told extends OfFeature {
  /** Who subscribes must be able to read this resource; that of records is asked without it. */
  readonly reads?: string
  /** The same of a report, by its name. */
  readonly readsReport?: string
  /** Affiliates may have it sent to targets of their own, of what is theirs. */
  readonly toOwners?: true
}

/** That records of a resource are written. */
export interface RecordTrigger {
  /** The resource whose records it is about. */
  readonly of: string
  /** The fields of which one has to change. */
  readonly changed?: readonly string[]
  /** A new record counts as well. */
  readonly created?: true
  /** What the fields have to hold after it: `{ state: ['locked'] }`. */
  readonly to?: Readonly<Record<string, readonly string[]>>
  /** The way to the company that is told: `company`, `affiliate.company`; `self` where the record is one. */
  readonly within: string
  /** The field that names the affiliate it belongs to; `self` where the record is one. */
  readonly owner?: string
  /** The same of who stands above affiliates, where it belongs to such a one. */
  readonly above?: string
}

/** The writing of records that a signal is about: of one resource, or of several, told in the same words. */
export const recordsOf = ({ on }: SignalDefinition): readonly RecordTrigger[] =>
  typeof on === 'string' ? [] : [on].flat()

/** A signal of something that happens beside records, which the server tells of by name. */
type NamedSignal = {
  readonly [Name in DomainEventName]: Told & {
    readonly on: Name
    readonly says: readonly (typeof domainEvents)[Name][number][]
  }
}[DomainEventName]

/** A signal of records that are written: it says the fields that it names, as they are then. */
interface RecordSignal extends Told {
  readonly on: RecordTrigger | readonly RecordTrigger[]
  readonly says: readonly string[]
}

/** What is said of a signal: what has to happen, and what of it is told. */
export type SignalDefinition = NamedSignal | RecordSignal
/** Every signal, by its name. */
export type Signals = Readonly<Record<string, SignalDefinition>>

export { isShareable }

/**
 * Declares what targets are told of. It is written in the transaction of what happened, sent again and again until it is
 * taken, and described in the API's document. Its label is in `locales/*`, under `choices.signal`.
 * @example cpaQualified: defineSignal({ on: 'cpaQualified', says: ['player', 'amount', 'currency'], toOwners: true })
 * @example periodLocked: defineSignal({ on: { of: 'period', changed: ['state'], to: { state: ['locked'] }, within: 'company' }, says: ['from', 'to'] })
 * @example keyChanged: defineSignal({ on: [{ of: 'affiliate', … }, { of: 'partner', … }], says: ['token'] })
 */
export const defineSignal = <const S extends SignalDefinition>(definition: Exactly<S, S>): S => definition
