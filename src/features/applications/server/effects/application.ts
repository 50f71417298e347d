import { type Kysely, sql } from 'kysely'
import type { AnyRecord } from '#engine/declaration/record.ts'
import type { AppContext } from '#engine/server/context.ts'
import { timestamp } from '#engine/server/database/rows.ts'
import { currentBusinessTime, newValues, writeAuditEntry } from '#engine/records/server/change.ts'
import type { Effect } from '#engine/records/server/write/effect.ts'
import { findBanned, identityDigests, identityFields } from '#features/affiliates/server/suspensions/bannedIdentity.ts'
import type { Payee } from '#rules/payouts/payments.ts'

/** Whom of an application's company somebody banned that is known by the same; null for all others. */
async function bannedAs(context: AppContext, db: Kysely<any>, application: AnyRecord): Promise<Payee | null> {
  // A telephone may be the key that somebody was paid to.
  const known = [...identityFields, 'phone'].map((name) => application[name])
  const digests = (await identityDigests(context, known)).flat()
  const banned = await findBanned(db, { company: application.company, digests, except: null })
  return digests.flatMap((digest) => banned.get(digest) ?? [])[0] ?? null
}

/**
 * A new application waits for staff from now on. That of somebody banned is refused at once: staff find it, with whom it
 * is of, while the applicant is answered as everybody is, and finds out nothing to do better next time.
 */
export const openApplication: Effect = async ({ transaction: db, id, context, actor, after, http }) => {
  const at = timestamp(context.now())
  const application = sql`id = ${id}::text::bigint`
  const banned = await bannedAs(context, db, after!)
  if (banned === null) {
    await sql`update application set waits_since = ${at} where ${application}`.execute(db)
    return
  }
  const field = banned.kind === 'affiliate' ? 'bannedAffiliate' : 'bannedPartner'
  await sql`update application set state = 'banned', decided_at = ${at},
      ${sql.ref(banned.kind === 'affiliate' ? 'banned_affiliate' : 'banned_partner')} = ${banned.id}::bigint
    where ${application}`.execute(db)
  const change = { ...currentBusinessTime(context, actor), db, actor, request: http }
  const changes = [{ field: 'state', before: 'new', after: 'banned' }, ...newValues({ [field]: banned.id })]
  await writeAuditEntry(change, {
    operation: 'refuseApplication',
    object: 'application',
    objectId: Number(id),
    changes,
  })
}
