import { sql } from 'kysely'
import { verifyTotp } from '../auth/twoStep/verifyTotp.ts'
import { ApiError } from '../errors.ts'
import type { Guard } from './effect.ts'

const codeLength = 6

/**
 * Asks for the code of the authenticator of whoever writes. Who has none confirmed is not asked: two-step is a choice of people and companies, and a rule that could not be fulfilled would only stop
 * the work. What follows from the change (automatic payment waits) holds for everybody.
 */
export const authenticatorCode: Guard = {
  async isAsked({ actor, transaction }) {
    if (actor.kind !== 'user' || actor.userId === null) return false
    const { rows } = await sql`select from two_step where user_id = ${actor.userId} and confirmed_at is not null`.execute(transaction)
    return rows.length > 0
  },
  async prove({ context, actor, http }, proof) {
    const totp = typeof proof === 'number' ? String(proof).padStart(codeLength, '0') : proof
    if (typeof totp !== 'string' || totp.trim() === '') throw new ApiError('totp_required')
    await verifyTotp(context, { actor, totp: totp.replace(/\s/g, ''), origin: http })
  },
}
