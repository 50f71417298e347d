import { isDay } from '#engine/values/calendar.ts'
import { barReasons } from '../deals/constants.ts'
import { products } from './measures.ts'
import type { Product } from './measures.ts'
import type { Money } from '#engine/values/money.ts'
import { type Subs, subsOf } from './subIds.ts'
import { subNames } from './subNames.ts'
import { hasUnstorableCharacters } from '#engine/values/text.ts'

/** What an event of a type says besides its id and moment. */
export interface EventRule {
  /** It must name its player; where nothing is said it may. */
  readonly player?: 'required'
  /** It belongs to a product, which it must name. One that belongs to none forgets a product that is named with it. */
  readonly product?: true
  /** It says why, in one of the words of `barReasons`; others say none. */
  readonly reason?: 'required'
  /** It has an amount of 0 or more, one of either sign, or none. */
  readonly amount: 'positive' | 'signed' | 'none'
}

/**
 * The events to which the product itself gives a meaning beyond what is added up of them: who belongs to whom, who is a
 * depositor, what rewards and triggers are made of.
 */
export const namedEvents = ['click', 'registration', 'deposit', 'bet', 'win'] as const

/** The properties an event may have, as they are named on the wire and in the header of feed files. */
export const eventProperties = [
  'event_id',
  'type',
  'occurred_at',
  'player_ref',
  'action_token',
  'product',
  'amount',
  'currency',
  'country',
  'state',
  'city',
] as const

/** What a brand may tell of a player beside its events, by which several can be known to be one; kept as digests. */
export const markKinds = ['payment', 'device', 'address'] as const
/** The properties that say so, in that order. */
const markProperties = ['payment_mark', 'device_mark', 'address_mark'] as const

/** What feeds may leave out: the columns of files that came before them go on being whole. */
export const optionalProperties = ['promo_code', 'reason', 'game_group', ...subNames, ...markProperties] as const

/** The most characters of each text. */
export const eventLengths = {
  event_id: 200,
  player_ref: 200,
  action_token: 100,
  game_group: 60,
  state: 60,
  city: 120,
} as const

const markLengthMax = 300
const promoCodeLengthMax = 100

/** An event as it is stored: checked, and each fact written in one way. */
export interface ActivityEvent<Type extends string = string> {
  readonly eventId: string
  readonly type: Type
  /** ISO 8601 in UTC with milliseconds. */
  readonly occurredAt: string
  readonly playerRef: string | null
  readonly actionToken: string | null
  /** What the player typed, in capitals; it counts where no token is named. */
  readonly promoCode?: string | null
  /** Of events that belong to one; null for everything else. */
  readonly product: Product | null
  /** Null for events that have none; negative only for those whose amount has a sign. */
  readonly amount: Money | null
  readonly currency: string | null
  readonly country: string | null
  readonly state: string | null
  readonly city: string | null
  /** Why, of events that say so. */
  readonly reason: string | null
  /** The group of games that it is of, in small letters; of events that belong to a product. */
  readonly gameGroup?: string | null
  /** The sub ids that it names itself; where it names none those of its click or its player count. */
  readonly subs?: Subs | null
  /** What it tells of its player; null for what it does not. In the order of {@link markKinds}. */
  readonly marks?: readonly (string | null)[]
}

/** Why an event is rejected. */
export const eventProblemCodes = [
  'not_an_event',
  'unknown_property',
  'missing_event_id',
  'invalid_event_id',
  'invalid_type',
  'invalid_moment',
  'moment_in_future',
  'missing_player',
  'invalid_player',
  'invalid_action_token',
  'invalid_promo_code',
  'missing_product',
  'invalid_product',
  'missing_amount',
  'invalid_amount',
  'negative_amount',
  'amount_not_allowed',
  'invalid_currency',
  'invalid_country',
  'invalid_state',
  'invalid_city',
  'missing_reason',
  'invalid_reason',
  'invalid_game_group',
  'invalid_sub',
  'invalid_mark',
] as const

/** One of {@link eventProblemCodes}. */
export type EventProblem = (typeof eventProblemCodes)[number]

/** An event that can be stored, or why not. */
export type ReadEvent<Type extends string = string> =
  | { readonly ok: true; readonly event: ActivityEvent<Type> }
  | { readonly ok: false; readonly code: EventProblem }

