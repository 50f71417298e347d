import pg from 'pg'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { withClient } from '../client.ts'
import { applyPolicies, mayReadAll } from './applyPolicies.ts'
import { derivedLogins, type ReaderLogins, type RoleLogin, scramVerifier } from './readerLogins.ts'

/** What the second fence is made from. */
export interface FenceRequest {
  /** The owner's address. */
  readonly url: string
  /** Where servers log in, if that is another role: of its password those of the two roles are made. */
  readonly servingUrl?: string
  /** The operator's own roles (SESSION_DATABASE_URL, ROOT_DATABASE_URL); without them the owner makes them. */
  readonly given: ReaderLogins | undefined
  readonly resources: Readonly<Record<string, AnyResource>>
  /** Statements that make the functions by which the roles ask what they may not read. */
  readonly functions: readonly string[]
  readonly log: (line: string) => void
  /** Whether a newer version made the policies: they stay as they are, and are only looked at. */
  readonly isBehind?: boolean
}

/** A role that the second fence is to log in as could see more than it shall; the message says what to change. */
export class RowSecurityError extends Error {
  override name = 'FenceError'
}

const remedy =
  'Let the owner create roles (ALTER ROLE … CREATEROLE), or make two roles and name them by SESSION_DATABASE_URL and ' +
  'ROOT_DATABASE_URL (docs/operating.md).'
/** Said of an address without a password, as it is where a file or the server's trust takes its place. */
export const noPassword =
  'DATABASE_URL names no password, and of it the passwords of the two roles that read behind row-level security are ' +
  'made. Write the password into DATABASE_URL, or make the two roles and name them by SESSION_DATABASE_URL and ' +
  'ROOT_DATABASE_URL (docs/operating.md, Row-level security).'
const changedFence =
  'A newer version has changed what the roles of the second fence may read, and this one needs more. Start that version.'
/** Behind a pooler the session's settings are the role's. */
const roleSettings = [
  "timezone = 'UTC'",
  'max_parallel_workers_per_gather = 0',
  'jit = off',
  "statement_timeout = '120s'",
]
const attempts = 5

/** The second fence cannot be had with what the operator gave. */
class FenceOff extends Error {}

/**
 * Makes the roles of the second fence and what they may read, where that is missing or older than this version.
 * @returns where they log in; null where it cannot be had: then it is said, and the conditions in statements are the
 * only fence
 * @throws RowSecurityError where the address names no password to derive theirs from, or a role of the operator's sees
 * past policies
 */
export async function prepareRowSecurity({
  url,
  servingUrl = url,
  given,
  resources,
  functions,
  log,
  isBehind = false,
}: FenceRequest): Promise<ReaderLogins | null> {
  try {
    const logins = given ? null : derivedLogins(servingUrl)
    if (!given && !logins) throw new RowSecurityError(noPassword)
    if (logins) for (const login of [logins.session, logins.root]) await ensureRole(url, login)
    const addresses = given ?? { session: logins!.session.url, root: logins!.root.url }
    const roles = { session: await roleName(addresses.session), root: await roleName(addresses.root) }
    await withClient(url, async (client) => {
      for (const role of [roles.session, roles.root]) await refuseStrong(client, role)
      if (!isBehind) await applyPolicies(client, { roles, resources, functions })
      else if (!(await mayReadAll(client, { roles, resources }))) throw new RowSecurityError(changedFence)
    })
    return addresses
  } catch (error) {
    if (!(error instanceof FenceOff)) throw error
    log(`The second fence (row-level security) is off: ${error.message}. ${remedy}`)
    return null
  }
}

/**
 * The server or a pooler before it refuses this login. Anything else (it is away, it is full) is no reason to go on
 * without the fence.
 */
function isRefused(error: unknown): boolean {
  const { code, cause } = error as { code?: string; cause?: { code?: string } }
  const refusal = code ?? cause?.code ?? ''
  return refusal.startsWith('28') || refusal === '08P01' || refusal === '42501'
}

/** Makes the role where it cannot log in: it is missing, or the owner's password has changed. */
async function ensureRole(url: string, login: RoleLogin): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await withClient(login.url, async () => {})
    } catch (error) {
      if (!isRefused(error)) throw error
      if (attempt === attempts) throw new FenceOff(`the role ${login.name} cannot log in (${messageOf(error)})`)
    }
    // Servers that start at once do the same; who comes second finds that the role can log in.
    await withClient(url, (client) => makeRole(client, login)).catch((error: unknown) => {
      if (isRefused(error)) throw new FenceOff(`the role ${login.name} cannot be made (${messageOf(error)})`)
      if (!(error instanceof pg.DatabaseError)) throw error
    })
  }
}

const messageOf = (error: unknown) => ((error as { cause?: Error }).cause ?? (error as Error)).message
const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

async function makeRole(client: pg.Client, { name, password }: RoleLogin): Promise<void> {
  const verifier = scramVerifier(password)
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [name])
  if (!rowCount) await client.query(`create role ${quoted(name)} login noinherit password '${verifier}'`)
  else await client.query(`alter role ${quoted(name)} login password '${verifier}'`)
  for (const setting of roleSettings) await client.query(`alter role ${quoted(name)} set ${setting}`)
}

async function roleName(url: string): Promise<string> {
  const asked = 'select current_user::text as name'
  return withClient(url, async (client) => (await client.query<{ name: string }>(asked)).rows[0]!.name).catch(
    (error: unknown) => {
      if (!isRefused(error)) throw error
      throw new RowSecurityError(
        `A role of the second fence cannot log in (${messageOf(error)}). ` +
          'Correct SESSION_DATABASE_URL and ROOT_DATABASE_URL.',
      )
    },
  )
}

async function refuseStrong(client: pg.Client, role: string): Promise<void> {
  const {
    rows: [row],
  } = await client.query<{ is_weak: boolean }>(
    `select not (rolsuper or rolbypassrls or rolcreaterole
      or exists (select from pg_auth_members where member = pg_roles.oid)
      or exists (select from pg_class where relowner = pg_roles.oid)) as is_weak
    from pg_roles where rolname = $1`,
    [role],
  )
  if (row?.is_weak) return
  throw new RowSecurityError(
    `The role ${role} would see past the policies of the second fence: it must be no superuser, have neither ` +
      'BYPASSRLS nor CREATEROLE, be a member of no role and own no table. Make another one (docs/operating.md).',
  )
}
