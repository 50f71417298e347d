import { type Kysely, sql } from 'kysely'

/** Why a session ended; kept with it. */
export type SessionEndReason =
  | 'signed_out'
  | 'revoked'
  | 'password_changed'
  | 'refresh_reused'
  | 'removed'
  | 'suspended'

/**
 * Whose sessions: one, all of a user or of one of an affiliate's people (but one, where they changed something and stay
 * signed in), all of a partner or affiliate, or all that an access key opened.
 */
export type SessionsOf =
  | { sessionId: string }
  | { userId: number; except?: string }
  | { affiliateUserId: number; except?: string }
  | { partnerId: number }
  | { affiliateId: number }
  | { accessKey: number }

/**
 * Ends sessions in the caller's transaction: from its commit on every request with their tokens is refused with
 * `session_expired`.
 * Returns how many were open.
 */
export async function endSessions(
  db: Kysely<any>,
  { of, reason, at }: { of: SessionsOf; reason: SessionEndReason; at: Date },
): Promise<number> {
  const whose =
    'sessionId' in of
      ? sql`id = ${of.sessionId}`
      : 'userId' in of
        ? sql`user_id = ${of.userId} and id is distinct from ${of.except ?? null}::uuid`
        : 'affiliateUserId' in of
          ? sql`affiliate_user_id = ${of.affiliateUserId} and id is distinct from ${of.except ?? null}::uuid`
          : 'accessKey' in of
            ? sql`access_key = ${of.accessKey}`
            : 'partnerId' in of
              ? sql`partner_id = ${of.partnerId}`
              : sql`affiliate_id = ${of.affiliateId}`
  const ended =
    await sql`update session set ended_at = ${at}, end_reason = ${reason} where ended_at is null and ${whose}`.execute(
      db,
    )
  return Number(ended.numAffectedRows ?? 0)
}