const reasons: ReadonlySet<unknown> = new Set(barReasons)
const productNames: ReadonlySet<unknown> = new Set(products)
const propertyNames: ReadonlySet<string> = new Set([...eventProperties, ...optionalProperties])
const amountPattern = /^(-?)([0-9]{1,13})(?:\.([0-9]{1,2})0*)?$/
const momentPattern =
  /^([0-9]{4}-[0-9]{2}-[0-9]{2})T([0-9]{2}):([0-9]{2})(?::([0-9]{2})(?:\.([0-9]{1,9}))?)?(Z|[+-][0-9]{2}:[0-9]{2})$/

/** Thrown and caught in this file alone: carries the code out of the readers of single properties. */
class Rejection extends Error {
  readonly code: EventProblem

  constructor(code: EventProblem) {
    super(code)
    this.code = code
  }
}

/**
 * Makes the check of events as they come (parsed JSON, or the row of a feed file, where empty text is nothing), which
 * writes each in the one way it is stored in. Unknown properties
 * are refused. What an event of a type has to say is its rule's; amounts have at most 2 decimals. What can be
 * attributed to nothing is no problem here: it is kept.
 * @param rules what can be told, by type
 * @returns a function; its `latest`: events after this moment (ISO 8601 in UTC with milliseconds) are refused
 */
export function eventReader<Type extends string>(
  rules: Readonly<Record<Type, EventRule>>,
): (raw: unknown, options?: { latest?: string }) => ReadEvent<Type> {
  const ruleOf: ReadonlyMap<unknown, EventRule> = new Map(Object.entries(rules))
  return (raw, { latest } = {}) => {
    try {
      return { ok: true, event: eventOf(raw, ruleOf, latest) as ActivityEvent<Type> }
    } catch (error) {
      if (error instanceof Rejection) return { ok: false, code: error.code }
      throw error
    }
  }
}

/**
 * Everything an event says besides its id, as one text: the same id with the same content is a duplicate, with other
 * content a conflict.
 */
export function contentOf(event: ActivityEvent): string {
  const { type, occurredAt, playerRef, actionToken, product, amount, currency, country, state, city, reason } = event
  const { gameGroup, subs, marks, promoCode } = event
  const content = [type, occurredAt, playerRef, actionToken, product, amount, currency, country, state, city]
  const rest = [gameGroup && { gameGroup }, subs && { subs }, marks && { marks }, promoCode && { promoCode }].filter(
    Boolean,
  )
  return JSON.stringify([...content, ...(reason ? [reason] : []), ...rest])
}

function eventOf(raw: unknown, rules: ReadonlyMap<unknown, EventRule>, latest: string | undefined): ActivityEvent {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) throw new Rejection('not_an_event')
  for (const name in raw) if (!propertyNames.has(name)) throw new Rejection('unknown_property')
  const given = raw as Partial<Record<(typeof eventProperties)[number] | (typeof optionalProperties)[number], unknown>>
  const eventId = textOf(given.event_id, eventLengths.event_id, 'invalid_event_id')
  if (eventId === null) throw new Rejection('missing_event_id')
  const rule = rules.get(given.type)
  if (!rule) throw new Rejection('invalid_type')
  const playerRef = textOf(given.player_ref, eventLengths.player_ref, 'invalid_player')
  if (playerRef === null && rule.player === 'required') throw new Rejection('missing_player')
  const occurredAt = momentOf(given.occurred_at)
  if (latest !== undefined && occurredAt > latest) throw new Rejection('moment_in_future')
  const subs = subsOf(given)
  if (subs === undefined) throw new Rejection('invalid_sub')
  return {
    eventId,
    type: given.type as string,
    occurredAt,
    playerRef,
    actionToken: textOf(given.action_token, eventLengths.action_token, 'invalid_action_token'),
    product: productOf(given.product, rule),
    amount: amountOf(given.amount, rule),
    currency: codeOf(given.currency, 3, 'invalid_currency'),
    country: codeOf(given.country, 2, 'invalid_country'),
    state: textOf(given.state, eventLengths.state, 'invalid_state'),
    city: textOf(given.city, eventLengths.city, 'invalid_city'),
    reason: reasonOf(given.reason, rule),
    ...codeNamed(given.promo_code),
    ...groupOf(given.game_group, rule),
    ...(subs ? { subs } : {}),
    ...marksOf(given),
  }
}

