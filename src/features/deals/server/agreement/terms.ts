import { type Kysely, type RawBuilder, sql } from 'kysely'
import { businessDay, type Day } from '#engine/values/calendar.ts'
import { firstRow, timestamp } from '#engine/server/database/rows.ts'
import type { Check, Effect } from '#engine/records/server/write/effect.ts'
import { zoneOf } from '#engine/records/server/change.ts'
import { clockOf } from '#engine/records/server/visibility/companyClock.ts'

/** The terms of a company that are in force on a day: those that began last. */
export function termsInForce(company: number, day: Day): RawBuilder<{ id: number }> {
  return sql`select id from terms where company = ${String(company)}::text::bigint
    and holds_from <= ${day}::text::date order by holds_from desc, "number" desc limit 1`
}

/** One version after the other: what begins in the past would have been in force while nobody could read it. */
export const newTerms: Check = async ({ transaction, operation, after, today }) => {
  if (operation !== 'create') return []
  const { company, holdsFrom } = after as { company: number; holdsFrom: Day }
  await sql`select pg_advisory_xact_lock(hashtext('terms of a company'),
    ${String(company)}::text::bigint::integer)`.execute(transaction)
  return holdsFrom < today ? [{ field: 'holdsFrom', code: 'terms_begin_in_past' }] : []
}

/** Gives new terms the number after the last of their company; {@link newTerms} lets one be made at a time. */
export const numberTerms: Effect = async ({ transaction, id }) => {
  await sql`update terms set "number" = (select coalesce(max(others."number"), 0) + 1 from terms others
      where others.company = terms.company) where id = ${id}::text::bigint`.execute(transaction)
}

async function readTerms(db: Kysely<any>, id: unknown) {
  const read = sql<{ company: number; createdAt: Date }>`select company, created_at as "createdAt"
    from terms where id = ${String(id)}::text::bigint`
  return (await firstRow(db, read))!
}

/** Terms are accepted by whoever they are for, once, after they were written, and nobody accepts in the future. */
export const newAcceptance: Check = async ({ transaction, operation, after, context }) => {
  if (operation !== 'create') return []
  const { affiliate, terms, acceptedAt } = after as { affiliate: number; terms: number; acceptedAt?: string | null }
  const written = await readTerms(transaction, terms)
  const whose = sql<{ company: number }>`select company from affiliate
    where id = ${String(affiliate)}::text::bigint for no key update`
  if ((await firstRow(transaction, whose))!.company !== written.company)
    return [{ field: 'terms', code: 'terms_of_another_company' }]
  const zone = zoneOf(context, await clockOf(transaction, written.company))
  const now = context.now()
  if (acceptedAt && new Date(acceptedAt) > now)
    return [{ field: 'acceptedAt', code: 'in_future', values: { today: businessDay({ at: now, zone }), zone } }]
  if (acceptedAt && new Date(acceptedAt) < written.createdAt)
    return [{ field: 'acceptedAt', code: 'terms_not_written' }]
  const before = sql`select from terms_acceptance where affiliate = ${String(affiliate)}::text::bigint
    and terms = ${String(terms)}::text::bigint`
  return (await firstRow(transaction, before)) ? [{ field: 'terms', code: 'terms_accepted_already' }] : []
}

/** Says who recorded an acceptance, and when it was where nothing else was said. */
export const signAcceptance: Effect = async ({ transaction, id, actor, context }) => {
  await sql`update terms_acceptance set recorded_by = ${actor.name}::text,
    accepted_at = coalesce(accepted_at, ${timestamp(context.now())}) where id = ${id}::text::bigint`.execute(
    transaction,
  )
}
