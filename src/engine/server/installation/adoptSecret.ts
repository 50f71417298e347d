import { sql } from 'kysely'
import { unlockHolder, unlockTwoStep } from '#engine/auth/server/twoStep/manageTwoStep.ts'
import type { AuthenticatorOwner } from '#engine/auth/server/twoStep/twoStepHolder.ts'
import type { AppContext } from '#engine/server/context.ts'
import { inTransaction } from '#engine/server/database/transaction.ts'
import { logActivity } from '#engine/activityLog/server/activityLog.ts'
import { fingerprintOf, keepBound, type Surroundings } from './boundSettings.ts'
import { operator } from '#engine/declaration/actor.ts'

interface Enrolled {
  readonly kind: 'user' | AuthenticatorOwner
  readonly id: number
}

/**
 * Gives the secret of before up for the present one: ends every session, and takes off every authenticator, which
 * nobody could read any more. Access keys have to be made anew.
 * @returns how many authenticators
 */
export async function adoptSecret(surroundings: Surroundings): Promise<{ readonly authenticators: number }> {
  const { db } = surroundings.database
  const context: AppContext = { ...surroundings, now: surroundings.database.clock.now }
  const { rows } = await sql<Enrolled>`select 'user' as kind, user_id as id from two_step
    union all select 'partner', partner_id from partner_two_step
    union all select 'affiliate', affiliate_id from affiliate_two_step
    union all select 'affiliateUser', affiliate_user_id from affiliate_user_two_step`.execute(db)
  for (const { kind, id } of rows) {
    if (kind === 'user') await unlockTwoStep(context, { actor: operator, userId: id })
    else await unlockHolder(context, { actor: operator, holder: { kind, id } })
  }
  const fingerprint = await fingerprintOf(surroundings)
  await inTransaction(db, async (transaction) => {
    await sql`update session set ended_at = now(), end_reason = 'revoked' where ended_at is null`.execute(transaction)
    await keepBound(transaction, { fingerprint })
    await logActivity(transaction, {
      actor: operator,
      operation: 'adoptSecret',
      object: 'installation',
      objectId: 1,
      changes: [],
    })
  })
  return { authenticators: rows.length }
}
