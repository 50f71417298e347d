import { type Kysely, type RawBuilder, sql } from 'kysely'
import { type BrandPart, partsByBrand } from '../../../domain/commission/parts.ts'
import type { Money } from '../../../domain/money.ts'
import { type ArrayType, idArray, unnested } from '../../database/arrays.ts'

/** One line of an entry, ready to be kept. Numbers are decimal strings. */
export interface EntryLine {
  readonly product: string
  readonly base: string
  readonly rate: string | null
  readonly ruleVersion: number | null
  readonly amount: Money
  readonly detail: object
}

interface Column<Row> {
  readonly name: string
  readonly type: ArrayType
  /** As its column keeps it: a rate of many places is not another one because it was kept with four. */
  readonly kept?: string
  readonly of: (row: Row & { readonly entry: number }) => string | number | null
}

/** What hangs on entries, in a table of its own: rows are compared and replaced whole. */
class Details<Row> {
  readonly #table: RawBuilder<unknown>
  readonly #columns: readonly Column<Row>[]
  readonly #names: RawBuilder<unknown>

  constructor(table: string, columns: readonly Column<Row>[]) {
    this.#table = sql.table(table)
    this.#columns = [{ name: 'entry', type: 'bigint', of: ({ entry }) => entry }, ...columns]
    this.#names = sql.join(this.#columns.map(({ name }) => sql.id(name)))
  }

  #given(rows: readonly (Row & { readonly entry: number })[]): RawBuilder<unknown> {
    const arrays = this.#columns.map(({ type, of }) => ({ type, values: rows.map(of) }))
    const kept = this.#columns.map(({ name, kept }) =>
      kept ? sql`${sql.id(name)}::${sql.raw(kept)} as ${sql.id(name)}` : sql.id(name),
    )
    return sql`select ${sql.join(kept)} from ${unnested(arrays)} as given (${this.#names})`
  }

  /** The entries whose kept rows are not the ones given: another value, a row too many or too few. */
  async differing(
    db: Kysely<any>,
    { entries, rows }: { entries: readonly number[]; rows: readonly (Row & { readonly entry: number })[] },
  ): Promise<ReadonlySet<number>> {
    if (entries.length === 0) return new Set()
    // Compared as whole rows: a join of so many columns is planned by guesses, which were wrong by a factor of a
    // hundred.
    const { rows: found } = await sql<{ entry: number }>`
      with computed as materialized (${this.#given(rows)}),
      kept as materialized (select ${this.#names} from ${this.#table} where entry = any(${idArray(entries)}))
      select entry from (table computed except table kept) wrong
      union select entry from (table kept except table computed) gone`.execute(db)
    return new Set(found.map(({ entry }) => entry))
  }

  /** Replaces the rows of some entries, which must be neither complete nor held, and adds those of new ones. */
  async write(
    db: Kysely<any>,
    { replaced, rows }: { replaced: readonly number[]; rows: readonly (Row & { readonly entry: number })[] },
  ): Promise<void> {
    if (replaced.length > 0) await sql`delete from ${this.#table} where entry = any(${idArray(replaced)})`.execute(db)
    if (rows.length > 0) await sql`insert into ${this.#table} (${this.#names}) ${this.#given(rows)}`.execute(db)
  }
}

/** How the amount of each entry came about. */
export const entryLines = new Details<EntryLine>('entry_line', [
  { name: 'product', type: 'text', of: ({ product }) => product },
  { name: 'base', type: 'numeric', kept: 'numeric(30, 10)', of: ({ base }) => base },
  { name: 'rate', type: 'numeric', kept: 'numeric(18, 4)', of: ({ rate }) => rate },
  { name: 'rule_version', type: 'bigint', of: ({ ruleVersion }) => ruleVersion },
  { name: 'amount', type: 'numeric', kept: 'numeric(18, 2)', of: ({ amount }) => amount },
  { name: 'detail', type: 'jsonb', of: ({ detail }) => JSON.stringify(detail) },
])

/** What of each entry its brands make up. */
export const entryParts = new Details<BrandPart>('entry_part', [
  { name: 'brand', type: 'bigint', of: ({ brand }) => brand },
  { name: 'value', type: 'numeric', kept: 'numeric(18, 2)', of: ({ value }) => value },
])

/** What each brand makes up of some entries together. */
export async function readParts(db: Kysely<any>, entries: readonly number[]): Promise<BrandPart[]> {
  const { rows } = await sql<BrandPart>`select brand, value from entry_part
    where entry = any(${idArray(entries)})`.execute(db)
  return partsByBrand(rows)
}
