import { sql } from 'kysely'
import { resources } from '#resources/index.ts'
import { readAuthors, storeAuthor } from '#engine/auth/server/authorship.ts'
import { readApprovalTerms, requireAnotherPerson } from '#engine/auth/server/requireAnotherPerson.ts'
import { firstRow } from '#engine/server/database/rows.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import type { WriteContext } from '#engine/records/server/change.ts'
import { moveState } from '#engine/records/server/moveState.ts'
import type { Check, Effect } from '#engine/records/server/write/effect.ts'
import { scopeCondition } from '#engine/records/server/visibility/scope.ts'

/** So many codes of an affiliate wait for a decision at most. */
const waitingMax = 5

/** A code stands for a link of its affiliate and its brand, and nobody asks for dozens at once. */
export const promoCodeFits: Check = async ({ transaction, operation, actor, after }) => {
  if (operation !== 'create' && operation !== 'update') return []
  const { action, affiliate, brand } = after!
  const link = await firstRow(
    transaction,
    sql`select from action join campaign on campaign.id = action.campaign
      where action.id = ${String(action)}::text::bigint and action.affiliate = ${String(affiliate)}::text::bigint
        and campaign.brand = ${String(brand)}::text::bigint`,
  )
  if (!link) return [{ field: 'action', code: 'promo_code_link' }]
  if (operation !== 'create' || actor.kind !== 'affiliate') return []
  // One after the other: two at once would each see the number without the other.
  await sql`select pg_advisory_xact_lock(hashtext('promo codes of an affiliate'), ${String(affiliate)}::text::bigint::integer)`.execute(
    transaction,
  )
  const { count } = (await firstRow(
    transaction,
    sql<{ count: number }>`select count(*)::integer as count from promo_code
      where affiliate = ${String(affiliate)}::text::bigint and state = 'waiting'`,
  ))!
  return count >= waitingMax ? [{ field: 'code', code: 'too_many_waiting', values: { max: waitingMax } }] : []
}

/** What staff give counts at once; what an affiliate asks for waits. */
export const openPromoCode: Effect = async ({ transaction, actor, id, context }) => {
  const at = context.now()
  await storeAuthor(transaction, { object: 'promoCode', id: Number(id), what: 'asked', author: actor, at })
  const state = actor.kind === 'affiliate' ? 'waiting' : 'active'
  await sql`update promo_code set state = ${state}::text where id = ${id!}::text::bigint`.execute(transaction)
}

/** What somebody decides about a code that an affiliate asked for; why, where it is refused. */
export interface CodeDecision {
  readonly id: number
  readonly state: 'active' | 'refused'
  readonly reason: string | null
}

/**
 * Somebody decides about a code that an affiliate asked for: it counts, or it does not.
 * @throws ApiError `not_found`, `promo_code_not_waiting`, and as {@link requireAnotherPerson} does
 */
export async function decidePromoCode(change: WriteContext, { id, state, reason }: CodeDecision): Promise<void> {
  const { db, actor, at } = change
  const isVisible = scopeCondition({ actor, resource: resources.promoCode, alias: 'promo_code' })
  const row = await firstRow(
    db,
    sql<{ state: string; affiliate: number }>`select state, affiliate from promo_code
      where id = ${String(id)}::text::bigint and ${isVisible} for update`,
  )
  if (!row) throw new ApiError('not_found')
  if (row.state !== 'waiting') throw new ApiError('promo_code_not_waiting')
  if (state === 'active') {
    const authors = await readAuthors(db, { object: 'promoCode', id })
    const company = sql<number | null>`select company from affiliate where id = ${row.affiliate}::bigint`
    await requireAnotherPerson(db, { authors, approver: actor, demands: await readApprovalTerms(db, company), at })
  }
  await moveState(change, {
    object: 'promoCode',
    id,
    operation: state === 'active' ? 'approve' : 'decline',
    before: row.state,
    after: state,
    said: { decided_by: actor.name, decided_at: at.toISOString(), reason },
    logged: reason === null ? {} : { reason },
  })
}
