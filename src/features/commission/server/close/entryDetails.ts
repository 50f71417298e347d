import { type Kysely, type RawBuilder, sql } from 'kysely'
import { type BrandAllocation, allocateByBrand } from '#rules/commission/allocation.ts'
import type { Money } from '#engine/values/money.ts'
import { columnNames, type Columns, idArray, rowsAs } from '#engine/server/database/arrays.ts'

/** One line of an entry, ready to be kept. Numbers are decimal strings. */
export interface EntryLine {
  readonly product: string
  readonly base: string
  readonly rate: string | null
  readonly ruleVersion: number | null
  readonly amount: Money
  readonly detail: object
}

type OfEntry<Row> = Row & { readonly entry: number }

/** What hangs on entries, in a table of its own: rows are compared and replaced whole. */
class Details<Row> {
  readonly #table: RawBuilder<unknown>
  readonly #columns: Columns<OfEntry<Row>>
  readonly #names: RawBuilder<unknown>
  readonly #kept: RawBuilder<unknown>

  /** @param kept as what a column keeps: a rate of many places is not another one because it was kept with four. */
  constructor(table: string, columns: Columns<OfEntry<Row>>, kept: Readonly<Record<string, string>>) {
    this.#table = sql.table(table)
    this.#columns = { entry: 'bigint', ...columns }
    this.#names = columnNames(this.#columns)
    const asKept = (name: string) => (kept[name] ? sql`::${sql.raw(kept[name])} as ${sql.id(name)}` : sql``)
    this.#kept = sql.join(Object.keys(this.#columns).map((name) => sql`${sql.id(name)}${asKept(name)}`))
  }

  #given(rows: readonly OfEntry<Row>[]): RawBuilder<unknown> {
    return sql`select ${this.#kept} from ${rowsAs('given', rows, this.#columns)}`
  }

  /** The entries whose kept rows are not the ones given: another value, a row too many or too few. */
  async differing(
    db: Kysely<any>,
    { entries, rows }: { entries: readonly number[]; rows: readonly OfEntry<Row>[] },
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
    { replaced, rows }: { replaced: readonly number[]; rows: readonly OfEntry<Row>[] },
  ): Promise<void> {
    if (replaced.length > 0) await sql`delete from ${this.#table} where entry = any(${idArray(replaced)})`.execute(db)
    if (rows.length > 0) await sql`insert into ${this.#table} (${this.#names}) ${this.#given(rows)}`.execute(db)
  }
}

const lineColumns: Columns<EntryLine> = {
  product: 'text',
  base: 'numeric',
  rate: 'numeric',
  rule_version: ['bigint', ({ ruleVersion }) => ruleVersion],
  amount: 'numeric',
  detail: ['jsonb', ({ detail }) => JSON.stringify(detail)],
}
const lineKept = { base: 'numeric(30, 10)', rate: 'numeric(18, 4)', amount: 'numeric(18, 2)' }

/** How the amount of each entry came about. */
export const entryLines = new Details<EntryLine>('entry_line', lineColumns, lineKept)

/** How the day was due that an adjustment made right: of the day whole, not of the difference. */
export const adjustmentLines = new Details<EntryLine>('entry_adjustment_line', lineColumns, lineKept)

/** What of each entry its brands make up. */
export const entryParts = new Details<BrandAllocation>(
  'entry_part',
  { brand: 'bigint', value: 'numeric' },
  { value: 'numeric(18, 2)' },
)

/** What each brand makes up of some entries together. */
export async function readAllocations(db: Kysely<any>, entries: readonly number[]): Promise<BrandAllocation[]> {
  const { rows } = await sql<BrandAllocation>`select brand, value from entry_part
    where entry = any(${idArray(entries)})`.execute(db)
  return allocateByBrand(rows)
}
