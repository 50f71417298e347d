import { type TaxName, taxes as declared, taxNames } from '#resources/taxes.ts'
import type { ListedTaxTable } from '../../answers/taxes.ts'
import type { Taxes } from '#engine/declaration/tax.ts'
import { addDays, type Day } from '#engine/values/calendar.ts'
import { compareMoney, sumMoney, zeroMoney } from '#engine/values/money.ts'
import { type DatedTaxTable, tablesFor, type TaxedPayment, withhold } from '#rules/payouts/withholding.ts'

export { taxNames }

/** What is declared of the taxes. */
export const taxes: Taxes = declared

/** Whose payments tables of one kind are for. */
export type TableKind = Pick<DatedTaxTable, 'tax' | 'ownerKind' | 'municipality' | 'currency'>

/** Whether a table holds on a day, came before, or comes. */
export type TableState = 'holds' | 'coming' | 'over'

/** A table with its last day (null: until another is loaded) and whether it holds today. */
export interface ShownTable {
  readonly table: ListedTaxTable
  readonly until: Day | null
  readonly state: TableState
}

/** Tables of one kind, the newest first. */
export interface TableGroup {
  readonly kind: TableKind
  readonly tables: readonly ShownTable[]
}

const keyOf = ({ tax, ownerKind, municipality, currency }: TableKind) =>
  JSON.stringify([tax, ownerKind, municipality, currency])

/** Whether two tables are for the same payments. */
export const isSameKind = (one: TableKind, other: TableKind): boolean => keyOf(one) === keyOf(other)

function shown(tables: readonly ListedTaxTable[], today: Day): ShownTable[] {
  const newest = tables.toSorted((one, other) => other.from.localeCompare(one.from))
  return newest.map((table, place) => {
    const until = place === 0 ? null : addDays(newest[place - 1]!.from, -1)
    const state = table.from > today ? 'coming' : until !== null && until < today ? 'over' : 'holds'
    return { table, until, state }
  })
}

/** The tables of a tax, by whose payments they are for. */
export function groupsOf(tables: readonly ListedTaxTable[], tax: TaxName, today: Day): TableGroup[] {
  const groups = Map.groupBy(
    tables.filter((table) => table.tax === tax),
    keyOf,
  )
  return [...groups.values()]
    .map((own) => ({ kind: own[0]!, tables: shown(own, today) }))
    .toSorted((one, other) => keyOf(one.kind).localeCompare(keyOf(other.kind)))
}

/** What would be kept back of an amount by tables, tax by tax, and what would be sent. */
export function tryTables(amount: number, payment: TaxedPayment, tables: readonly DatedTaxTable[]) {
  const { lines, net } = withhold(sumMoney([amount]), tablesFor(payment, { tables, taxes }))
  return {
    lines: lines.map(({ tax, value }) => ({ tax, value: Number(value) })),
    kept: Number(sumMoney(lines.map(({ value }) => value))),
    net: Number(net),
    isNothingLeft: lines.length > 0 && compareMoney(net, zeroMoney) <= 0,
  }
}

/**
 * The first day from which a table of a kind can be loaded: where one held already, no day that is over; else any, since
 * it changes nothing that was said.
 */
export const firstDayFor = (tables: readonly DatedTaxTable[], kind: TableKind, today: Day): Day | null =>
  tables.some((table) => isSameKind(table, kind) && table.from <= today) ? today : null
