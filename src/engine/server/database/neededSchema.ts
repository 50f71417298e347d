import { type Kysely, sql } from 'kysely'

/*
 * While servers are replaced one by one, a newer one changes the database under those that still run. Most changes only
 * add, and the older ones go on. What takes away, renames or asks for more in each new row would fail their requests
 * while they say that they are ready: so a server remembers what the database had when it began, and looks again
 * whenever a migration came.
 */

/** Something that statements of this server name, by its text, and how it was. */
type Needed = ReadonlyMap<string, string>

/**
 * Tables, views and their columns with their types, unique keys (writes name them to find what is there already), and
 * functions with their arguments. Columns that a new row must bring are marked: a server that does not know them cannot
 * write there.
 */
const schemaQuery = sql<{ what: string; how: string }>`
  select c.relname || '.' || a.attname as what, format_type(a.atttypid, a.atttypmod) as how
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p', 'v', 'm') and not c.relispartition
  union all
  select c.relname || '.' || a.attname || ' in new rows', 'asked for'
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and a.attnotnull and not a.atthasdef and a.attidentity = '' and a.attgenerated = ''
  union all
  select c.relname || '.key(' || pg_get_indexdef(i.indexrelid) || ')', 'unique'
    from pg_index i join pg_class c on c.oid = i.indrelid
    where c.relnamespace = current_schema()::regnamespace and i.indisunique and not c.relispartition
  union all
  select p.proname || '(' || pg_get_function_identity_arguments(p.oid) || ')', pg_get_function_result(p.oid)
    from pg_proc p where p.pronamespace = current_schema()::regnamespace and p.prorettype <> 'trigger'::regtype
      and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid
        and d.deptype = 'e')`

const inNewRows = / in new rows$/

async function readNeeded(db: Kysely<any>): Promise<Needed> {
  const { rows } = await schemaQuery.execute(db)
  return new Map(rows.map(({ what, how }) => [what, how]))
}

/** What is no longer as it was: gone, of another type, or asked for in each new row of a table that was there. */
function lost(before: Needed, after: Needed): string[] {
  const tables = new Set([...before.keys()].map((what) => what.split('.')[0]))
  const isAsked = (what: string) => inNewRows.test(what)
  const gone = [...before].filter(([what, how]) => !isAsked(what) && after.get(what) !== how).map(([what]) => what)
  const asked = [...after.keys()].filter((what) => isAsked(what) && !before.has(what) && tables.has(what.split('.')[0]))
  return [...gone, ...asked]
}

/** What a server needs of its database, looked at again whenever migrations came that it did not begin with. */
export class NeededSchema {
  readonly #db: Kysely<any>
  #needed: Needed | null = null
  /** How many migrations there were at the last look, and what was missing then. */
  #looked: { readonly migrations: number; readonly missing: readonly string[] } | null = null

  constructor(db: Kysely<any>) {
    this.#db = db
  }

  /**
   * What the server needs and the database no longer has; empty as long as it can serve.
   * @param migrations how many the database has applied now
   * @param onLost told once of each migration that took something away
   */
  async missing(migrations: number, onLost: (names: readonly string[]) => void): Promise<readonly string[]> {
    if (this.#looked?.migrations === migrations) return this.#looked.missing
    const now = await readNeeded(this.#db)
    this.#needed ??= now
    const missing = lost(this.#needed, now)
    this.#looked = { migrations, missing }
    if (missing.length > 0) onLost(missing)
    return missing
  }
}
