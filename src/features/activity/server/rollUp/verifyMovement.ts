import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { AnyTables } from '#engine/server/database/connect.ts'
import { eventContribution } from './eventContribution.ts'
import { movementColumns, affiliateTotalColumns } from './columns.ts'

/** A row of a roll-up that is not the sum of its events: a defect, or somebody wrote in the tables by hand. */
export interface MovementDifference {
  readonly table: 'movement' | 'movement_wide'
  /** The row's key, as `day/brand/...`. */
  readonly key: string
  readonly column: string
  readonly stored: string
  readonly summed: string
}

const differencesMax = 100

/**
 * Holds both roll-ups against the sum of the attributed events, in one snapshot, so that it can run beside ingest.
 * Reads every event of the days.
 * @returns the first hundred differences; none where all is well
 */
export async function verifyMovement(
  db: Kysely<AnyTables>,
  range: { from?: string | undefined; to?: string | undefined } = {},
): Promise<MovementDifference[]> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      const narrow = await compare(trx, 'movement', {
        keys: ['day', 'brand', 'sub_brand', 'affiliate', 'action', 'product'],
        columns: sumsOfEvents(),
        within: within(range),
      })
      const wide = await compare(trx, 'movement_wide', {
        keys: ['day', 'brand', 'affiliate'],
        columns: sumsSideBySide(),
        within: within(range),
      })
      return [...narrow, ...wide].slice(0, differencesMax)
    })
}

interface Comparison {
  readonly keys: readonly string[]
  /** What events add up to, and what daily totals do. */
  readonly columns: readonly {
    readonly name: string
    readonly sum: RawBuilder<unknown>
    readonly total: RawBuilder<unknown>
  }[]
  readonly within: RawBuilder<unknown>
}

async function compare(
  db: Kysely<AnyTables>,
  table: MovementDifference['table'],
  { keys, columns, within: period }: Comparison,
): Promise<MovementDifference[]> {
  const keyList = sql.raw(keys.join(', '))
  const sums = sql.join(columns.map(({ name, sum }) => sql`${sum} as ${sql.id(name)}`))
  const totals = sql.join(columns.map(({ name, total }) => sql`${total} as ${sql.id(name)}`))
  const added = sql.join(columns.map(({ name }) => sql`sum(${sql.id(name)}) as ${sql.id(name)}`))
  const pairs = sql.join(
    columns.map(
      ({ name }) =>
        sql`(${name}::text, coalesce(stored.${sql.id(name)}, 0)::text, coalesce(summed.${sql.id(name)}, 0)::text)`,
    ),
  )
  const key = sql.raw(keys.map((name) => `coalesce(stored.${name}, summed.${name})`).join(', '))
  const { rows } = await sql<Omit<MovementDifference, 'table'>>`
    with of_events as (select ${keyList}, ${sums} from event where action is not null and ${period} group by ${keyList}),
    of_totals as (select ${keyList}, ${totals} from daily_total where ${period} group by ${keyList}),
    summed as (select ${keyList}, ${added} from (select * from of_events union all select * from of_totals) told
      group by ${keyList}),
    stored as (select * from ${sql.table(table)} where ${period})
    select concat_ws('/', ${key}) as key, pair.name as column, pair.stored, pair.summed
    from stored full join summed on ${sql.join(
      keys.map((name) => sql.raw(`stored.${name} = summed.${name}`)),
      sql` and `,
    )}
    cross join lateral (values ${pairs}) as pair (name, stored, summed)
    where pair.stored::numeric <> pair.summed::numeric order by 1, 2 limit ${differencesMax}`.execute(db)
  return rows.map((row) => ({ table, ...row }))
}

function within({ from, to }: { from?: string | undefined; to?: string | undefined }): RawBuilder<unknown> {
  return sql.join(
    [from ? sql`day >= ${from}::text::date` : sql`true`, to ? sql`day <= ${to}::text::date` : sql`true`],
    sql` and `,
  )
}

/** What a row of daily totals states for a column of movement. */
const stated = (column: string) => sql`coalesce((measures ->> ${sql.lit(column)})::numeric, 0)`

function sumsOfEvents(): Comparison['columns'] {
  return movementColumns.map(({ name }) => ({
    name,
    sum: sql`sum(${eventContribution(name)})`,
    total: sql`sum(${stated(name)})`,
  }))
}

function sumsSideBySide(): Comparison['columns'] {
  return affiliateTotalColumns.map(({ name, product, column, isMoney }) => ({
    name,
    sum: sql`(coalesce(sum(${eventContribution(column)}) filter (where product = ${sql.lit(product)}),
      0) * ${sql.lit(isMoney ? 100 : 1)})::bigint`,
    total: sql`(coalesce(sum(${stated(column)}) filter (where product = ${sql.lit(product)}),
      0) * ${sql.lit(isMoney ? 100 : 1)})::bigint`,
  }))
}
