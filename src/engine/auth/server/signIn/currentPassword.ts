import { sql } from 'kysely'
import type { AppContext } from '#engine/server/context.ts'
import { ApiError, validationError } from '#engine/server/http/errors.ts'
import { credentialPlace, type PasswordHolder, verifyPassword } from '../passwords.ts'
import { throttled } from './signInThrottle.ts'

/**
 * Asks for the present password of somebody who is signed in. Wrong ones are counted like wrong sign-ins.
 * @throws ApiError `current_password_required`; `invalid_password` at the field; `too_many_requests`
 */
export async function requireCurrentPassword(
  context: AppContext,
  { given, address, ...holder }: PasswordHolder & { readonly given: unknown; readonly address: string },
): Promise<void> {
  if (typeof given !== 'string' || given === '') throw new ApiError('current_password_required')
  const { table, column, id } = credentialPlace(holder)
  const account = 'userId' in holder ? `own password of ${id}` : `own password of affiliateUser ${id}`
  await throttled(context, { address, account }, async () => {
    const {
      rows: [row],
    } = await sql<{ hash: string }>`select password_hash as hash from ${table} where ${column} = ${id}::bigint`.execute(
      context.database.db,
    )
    if (!(await verifyPassword({ passwordHash: row?.hash ?? null, password: given })))
      throw validationError([{ field: 'currentPassword', code: 'invalid_password' }])
  })
}
