import { type Kysely, sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import type { AppContext } from '#engine/server/context.ts'
import { decryptSecret, encryptSecret } from './secretAtRest.ts'
import { type TwoStepHolder, twoStepPlace } from './twoStepHolder.ts'

/** As authenticators show the account. */
const issuer = 'Back office'

/** RFC 4226 asks for 20 bytes with SHA-1, the one algorithm every authenticator takes. */
const secretBytes = 20

/** An authenticator: 6 digits, 30 seconds, SHA-1 (RFC 6238). */
export function authenticator({ secret, label }: { secret: Uint8Array; label: string }): TOTP {
  return new TOTP({
    issuer,
    label,
    secret: new Secret({ buffer: new Uint8Array(secret).buffer }),
    algorithm: 'SHA1',
    digits: 6,
    period: 30,
  })
}

/**
 * The `otpauth://` address a holder's authenticator reads; its secret is made when it is first asked for. Null once the
 * authenticator is confirmed: the address is
 * never shown again.
 * @param label as authenticators show the account: a user's e-mail, a partner's name
 */
export async function otpauthUrlOf(
  context: AppContext,
  db: Kysely<any>,
  { holder, label }: { holder: TwoStepHolder; label: string },
): Promise<string | null> {
  const { table, column, id } = twoStepPlace(holder)
  const made = await encryptSecret(context, { holder, secret: new Secret({ size: secretBytes }).bytes })
  await sql`insert into ${table} (${column}, secret_encrypted) values (${id}, ${made})
    on conflict (${column}) do nothing`.execute(db)
  const { rows } = await sql<{ secret_encrypted: Uint8Array; confirmed_at: Date | null }>`
    select secret_encrypted, confirmed_at from ${table} where ${column} = ${id} for update`.execute(db)
  const row = rows[0]
  if (!row || row.confirmed_at) return null
  return authenticator({
    secret: await decryptSecret(context, { holder, stored: row.secret_encrypted }),
    label,
  }).toString()
}
