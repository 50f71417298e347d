import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { type Kysely, type RawBuilder, sql } from 'kysely'

/**
 * argon2id (the library's default) with the least costs OWASP's password storage sheet names: 19 MiB, 2 passes, one
 * lane.
 * More would let a few dozen sign-ins keep two cores busy for seconds.
 */
const costs = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** Verified against where there is no such user, so that both answers cost the same work. */
let noOnesHash: Promise<string> | undefined

/**
 * The argon2id hash of a password, in PHC form. The rules of a good password are checked before, by `passwordProblems`.
 */
export function hashPassword(password: string): Promise<string> {
  return hash(password, costs)
}

/**
 * Makes the hash that unknown users are verified against; called at start, so that the first unknown user is not
 * answered late.
 */
export function prepareNoOnesHash(): Promise<string> {
  noOnesHash ??= hashPassword(randomBytes(32).toString('base64url'))
  return noOnesHash
}

/**
 * Whether the password is the one behind the hash. Without a hash (no such user) the same work is done and the answer
 * is no.
 */
export async function verifyPassword({
  passwordHash,
  password,
}: {
  passwordHash: string | null
  password: string
}): Promise<boolean> {
  const isRight = await verify(passwordHash ?? (await prepareNoOnesHash()), password)
  return isRight && passwordHash !== null
}

/** Who has a password: a user, or one of an affiliate's people. */
export type PasswordHolder = { readonly userId: number } | { readonly affiliateUserId: number }

/** Where a holder's password is kept, hashed. */
export function credentialPlace(holder: PasswordHolder): {
  readonly table: RawBuilder<unknown>
  readonly column: RawBuilder<unknown>
  readonly id: number
} {
  return 'userId' in holder
    ? { table: sql.table('user_credential'), column: sql.ref('user_id'), id: holder.userId }
    : {
        table: sql.table('affiliate_user_credential'),
        column: sql.ref('affiliate_user_id'),
        id: holder.affiliateUserId,
      }
}

/**
 * Keeps a password, hashed, in the caller's transaction. Ending the holder's sessions is a matter of whoever calls.
 * @param isFromEnvironment the root user made at first start: may sign in without a second step until it enrols.
 */
export async function setPassword(
  db: Kysely<any>,
  {
    password,
    isFromEnvironment = false,
    ...holder
  }: PasswordHolder & { readonly password: string; readonly isFromEnvironment?: boolean },
): Promise<void> {
  const passwordHash = await hashPassword(password)
  const { table, column, id } = credentialPlace(holder)
  await sql`insert into ${table} (${column}, password_hash, is_from_environment)
    values (${id}, ${passwordHash}, ${isFromEnvironment})
    on conflict (${column}) do update set password_hash = excluded.password_hash, changed_at = now()`.execute(db)
}
