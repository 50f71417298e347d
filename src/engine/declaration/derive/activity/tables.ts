import type { Events } from '../../activity.ts'
import type { DeclaredColumn, DeclaredTable } from '../declaredTable.ts'
import { contributionSql, markPlaces, type MovementColumn, type WideColumn, wideColumns } from './movementColumns.ts'

/** The key of movement, whose columns are written by hand. */
export const keyColumns = ['day', 'brand', 'sub_brand', 'affiliate', 'action', 'product'] as const
const wideKey = ['day', 'brand', 'affiliate'] as const

/** The constraint that says which events there are. */
const typeCheck = 'event_type_check'

const stored = (name: string, isDecimal = false): DeclaredColumn => ({
  name,
  type: isDecimal ? 'numeric(18,2)' : 'bigint',
  nullable: false,
  default: '0',
})

/** The events a column counts or adds up, or on which its mark stands. */
const typesOf = ({ adds, mark }: MovementColumn) => (mark ? [markPlaces[mark].type] : adds.map(({ type }) => type))

interface Fill {
  readonly table: string
  readonly column: string
  readonly key: readonly string[]
  /** What a row of the source comes to, the source, and which of its rows count. */
  readonly value: string
  readonly from: string
}

/** Gives the rows that are there what their source adds up to. */
function fillSql({ table, column, key, value, from }: Fill): string {
  const keys = key.join(', ')
  const same = key.map((name) => `"${table}".${name} = summed.${name}`).join(' AND ')
  return (
    `UPDATE "${table}" SET "${column}" = summed.value FROM (\n  WITH added AS MATERIALIZED (SELECT ${keys}, ${value} AS value FROM ${from} GROUP BY ${keys}) SELECT * FROM added\n` +
    `) summed WHERE ${same} AND "${table}"."${column}" <> summed.value;`
  )
}

function narrowColumn(column: MovementColumn): DeclaredColumn {
  const { name, isMoney } = column
  const words = typesOf(column)
  const from = `event WHERE action IS NOT NULL AND type IN (${words.map((type) => `'${type}'`).join(', ')})`
  const statement = fillSql({
    table: 'movement',
    column: name,
    key: keyColumns,
    value: `sum(${contributionSql(column)})`,
    from,
  })
  return { ...stored(name, isMoney), fillFrom: { statement, check: typeCheck, words } }
}

function wideColumn(
  { name, product, column, isMoney }: WideColumn,
  columns: readonly MovementColumn[],
): DeclaredColumn {
  const value = isMoney ? `(sum("${column}") * 100)::bigint` : `sum("${column}")`
  const words = typesOf(columns.find((each) => each.name === column)!)
  const from = `movement WHERE product = '${product}'`
  const statement = fillSql({ table: 'movement_wide', column: name, key: wideKey, value, from })
  return { ...stored(name), fillFrom: { statement, check: typeCheck, words } }
}

/** What was known of movement, whose past is kept by the database (docs/decisions/0012-explanations-and-as-of-reads.md). */
const followed = {
  views: ['movement_wide_known', 'movement_known'],
  statement: '-- What was known of movement is kept and told with its columns.\nSELECT keep_movement_known();',
}

/** A column of movement's past: of before it was declared nothing stands there until what follows fills it. */
const pastColumn = ({ name, isMoney }: MovementColumn): DeclaredColumn => ({
  name,
  type: stored(name, isMoney).type,
  nullable: true,
  fill: '0',
})

/**
 * What events and movement's columns ask of the database: the types an event can have, and the columns of both
 * roll-ups.
 * In the wide one money is whole cents. A column of events that are there begins with what they add up to.
 */
export function activityTables({
  events,
  columns,
}: {
  events: Events
  columns: readonly MovementColumn[]
}): DeclaredTable[] {
  const types = { name: typeCheck, column: 'type', values: Object.keys(events) }
  const wide = wideColumns(columns).map((column) => wideColumn(column, columns))
  return [
    { name: 'movement', columns: columns.map(narrowColumn), indexes: [], others: keyColumns, followed },
    { name: 'movement_past', columns: columns.map(pastColumn), indexes: [], others: 'any', followed },
    { name: 'movement_wide', columns: wide, indexes: [], others: wideKey, followed },
    // What changes with a column that is filled is noted, and their running sums are made again.
    { name: 'running_day', columns: wide.map(({ fillFrom: _, ...column }) => column), indexes: [], others: 'any' },
    { name: 'total_day', columns: wide.map(({ fillFrom: _, ...column }) => column), indexes: [], others: 'any' },
    { name: 'cohort_month', columns: columns.map(({ name }) => stored(name)), indexes: [], others: 'any' },
    { name: 'cohort_total', columns: columns.map(({ name }) => stored(name)), indexes: [], others: 'any' },
    { name: 'event', columns: [], indexes: [], others: 'any', choices: [types] },
  ]
}
