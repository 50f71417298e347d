import { type RawBuilder, sql } from 'kysely'

/*
 * What was known at a moment (docs/decisions/0012-explanations-and-as-of-reads.md): beside each of these tables the database keeps what its rows were
 * before each change (`…_past`), and has a view of what was known at the moment that a statement names (`…_known`).
 */

/** Tables that reports read, with a past of their own. */
export const systemHistoryTables = [
  'movement',
  'commission',
  'partner_commission',
  'partner_commission_part',
  'cpa_qualification',
  'entry',
  'entry_part',
  'payment_entry',
  'event',
  'affiliate',
  'partner',
  'partner_level',
  'brand',
  'sub_brand',
  'campaign',
  'action',
  'rate',
] as const

/** Views and roll-ups that follow from those. */
const followed = ['movement_wide', 'commission_wide'] as const

/** The same of views that run as their owner. */
const followedAsOwner = [
  'affiliate_span',
  'partner_span',
  'partner_affiliate_span',
  'whose_entry',
  'whose_partner_day',
  'whose_partner',
  'currency_book',
] as const

const knownOf = (names: readonly string[]): readonly string[] => names.map((name) => `${name}_known`)

/** The views of what was known that ask for the reader's own rights to the tables. */
export const asOfViews = knownOf([...systemHistoryTables, ...followed])

/** Those that run as their owner, as the views of the present do whose name they have. */
export const knownAsOwner = knownOf(followedAsOwner)

const tablesOf = (names: readonly string[], made: readonly string[]): readonly RawBuilder<unknown>[] =>
  names.map(
    (name) =>
      sql`${sql.id(name)} as ${sql.raw(made.includes(name) ? 'materialized' : 'not materialized')}
      (select * from ${sql.id(`${name}_known`)})`,
  )
// The hierarchy is gone through once.
const tables = tablesOf(
  [...systemHistoryTables, ...followed, ...followedAsOwner].filter((name) => name !== 'event'),
  ['partner_affiliate_span'],
)
/** With events: what runs as its owner is made before anything that workers are asked, who know its reader alone. */
const withEvents = tablesOf([...systemHistoryTables, ...followed, ...followedAsOwner], followedAsOwner)

/** Whether a part of a statement has a word in its text. */
const has = (node: unknown, word: string): boolean =>
  typeof node === 'string'
    ? node.includes(word)
    : typeof node === 'object' && node !== null && Object.values(node).some((part) => has(part, word))

/**
 * A statement as it would have been answered at the moment that its transaction names: what it calls by the name of a
 * table is what was known of it. Without a moment the statement itself.
 * @param statement a select, which may have tables of its own before it
 */
export function asOfSql<Row>(statement: RawBuilder<Row>, knownAt: string | undefined): RawBuilder<Row> {
  if (knownAt === undefined) return statement
  const known = has(statement.toOperationNode(), 'event') ? withEvents : tables
  return sql<Row>`with ${sql.join(known)}, asked as materialized (${statement}) select * from asked`
}

/** Says in a transaction at which moment {@link asOfSql} is meant. */
export function setAsOf(knownAt: string | undefined): RawBuilder<unknown> {
  return sql`set_config('office.known_at', ${knownAt ?? ''}::text, true)`
}
