import { type Kysely, sql } from 'kysely'
import type { Actor } from '#engine/declaration/actor.ts'
import type { AppContext } from '#engine/server/context.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { inTransaction } from '#engine/server/database/transaction.ts'
import { type LogOrigin, logActivity } from '#engine/activityLog/server/activityLog.ts'
import { storeAccessChange } from '../storeAccessChange.ts'
import { authenticator } from './enrolment.ts'
import { decryptSecret } from './secretAtRest.ts'
import { type TwoStepHolder, twoStepHolderOf, twoStepPlace } from './twoStepHolder.ts'

/** Wrong codes in a row that lock the second step until a root user unlocks it. */
export const wrongCodesMax = 5

/** Steps of 30 seconds by which a telephone's clock may differ, either way. */
const driftSteps = 1

/** Steps within which a code is known to be right for another moment: ten minutes, either way. */
const clockSteps = 20
const stepSeconds = 30

/** What became of a code; `clock` where it is right for another moment. */
export type TotpOutcome =
  | 'right'
  | 'invalid_totp'
  | 'two_step_locked'
  | 'two_step_missing'
  | { readonly clock: 'totp_clock_ahead' | 'totp_clock_behind'; readonly seconds: number }

/**
 * Requires that a code was right.
 * @throws ApiError what is wrong with it; where a telephone's clock is wrong, by how much
 */
export function requireRightCode(outcome: TotpOutcome): void {
  if (outcome === 'right') return
  if (typeof outcome === 'string') throw new ApiError(outcome)
  throw new ApiError(outcome.clock, { values: { seconds: outcome.seconds } })
}

/** A code, of whom it is asked, and where it came from. */
export interface TriedTotp {
  readonly actor: Actor
  readonly totp: string
  readonly origin?: LogOrigin | undefined
}

/**
 * Tries a code and remembers the outcome: a right one is used up and confirms an authenticator that is new, a wrong one
 * is counted (the one used last, sent again, is not). One try at a time for each holder.
 * @param isConfirmationNeeded an authenticator that is not confirmed yet counts as none.
 */
export function tryTotp(
  context: AppContext,
  tried: TriedTotp & { isConfirmationNeeded: boolean },
): Promise<TotpOutcome> {
  return inTransaction(context.database.db, (transaction) => tryWithin(context, transaction, tried))
}

interface Row {
  secret_encrypted: Uint8Array
  confirmed_at: Date | null
  last_used_step: unknown
  failed_count: number
  locked_at: Date | null
}

async function tryWithin(
  context: AppContext,
  db: Kysely<any>,
  tried: TriedTotp & { isConfirmationNeeded: boolean },
): Promise<TotpOutcome> {
  const { actor, totp, origin } = tried
  const holder = twoStepHolderOf(actor)
  if (!holder) return 'two_step_missing'
  const { table, column, id, object } = twoStepPlace(holder)
  const { rows } = await sql<Row>`select secret_encrypted, confirmed_at, last_used_step, failed_count, locked_at
    from ${table} where ${column} = ${id} for update`.execute(db)
  const row = rows[0]
  if (!row || (tried.isConfirmationNeeded && !row.confirmed_at)) return 'two_step_missing'
  if (row.locked_at) return 'two_step_locked'
  const now = context.now()
  const log = (operation: string) =>
    logActivity(db, { actor, request: origin, operation, object, objectId: id, changes: [], at: now })
  const delta = await stepsOff(context, { holder, totp, stored: row.secret_encrypted, now })
  const step = delta === null ? null : Math.floor(now.getTime() / 1000 / stepSeconds) + delta
  // The code used last, sent again, is a form sent twice and no guess: refused as ever, but not counted towards the
  // lock.
  if (step !== null && step === Number(row.last_used_step)) return 'invalid_totp'
  // Right for another moment: the telephone's clock is wrong, and nobody guessed. It is not taken all the same.
  if (delta !== null && Math.abs(delta) > driftSteps)
    return { clock: delta > 0 ? 'totp_clock_ahead' : 'totp_clock_behind', seconds: Math.abs(delta) * stepSeconds }
  if (step === null || step < Number(row.last_used_step)) {
    const failedCount = row.failed_count + 1
    const isLocking = failedCount >= wrongCodesMax
    await sql`update ${table} set failed_count = ${failedCount}, locked_at = ${isLocking ? now : null}
      where ${column} = ${id}`.execute(db)
    if (isLocking) await log('lockTwoStep')
    return 'invalid_totp'
  }
  await sql`update ${table} set last_used_step = ${step}, failed_count = 0, confirmed_at = coalesce(confirmed_at,
    ${now}) where ${column} = ${id}`.execute(db)
  if (!row.confirmed_at) {
    await log('confirmTwoStep')
    await tellAffiliate(db, actor, now)
  }
  return 'right'
}

/** An authenticator of an affiliate's people shuts out whoever has none: the affiliate is told of it. */
async function tellAffiliate(db: Kysely<any>, actor: Actor, at: Date): Promise<void> {
  const { affiliate, affiliateUser, name } = actor
  if (affiliate === undefined || affiliateUser === undefined) return
  await storeAccessChange(db, {
    affiliate,
    kind: 'authenticator',
    subject: affiliateUser,
    label: name,
    author: actor,
    at,
  })
}

/** A code as it was typed or copied: some authenticators show it in two parts. */
const bareCode = (typed: string) => typed.normalize('NFKC').replace(/[\s\p{Cf}\p{Pd}]/gu, '')

/** By how many steps of 30 seconds a code is off now, or null where it is none of those around. */
async function stepsOff(
  context: AppContext,
  { holder, totp, stored, now }: { holder: TwoStepHolder; totp: string; stored: Uint8Array; now: Date },
): Promise<number | null> {
  const token = bareCode(totp)
  if (!/^\d{6}$/.test(token)) return null
  const expected = authenticator({ secret: await decryptSecret(context, { holder, stored }), label: '' })
  return expected.validate({ token, timestamp: now.getTime(), window: clockSteps })
}
