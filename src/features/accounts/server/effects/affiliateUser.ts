import { sql } from 'kysely'
import { normalizeEmail } from '#engine/values/email.ts'
import { requireFullVisibilityOfOwner, requireMayLetIn } from '#engine/auth/server/accessKeys/keyHolder.ts'
import { endSessions } from '#engine/auth/server/endSessions.ts'
import type { Check, Effect } from '#engine/records/server/write/effect.ts'

/**
 * In a company an e-mail address is one account's, of a user or of one of its affiliates' people; root works for every
 * company. What another company calls somebody is none of this one's business. Two that are made at once wait for one
 * another.
 */
export const accountAddress: Check = async ({ transaction, resource, operation, id, before, after }) => {
  if (!['create', 'update', 'restore'].includes(operation) || !after?.email || before?.email === after.email) return []
  const email = normalizeEmail(String(after.email))
  await sql`select pg_advisory_xact_lock(hashtext('accountAddress'), hashtext(${email}::text))`.execute(transaction)
  const { company, affiliate, root } = after as { company?: number; affiliate?: number; root?: boolean }
  const isUser = resource.name === 'user'
  const own = isUser
    ? sql`${company ?? null}::bigint`
    : sql`(select company from affiliate where id = ${affiliate ?? null}::bigint)`
  const itself = isUser ? sql`null::bigint` : sql`${id}::text::bigint`
  const { rows } = await sql`select from affiliate_user someone join affiliate of on of.id = someone.affiliate
      where someone.email = ${email}::text and someone.id is distinct from ${itself}
        and (of.company = ${own} or ${isUser && root === true}::boolean)
    union all
    select from "user" where email = ${email}::text and (company = ${own} or root) and not ${isUser}::boolean`.execute(
    transaction,
  )
  return rows.length === 0 ? [] : [{ field: 'email', code: 'email_already_registered' }]
}

/** Whoever signs in for an affiliate sees all of it: who sees a part, or may not read its money, lets nobody in. */
export const wholeAffiliate: Check = async ({ transaction, operation, actor, after }) => {
  if (operation === 'create' || operation === 'restore') {
    requireMayLetIn(actor)
    await requireFullVisibilityOfOwner(transaction, actor, { kind: 'affiliate', id: Number(after!.affiliate) })
  }
  return []
}

/** Who is suspended is signed out at once; with somebody who is removed their sessions go. */
export const endPersonsSessions: Effect = async ({ transaction, id, after, context }) => {
  if (!after?.suspended) return
  await endSessions(transaction, { of: { affiliateUserId: Number(id) }, reason: 'suspended', at: context.now() })
}
