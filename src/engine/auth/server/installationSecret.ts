import { hkdfSync, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { AppContext } from '#engine/server/context.ts'

/** What a key derived from the installation secret is for; a key of one purpose says nothing about another. */
export type KeyPurpose =
  | 'access_key'
  | 'access_token'
  | 'ban'
  | 'digest_stop'
  | 'fingerprint'
  | 'invitation'
  | 'live_sheet'
  | 'oauth_client'
  | 'program_refresh_token'
  | 'program_token'
  | 'refresh_token'
  | 'second_step_token'
  | 'signal_secret'
  | 'stop_link'
  | 'two_step_secret'
  | 'visitor'

const secretName = 'installation'
const secretBytes = 32
const keyBytes = 32

/** Reading the secret once a database handle is enough: it never changes while the product runs. */
const secretOfDatabase = new WeakMap<object, Promise<string>>()

/**
 * A 32 byte key for one purpose (HKDF-SHA256, RFC 5869) of the installation secret: `INSTALLATION_SECRET` of the
 * environment where it is
 * given (then a copy of the database alone opens nothing), else one made at the first start and kept in the table
 * `secret`, the same for every server.
 */
export async function installationKey(
  context: Pick<AppContext, 'database' | 'environment'>,
  purpose: KeyPurpose,
): Promise<Uint8Array> {
  const secret = context.environment.installationSecret ?? (await storedSecret(context.database))
  return new Uint8Array(hkdfSync('sha256', secret, '', purpose, keyBytes))
}

/**
 * Reads or makes the secret before the first request needs it: asked for inside a transaction it would need a second
 * connection, and where there is only one, wait for it in vain.
 * @throws DatabaseUnavailable where the database does not answer
 */
export async function prepareInstallationSecret({
  database,
  environment,
}: Pick<AppContext, 'database' | 'environment'>): Promise<void> {
  if (environment.installationSecret === undefined) await storedSecret(database)
}

function storedSecret(database: AppContext['database']): Promise<string> {
  const known = secretOfDatabase.get(database)
  if (known) return known
  const reading = readOrMakeSecret(database)
  secretOfDatabase.set(database, reading)
  // A database that did not answer now may answer at the next request.
  reading.catch(() => secretOfDatabase.delete(database))
  return reading
}

async function readOrMakeSecret(database: AppContext['database']): Promise<string> {
  const made = randomBytes(secretBytes).toString('base64url')
  await sql`insert into secret (name, value) values (${secretName}, ${made}) on conflict (name) do nothing`.execute(
    database.db,
  )
  const { rows } = await sql<{ value: string }>`select value from secret where name = ${secretName}`.execute(
    database.db,
  )
  return rows[0]!.value
}
