import { type RawBuilder, sql } from 'kysely'
import { holdsSql } from '#engine/server/database/soughtText.ts'
import type { DimensionTexts } from './dimensions.ts'

/** Finds the values of a dimension by a part of one of their texts. */
function valuesHolding(
  { id, texts, from }: DimensionTexts,
  q: string,
  lines: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const holds = texts.map((text) => holdsSql(text, q))
  return sql`select ${id} from ${from(lines)} where ${sql.join(holds, sql` or `)}`
}

/**
 * SQL condition: one of the texts that people know a row by, as the reader is shown them, holds what was typed.
 * Texts are compared once a value and by their indexes, since rows may be many.
 * @param lines the table of the rows, which the statement calls `line`
 */
export function isSoughtSql(
  q: string,
  dimensions: readonly DimensionTexts[],
  lines: RawBuilder<unknown>,
): RawBuilder<boolean> {
  const conditions = dimensions.map(
    (dimension) => sql`${sql.ref(`line.${dimension.key}`)} in (${valuesHolding(dimension, q, lines)})`,
  )
  return conditions.length === 0 ? sql`false` : sql`(${sql.join(conditions, sql` or `)})`
}

/** Whether a dimension of days cannot match a typed text because it has a letter. */
const isNeverHeld = ({ key }: DimensionTexts, q: string) => (key === 'day' || key === 'month') && /\p{L}/u.test(q)

/**
 * The affiliates of whom a row may be sought, as a table, and the condition on facts (`fact`) that leaves the others
 * out, so that nothing is added up of them. Where another name, as a brand's, holds what is sought, none is left out.
 * Null where rows tell no affiliates apart, or what else they say is known from the rows alone.
 */
export function soughtAffiliates(
  q: string,
  dimensions: readonly DimensionTexts[],
  lines: RawBuilder<unknown>,
): { readonly table: RawBuilder<unknown>; readonly within: RawBuilder<boolean> } | null {
  const affiliate = dimensions.find(({ key }) => key === 'affiliate')
  const partner = dimensions.find(({ key }) => key === 'partner')
  const others = dimensions.filter((each) => each !== affiliate && each !== partner && !isNeverHeld(each, q))
  if (!affiliate || others.some(({ isOwnTable }) => !isOwnTable)) return null
  const hanging = partner
    ? sql` union select affiliate from hung where partner in (${valuesHolding(partner, q, lines)})`
    : sql``
  const conditions = [
    ...others.map((other) => sql<boolean>`exists (${valuesHolding(other, q, lines)})`),
    sql<boolean>`fact.affiliate in (select id from sought_affiliate)`,
  ]
  return {
    table: sql`sought_affiliate as materialized (${valuesHolding(affiliate, q, lines)}${hanging})`,
    within: sql`(${sql.join(conditions, sql` or `)})`,
  }
}
