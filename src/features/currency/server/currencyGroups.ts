import { type Kysely, type RawBuilder, sql } from 'kysely'
import { defaultCurrency } from '#engine/values/money.ts'
import { idArray } from '#engine/server/database/arrays.ts'
import { asOfSql } from '#engine/server/database/systemHistory.ts'

/**
 * What is reckoned together: the brands of one currency. Everything that adds amounts up does so once for each book,
 * and nowhere does a sum cross from one into another.
 */
export interface CurrencyGroup {
  /** ISO 4217. */
  readonly currency: string
  /** Null where all brands have one currency: then nothing has to be left out. */
  readonly brands: readonly number[] | null
  /** The one brand of it, where that is reckoned by itself as a deal of its own. */
  readonly brand?: number
}

/**
 * The books there are, in order of their currencies; one where there are no brands yet. The same for everybody: what
 * belongs together does not depend on who reads.
 * @param knownAt as of which moment, which the transaction names
 */
export async function readCurrencyGroups(db: Kysely<any>, knownAt?: string): Promise<readonly CurrencyGroup[]> {
  const { rows } = await asOfSql(
    sql<{ currency: string; brands: number[] }>`select currency, brands from currency_book order by currency`,
    knownAt,
  ).execute(db)
  if (rows.length < 2) return [{ currency: rows[0]?.currency ?? defaultCurrency, brands: null }]
  return rows
}

/** The condition that a brand is in a book. */
export function inCurrencyGroup(
  brand: RawBuilder<unknown>,
  { brands }: Pick<CurrencyGroup, 'brands'>,
): RawBuilder<boolean> {
  return brands === null ? sql`true` : sql`${brand} = any(${idArray(brands)})`
}

/** The book of a currency; an empty one where no brand has it. */
export async function bookOf(db: Kysely<any>, currency: string): Promise<CurrencyGroup> {
  return (await readCurrencyGroups(db)).find((book) => book.currency === currency) ?? { currency, brands: [] }
}
