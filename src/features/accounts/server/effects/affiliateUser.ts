import { sql } from 'kysely'
import { normalizeEmail } from '#engine/values/email.ts'
import { requireFullVisibilityOfOwner } from '#engine/auth/server/accessKeys/keyHolder.ts'
import { endSessions } from '#engine/auth/server/endSessions.ts'
import type { Check, Effect } from '#engine/records/server/write/effect.ts'

/**
 * An address signs in to one account, of a user or of one of an affiliate's people: else a password would open either.
 * Two that are made at once wait for one another.
 */
export const accountAddress: Check = async ({ transaction, resource, operation, before, after }) => {
  if (!['create', 'update', 'restore'].includes(operation) || !after?.email || before?.email === after.email) return []
  const email = normalizeEmail(String(after.email))
  const others = sql.table(resource.name === 'user' ? 'affiliate_user' : 'user')
  await sql`select pg_advisory_xact_lock(hashtext('accountAddress'), hashtext(${email}::text))`.execute(transaction)
  const { rows } = await sql`select from ${others} where email = ${email}::text`.execute(transaction)
  return rows.length === 0 ? [] : [{ field: 'email', code: 'email_already_registered' }]
}

/** Whoever signs in for an affiliate sees all of it: who sees a part alone lets nobody in. */
export const wholeAffiliate: Check = async ({ transaction, operation, actor, after }) => {
  if (operation === 'create' || operation === 'restore')
    await requireFullVisibilityOfOwner(transaction, actor, { kind: 'affiliate', id: Number(after!.affiliate) })
  return []
}

/** Who is suspended is signed out at once; with somebody who is removed their sessions go. */
export const endPersonsSessions: Effect = async ({ transaction, id, after, context }) => {
  if (!after?.suspended) return
  await endSessions(transaction, { of: { affiliateUserId: Number(id) }, reason: 'suspended', at: context.now() })
}
