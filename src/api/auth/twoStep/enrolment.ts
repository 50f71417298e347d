import { type Kysely, sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import type { AppContext } from '../../context.ts'
import { decryptSecret, encryptSecret } from './secretAtRest.ts'

/** As authenticators show the account. */
const issuer = 'Back office'

/** RFC 4226 asks for 20 bytes with SHA-1, the one algorithm every authenticator takes. */
const secretBytes = 20

/** The authenticator of a user: 6 digits, 30 seconds, SHA-1 (RFC 6238). */
export function authenticator({ secret, email }: { secret: Uint8Array; email: string }): TOTP {
  return new TOTP({ issuer, label: email, secret: new Secret({ buffer: new Uint8Array(secret).buffer }), algorithm: 'SHA1', digits: 6, period: 30 })
}

/**
 * The `otpauth://` address a user's authenticator reads; its secret is made when it is first asked for. Null once the authenticator is confirmed: the address is
 * never shown again.
 */
export async function otpauthUrlOf(context: AppContext, db: Kysely<any>, { userId, email }: { userId: number; email: string }): Promise<string | null> {
  const made = await encryptSecret(context, { userId, secret: new Secret({ size: secretBytes }).bytes })
  await sql`insert into two_step (user_id, secret_encrypted) values (${userId}, ${made}) on conflict (user_id) do nothing`.execute(db)
  const { rows } = await sql<{ secret_encrypted: Uint8Array; confirmed_at: Date | null }>`
    select secret_encrypted, confirmed_at from two_step where user_id = ${userId} for update`.execute(db)
  const row = rows[0]
  if (!row || row.confirmed_at) return null
  return authenticator({ secret: await decryptSecret(context, { userId, stored: row.secret_encrypted }), email }).toString()
}