/** Text, or a whole number as platforms send ids; null where there is nothing. */
function textOf(value: unknown, lengthMax: number, code: EventProblem): string | null {
  if (value === undefined || value === null || value === '') return null
  const text = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value
  if (typeof text !== 'string' || text.length > lengthMax || text.trim() === '' || hasUnstorableCharacters(text))
    throw new Rejection(code)
  return text
}

function marksOf(given: { readonly [Name in (typeof markProperties)[number]]?: unknown }): Pick<
  ActivityEvent,
  'marks'
> {
  const marks = markProperties.map((name) => textOf(given[name], markLengthMax, 'invalid_mark'))
  return marks.some((mark) => mark !== null) ? { marks } : {}
}

/** Two or three letters, in upper case. */
function codeOf(value: unknown, length: number, code: EventProblem): string | null {
  const text = textOf(value, length, code)
  if (text === null) return null
  if (text.length !== length || !/^[A-Za-z]+$/.test(text)) throw new Rejection(code)
  return text.toUpperCase()
}

function reasonOf(value: unknown, { reason: isNeeded }: EventRule): string | null {
  const isAbsent = value === undefined || value === null || value === ''
  if (isAbsent && isNeeded) throw new Rejection('missing_reason')
  if (isAbsent) return null
  if (!isNeeded || !reasons.has(value)) throw new Rejection('invalid_reason')
  return value as string
}

/** Players type anything: what is no code of the brand's is kept with the event, which belongs to nobody by it. */
function codeNamed(value: unknown): Pick<ActivityEvent, 'promoCode'> {
  const typed = textOf(value, promoCodeLengthMax, 'invalid_promo_code')
  return typed === null ? {} : { promoCode: typed.trim().toUpperCase() }
}

/** Of what belongs to no product a group is forgotten, as a product is. */
function groupOf(value: unknown, { product }: EventRule): { gameGroup?: string } {
  const group = textOf(value, eventLengths.game_group, 'invalid_game_group')
  return group === null || !product ? {} : { gameGroup: group.trim().toLowerCase() }
}

function productOf(value: unknown, { product: isNeeded }: EventRule): Product | null {
  const isAbsent = value === undefined || value === null || value === ''
  if (isAbsent && isNeeded) throw new Rejection('missing_product')
  if (isAbsent) return null
  if (!productNames.has(value)) throw new Rejection('invalid_product')
  // Some platforms name a product with a click or a deposit; those belong to none.
  return isNeeded ? (value as Product) : null
}

function amountOf(value: unknown, { amount: kind }: EventRule): Money | null {
  const isAbsent = value === undefined || value === null || value === ''
  if (isAbsent && kind === 'none') return null
  if (isAbsent) throw new Rejection('missing_amount')
  const match = typeof value === 'string' || typeof value === 'number' ? amountPattern.exec(String(value)) : null
  if (!match) throw new Rejection('invalid_amount')
  const [, sign = '', whole = '', decimals = ''] = match
  const amount = `${whole.replace(/^0+(?=[0-9])/, '')}.${decimals.padEnd(2, '0')}`
  if (kind === 'none') {
    if (amount !== '0.00') throw new Rejection('amount_not_allowed')
    return null
  }
  if (amount === '0.00') return amount
  if (sign && kind !== 'signed') throw new Rejection('negative_amount')
  return `${sign}${amount}`
}

/** The day that was looked at last: of a batch nearly all are the same. */
let knownDay = ''

function isKnownDay(day: string | undefined): boolean {
  if (day === knownDay) return true
  if (!isDay(day)) return false
  knownDay = day
  return true
}

function momentOf(value: unknown): string {
  const match = typeof value === 'string' ? momentPattern.exec(value) : null
  if (!match) throw new Rejection('invalid_moment')
  const [, day, hours = '', minutes = '', seconds = '00', fraction = '', zone] = match
  if (!isKnownDay(day) || hours > '23' || minutes > '59' || seconds > '59') throw new Rejection('invalid_moment')
  const local = `${day}T${hours}:${minutes}:${seconds}.${fraction.slice(0, 3).padEnd(3, '0')}`
  if (zone === 'Z') return `${local}Z`
  const ms = Date.parse(`${local}${zone}`)
  if (Number.isNaN(ms)) throw new Rejection('invalid_moment')
  return new Date(ms).toISOString()
}
