import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '#engine/declaration/actor.ts'
import { filterOperators } from '#engine/declaration/derive/filters.ts'
import { tableName } from '#engine/declaration/derive/table.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import type { Database } from '#engine/server/database/connect.ts'
import { visibilityKey } from '#engine/server/database/rowSecurity/actorSettings.ts'
import { readsPrimary } from '#engine/server/database/replica/ownWrites.ts'
import { seesOnlyOwnBrands } from '#features/commission/server/partialAmounts.ts'
import { inverseOf } from '../inverse.ts'
import { scopeTables, seesAll } from '../visibility/scope.ts'

/*
 * Counting 100,000 records takes longer than showing 25 of them. A total is therefore remembered, and used again while
 * no transaction that it does
 * not include has written to a table it depends on: `table_change` holds, for every watched table, who wrote to it. A
 * total includes every
 * transaction before the oldest one that was under way when it was counted, and those of the later ones whose changes
 * it saw. (Asking the snapshot itself
 * would not do: on a replica it does not list who is under way.) The question is asked inside the statement of the
 * page, so the answer is never older than the page.
 */

/** A total and what it includes: every transaction before `oldest`, and those in `seen`. */
interface Remembered {
  readonly total: string
  readonly oldest: string
  readonly seen: readonly string[]
  readonly countedAtMs: number
}

/** Well below the day for which changes are kept. */
const rememberedForMs = 600_000
const rememberedMax = 1000
/**
 * Beside a transaction that lasts for hours, every write since its begin would have to be listed: then totals are
 * counted.
 */
const seenMax = 500

const watchedTables = new WeakMap<Database, Promise<ReadonlySet<string>>>()
const totals = new WeakMap<Database, Map<string, Remembered>>()

async function readWatchedTables({ readDb }: Database): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{
    name: string
  }>`select pg_class.relname as name from pg_trigger join pg_class on pg_class.oid = pg_trigger.tgrelid
    join pg_proc on pg_proc.oid = pg_trigger.tgfoid where pg_proc.proname = 'note_table_change'
      and pg_trigger.tgenabled <> 'D'`.execute(readDb)
  return new Set(rows.map(({ name }) => name))
}

function watched(database: Database): Promise<ReadonlySet<string>> {
  let tables = watchedTables.get(database)
  if (!tables) {
    tables = readWatchedTables(database)
    watchedTables.set(database, tables)
    tables.catch(() => watchedTables.delete(database))
  }
  return tables
}

function tablesBehind(resource: AnyResource, actor: Actor): string[] {
  const inverses = Object.keys(resource.fields).flatMap((name) => inverseOf({ resource, name }) ?? [])
  const read = Object.values(resource.fields).flatMap((field) =>
    filterOperators(field).length > 0 ? (field.reads ?? []) : [],
  )
  const own = [
    tableName(resource.name),
    ...inverses.map((inverse) => tableName(inverse.resource.name)),
    ...read.map(tableName),
  ]
  return [
    ...new Set(
      seesAll(actor) || resource.access.scope === 'everyone'
        ? own
        : [...own, ...scopeTables, ...(seesOnlyOwnBrands(actor, resource) ? ['entry_part'] : [])],
    ),
  ]
}

/** The total of a list: how to ask for it in the page's statement, and what the answer means. */
export interface RememberedTotal {
  /** A column: null where the remembered total still holds, else what `take` reads. */
  readonly column: RawBuilder<string | null>
  /** The total as text, from what the column answered. */
  readonly take: (counted: string | null) => string
}

function rememberIn(known: Map<string, Remembered>, key: string, remembered: Remembered): void {
  known.delete(key)
  known.set(key, remembered)
  const oldest = known.size > rememberedMax ? known.keys().next().value : undefined
  if (oldest !== undefined) known.delete(oldest)
}

/**
 * Prepares the total of a list.
 * @param count the counting query, without parentheses.
 * @param key everything the count depends on besides the tables: the text and the parameters of its condition.
 */
export async function cachedTotal({
  database,
  resource,
  actor,
  count,
  key,
}: {
  database: Database
  resource: AnyResource
  actor: Actor
  count: RawBuilder<unknown>
  key: string
}): Promise<RememberedTotal> {
  const tables = tablesBehind(resource, actor)
  const watchedNow = await watched(database)
  let known = totals.get(database)
  if (!known) totals.set(database, (known = new Map()))
  // Whoever sees other rows must not be told this number, whatever the condition has forgotten.
  const of = `${readsPrimary(database) ? '' : 'replica '}${visibilityKey(actor)} ${resource.name} ${key}`
  const found = known.get(of)
  const held =
    found && Date.now() - found.countedAtMs < rememberedForMs && tables.every((table) => watchedNow.has(table))
      ? found
      : undefined
  const changes = sql`from table_change where relation = any(${`{${tables.join(',')}}`}::text::text[])`
  const counted = sql<string>`(select concat_ws(' ', (${count}), now.oldest, (select string_agg(xid::text,
    ',') ${changes} and xid >= now.oldest))
    from (select pg_snapshot_xmin(pg_current_snapshot()) as oldest) now)`
  const column = held
    ? sql<string | null>`case when exists (select ${changes} and xid >= ${held.oldest}::text::xid8
        and xid <> all(${`{${held.seen.join(',')}}`}::text::xid8[])) then ${counted} end`
    : counted
  return {
    column,
    take(answer) {
      if (answer === null) return held!.total
      const [total, oldest, seen] = answer.split(' ') as [string, string, string?]
      const included = seen?.split(',') ?? []
      if (included.length <= seenMax) rememberIn(known, of, { total, oldest, seen: included, countedAtMs: Date.now() })
      return total
    },
  }
}

/** Forgets changes that no remembered total can be asked about any more. */
export async function forgetOldChanges({ db }: Database): Promise<void> {
  await sql`delete from table_change where at < now() - interval '1 day'`.execute(db)
}
