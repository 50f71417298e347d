import type { MeasureDefinition, MeasureUnit } from '#rules/activity/measures.ts'
import type { AnyMovementColumn, Events, Movement } from './activity.ts'
import { isByProduct } from './derive/activity/movementColumns.ts'
import type { Exactly } from './fields/index.ts'

/** In what a measure is counted. */
export const measureUnits = ['money', 'ratio', 'count'] as const satisfies readonly MeasureUnit[]

/** The events that belong to a product. */
type ProductEvent<E> = { [Type in keyof E]: E[Type] extends { readonly product: true } ? Type : never }[keyof E]

/** The events a stored measure is made of. */
type EventsIn<C> = C extends { readonly sumOf: readonly (infer Type)[] }
  ? Type
  : C extends { readonly countOf: readonly (infer Type)[] }
    ? Type
    : never

/** The measures that stored columns hold. */
export type StoredMeasures<E, M> = {
  readonly [Name in keyof M]: MeasureDefinition & {
    readonly grain: 'movement'
    readonly formula: null
    readonly byProduct: [EventsIn<M[Name]> & ProductEvent<E>] extends [never] ? false : true
  }
}

/** The measures that exist for one product alone. */
export type ProductMeasureOf<M> = {
  [Name in keyof M]: M[Name] extends { readonly byProduct: true } ? Name : never
}[keyof M]

const unitOf = ({ sumOf }: AnyMovementColumn): MeasureUnit => (sumOf === undefined ? 'count' : 'money')

/**
 * The measures that the columns of movement hold: money where amounts are added up, else a count; by product where
 * their
 * events belong to one.
 */
export function storedMeasures<E extends Events, M extends Movement>(events: E, movement: M): StoredMeasures<E, M> {
  const stored = Object.entries(movement).map(
    ([name, column]) =>
      [
        name,
        { unit: unitOf(column), grain: 'movement', formula: null, byProduct: isByProduct(column, events) },
      ] as const,
  )
  return Object.fromEntries(stored) as unknown as StoredMeasures<E, M>
}

/** What is said of a measure that is made of others. */
export interface FormulaDefinition {
  /** `ratio`: shown as percent, made again from the sums in totals, empty where its divisor is 0. */
  readonly unit: MeasureUnit
  /** Over names of measures, in the language of `src/engine/values/expression`. */
  readonly formula: string
  /** It exists for one product alone, too: so does all it is made of. */
  readonly byProduct?: true
}

/**
 * Declares a measure that reports make of others.
 * @example payout_share: defineMeasure({ unit: 'ratio', formula: 'payout / turnover', byProduct: true })
 */
export const defineMeasure = <const M extends FormulaDefinition>(
  definition: Exactly<M, FormulaDefinition>,
): M & { readonly grain: 'scope' } => ({ ...definition, grain: 'scope' })
