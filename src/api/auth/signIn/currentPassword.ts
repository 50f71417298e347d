import { sql } from 'kysely'
import type { AppContext } from '../../context.ts'
import { ApiError, problemsError } from '../../errors.ts'
import { verifyPassword } from '../passwords.ts'
import { throttled } from './signInThrottle.ts'

/**
 * Asks for the present password of somebody who is signed in. Wrong ones are counted like wrong sign-ins.
 * @throws ApiError `current_password_required`; `invalid_password` at the field; `too_many_requests`
 */
export async function requireCurrentPassword(
  context: AppContext,
  { userId, given, address }: { userId: number; given: unknown; address: string },
): Promise<void> {
  if (typeof given !== 'string' || given === '') throw new ApiError('current_password_required')
  await throttled(context, { address, account: `own password of ${userId}` }, async () => {
    const {
      rows: [row],
    } = await sql<{
      hash: string
    }>`select password_hash as hash from user_credential where user_id = ${userId}::bigint`.execute(context.database.db)
    if (!(await verifyPassword({ passwordHash: row?.hash ?? null, password: given })))
      throw problemsError([{ field: 'currentPassword', code: 'invalid_password' }])
  })
}
