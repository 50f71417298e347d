import { type Product, products } from '#rules/activity/measures.ts'
import type { AnyMovementColumn, CountedMark, Events, Movement } from '../../activity.ts'

/** A column of movement and what makes it. */
export interface MovementColumn {
  /** The measure it holds. */
  readonly measure: string
  /** What it is called in the database. */
  readonly name: string
  readonly isMoney: boolean
  /** What an event of a type adds to it: its amount, that with the other sign, or 1. As declared. */
  readonly adds: readonly { readonly type: string; readonly what: 'amount' | 'negated' | 'one' }[]
  /** It counts marks instead of events. */
  readonly mark: CountedMark | null
  /** Some of its events belong to a product. */
  readonly isByProduct: boolean
  /** Of one by product: rows that name none have something of it, too. */
  readonly isWithoutProduct: boolean
}

/** The events a column is made of. */
export function eventsOf({ sumOf = [], lessOf = [], countOf = [] }: AnyMovementColumn): readonly string[] {
  return [...sumOf, ...lessOf, ...(typeof countOf === 'string' ? [] : countOf)]
}

/** Whether some of a column's events belong to a product, so that it exists by product. */
export function isByProduct(column: AnyMovementColumn, events: Events): boolean {
  return eventsOf(column).some((type) => events[type]?.product === true)
}

/** The columns of movement after its key, in the order in which they are declared. */
export function movementColumns({ events, movement }: { events: Events; movement: Movement }): MovementColumn[] {
  return Object.entries(movement).map(([measure, column]) => {
    const { sumOf = [], lessOf = [], countOf = [], withoutProduct = false } = column
    const mark = typeof countOf === 'string' ? countOf : null
    return {
      measure,
      name: column.column ?? measure,
      isMoney: column.sumOf !== undefined,
      adds: [
        ...sumOf.map((type) => ({ type, what: 'amount' as const })),
        ...lessOf.map((type) => ({ type, what: 'negated' as const })),
        ...(typeof countOf === 'string' ? [] : countOf.map((type) => ({ type, what: 'one' as const }))),
      ],
      mark,
      isByProduct: isByProduct(column, events),
      isWithoutProduct: withoutProduct || eventsOf(column).some((type) => events[type]?.product !== true),
    }
  })
}

/** On which events a mark stands, and where. */
export const markPlaces: Readonly<Record<CountedMark, { readonly type: string; readonly column: string }>> = {
  firstDeposits: { type: 'deposit', column: 'is_first_deposit' },
  firstVisits: { type: 'click', column: 'is_first_visit' },
}

const amounts = { amount: 'amount', negated: '-amount', one: '1' }

/** What a row of `event` adds to a column, as SQL to be summed. */
export function contributionSql({ adds, mark }: MovementColumn): string {
  if (mark) return `${markPlaces[mark].column}::integer`
  return `case type ${adds.map(({ type, what }) => `when '${type}' then ${amounts[what]}`).join(' ')} else 0 end`
}

/** A column of the wide roll-up: what of which product stands in it. */
export interface WideColumn {
  readonly name: string
  readonly product: Product | 'none'
  /** The column of movement. */
  readonly column: string
  readonly isMoney: boolean
}

/**
 * The columns of the wide roll-up after its key: each product's, then what has a product but names none, then what
 * belongs to
 * none. Money is in whole cents there.
 */
export function wideColumns(columns: readonly MovementColumn[]): WideColumn[] {
  const wide = (product: Product | 'none', { name, isMoney }: MovementColumn, ownName: string): WideColumn => ({
    name: isMoney ? `${ownName}_minor` : ownName,
    product,
    column: name,
    isMoney,
  })
  const byProduct = columns.filter((column) => column.isByProduct)
  const others = columns.filter((column) => !column.isByProduct)
  return [
    ...products.flatMap((product) => byProduct.map((column) => wide(product, column, `${product}_${column.name}`))),
    ...byProduct
      .filter(({ isWithoutProduct }) => isWithoutProduct)
      .map((column) => wide('none', column, `none_${column.name}`)),
    ...others.map((column) => wide('none', column, column.name)),
  ]
}
