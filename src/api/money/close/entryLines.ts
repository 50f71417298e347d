import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Money } from '../../../domain/money.ts'
import { idArray, unnested } from '../../database/arrays.ts'

/** One line of an entry, ready to be kept. Numbers are decimal strings. */
export interface EntryLine {
  readonly product: string
  readonly base: string
  readonly rate: string | null
  readonly ruleVersion: number | null
  readonly amount: Money
  readonly detail: object
}

/** A line and the entry it explains. */
export type LineOfEntry = EntryLine & { readonly entry: number }

/**
 * Lines as the rows of a statement, each value as its column keeps it: a rate of many places is not another one because
 * it was kept with four.
 */
function lineRows(lines: readonly LineOfEntry[]): RawBuilder<unknown> {
  return sql`select entry, product, base::numeric(30, 10) as base, rate::numeric(18, 4) as rate, rule_version,
    amount::numeric(18, 2) as amount, detail from ${unnested([
      { type: 'bigint', values: lines.map(({ entry }) => entry) },
      { type: 'text', values: lines.map(({ product }) => product) },
      { type: 'numeric', values: lines.map(({ base }) => base) },
      { type: 'numeric', values: lines.map(({ rate }) => rate) },
      { type: 'bigint', values: lines.map(({ ruleVersion }) => ruleVersion) },
      { type: 'numeric', values: lines.map(({ amount }) => amount) },
      { type: 'jsonb', values: lines.map(({ detail }) => JSON.stringify(detail)) },
    ])} as line (entry, product, base, rate, rule_version, amount, detail)`
}

/**
 * The entries whose kept lines are not the ones given: another amount, base, rate, rule or detail, a line too many or
 * too few.
 */
export async function entriesOfOtherLines(
  db: Kysely<any>,
  { entries, lines }: { entries: readonly number[]; lines: readonly LineOfEntry[] },
): Promise<ReadonlySet<number>> {
  if (entries.length === 0) return new Set()
  // Compared as whole rows: a join of so many columns is planned by guesses, which were wrong by a factor of a hundred.
  const { rows } = await sql<{ entry: number }>`
    with computed as materialized (${lineRows(lines)}),
    kept as materialized (select entry, product, base, rate, rule_version, amount, detail from entry_line
      where entry = any(${idArray(entries)}))
    select entry from (table computed except table kept) wrong union select entry
      from (table kept except table computed) gone`.execute(db)
  return new Set(rows.map(({ entry }) => entry))
}

/** Replaces the lines of some entries. The entries must be neither complete nor held. */
export async function writeLines(
  db: Kysely<any>,
  { replaced, lines }: { replaced: readonly number[]; lines: readonly LineOfEntry[] },
): Promise<void> {
  if (replaced.length > 0) await sql`delete from entry_line where entry = any(${idArray(replaced)})`.execute(db)
  if (lines.length > 0)
    await sql`insert into entry_line (entry, product, base, rate, rule_version, amount,
      detail) ${lineRows(lines)}`.execute(db)
}
