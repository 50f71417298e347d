import type { EventRule } from '#rules/activity/events.ts'
import type { Exactly } from './fields/index.ts'
import type { EventName } from './names.ts'

/**
 * What a column of movement counts that is no event by itself: each player's first deposit, and clicks that were a
 * visitor's first of a day on a link.
 */
export const derivedCounts = ['firstDeposits', 'firstVisits'] as const
/** One of {@link derivedCounts}. */
export type CountedMark = (typeof derivedCounts)[number]

interface SumDefinition {
  /** The events whose amounts it adds up. */
  readonly sumOf: readonly EventName[]
  /** The events whose amounts are taken from it. */
  readonly lessOf?: readonly EventName[]
}

interface CountDefinition {
  /** The events it counts, or a mark that is no event by itself. */
  readonly countOf: readonly EventName[] | CountedMark
}

interface CommonDefinition {
  /** What the column of the database is called, where that is not the measure's name. */
  readonly column?: string
  /** Rows without a product have something of it although its events name one: those of times when they needed none. */
  readonly withoutProduct?: true
}

/** What is said of a stored measure. */
export type MovementColumnDefinition = CommonDefinition & (SumDefinition | CountDefinition)

/** The same as the check of the configuration looks at it: what it says of whichever form. */
export type AnyMovementColumn = CommonDefinition & Partial<SumDefinition & CountDefinition>

type AllOptions = CommonDefinition & SumDefinition & CountDefinition

/**
 * Declares what a brand's platform can tell us. Its check, its place in the database and its label follow from it; what
 * it
 * adds to is said by movement's columns.
 * @example bet: defineEvent({ product: true, amount: 'positive' })
 */
export const defineEvent = <const E extends EventRule>(definition: Exactly<E, EventRule>): E => definition

/**
 * Declares a measure that is stored, as a sum or count of events: columns of both roll-ups, how they are added up and
 * verified, and the measure for reports follow from it.
 * @example turnover: defineMovementColumn({ sumOf: ['bet'] })
 */
export const defineMovementColumn = <const C extends MovementColumnDefinition>(definition: Exactly<C, AllOptions>): C =>
  definition

/** Every event, by its type. */
export type Events = Readonly<Record<string, EventRule>>
/** Every stored measure, by its name. */
export type Movement = Readonly<Record<string, AnyMovementColumn>>
