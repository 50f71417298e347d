import { type Kysely, type RawBuilder, sql } from 'kysely'
import { type BrandPart, partsByBrand } from '../../../domain/commission/parts.ts'
import { idArray, unnested } from '../../database/arrays.ts'

/** A part and the entry it belongs to. */
export type PartOfEntry = BrandPart & { readonly entry: number }

function partRows(parts: readonly PartOfEntry[]): RawBuilder<unknown> {
  return sql`select entry, brand, value::numeric(18, 2) as value from ${unnested([
    { type: 'bigint', values: parts.map(({ entry }) => entry) },
    { type: 'bigint', values: parts.map(({ brand }) => brand) },
    { type: 'numeric', values: parts.map(({ value }) => value) },
  ])} as part (entry, brand, value)`
}

/** The entries whose kept parts are not the ones given. */
export async function entriesOfOtherParts(
  db: Kysely<any>,
  { entries, parts }: { entries: readonly number[]; parts: readonly PartOfEntry[] },
): Promise<ReadonlySet<number>> {
  if (entries.length === 0) return new Set()
  const { rows } = await sql<{ entry: number }>`
    with computed as materialized (${partRows(parts)}),
    kept as materialized (select entry, brand, value from entry_part where entry = any(${idArray(entries)}))
    select entry from (table computed except table kept) wrong union select entry
      from (table kept except table computed) gone`.execute(db)
  return new Set(rows.map(({ entry }) => entry))
}

/** Replaces the parts of some entries. The entries must be neither complete nor held, or new. */
export async function writeParts(
  db: Kysely<any>,
  { replaced, parts }: { replaced: readonly number[]; parts: readonly PartOfEntry[] },
): Promise<void> {
  if (replaced.length > 0) await sql`delete from entry_part where entry = any(${idArray(replaced)})`.execute(db)
  if (parts.length > 0) await sql`insert into entry_part (entry, brand, value) ${partRows(parts)}`.execute(db)
}

/** What each brand makes up of some entries together. */
export async function readParts(db: Kysely<any>, entries: readonly number[]): Promise<BrandPart[]> {
  const { rows } =
    await sql<BrandPart>`select brand, value from entry_part where entry = any(${idArray(entries)})`.execute(db)
  return partsByBrand(rows)
}
