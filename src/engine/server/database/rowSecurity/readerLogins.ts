import { createHmac, createHash, pbkdf2Sync, randomBytes } from 'node:crypto'

/** Where the two reading roles log in. */
export interface ReaderLogins {
  /** Of everybody but root: sees what the settings of a statement name. */
  readonly session: string
  /** Of root: sees all rows of the same tables, and no others. */
  readonly root: string
}

/** What a role is called, and where it logs in. */
export interface RoleLogin {
  readonly name: string
  readonly password: string
  readonly url: string
}

const namesOf = { session: 'office_session', root: 'office_root' } as const

const nameBytes = 63

/** A name that PostgreSQL does not cut off: two long ones that begin alike would be one role. */
function fitting(name: string): string {
  if (Buffer.byteLength(name) <= nameBytes) return name
  return `${name.slice(0, 20)}_${createHash('sha256').update(name).digest('hex').slice(0, 20)}`
}

function loginOf(url: string, kind: keyof typeof namesOf): RoleLogin | null {
  const parsed = new URL(url)
  const [owner, secret] = [decodeURIComponent(parsed.username), decodeURIComponent(parsed.password)]
  if (!owner || !secret) return null
  // Of several installations on one server each has roles of its own, named after its owner.
  const name = fitting(`${namesOf[kind]}_${owner}`)
  const password = createHmac('sha256', secret).update(name).digest('base64url')
  parsed.username = encodeURIComponent(name)
  parsed.password = password
  return { name, password, url: parsed.toString() }
}

/**
 * The roles that belong to an owner: their passwords follow from the owner's, so that all servers of an installation
 * know them and none keeps them.
 * @returns null where the address has no user or no password to derive them from
 */
export function derivedLogins(url: string): Record<'session' | 'root', RoleLogin> | null {
  const [session, root] = [loginOf(url, 'session'), loginOf(url, 'root')]
  return session && root ? { session, root } : null
}

/** The same users on another server: the replica knows the roles of its primary. */
export function onServer(url: string, addresses: ReaderLogins): ReaderLogins {
  const as = (address: string) => {
    const [parsed, login] = [new URL(url), new URL(address)]
    parsed.username = login.username
    parsed.password = login.password
    return parsed.toString()
  }
  return { session: as(addresses.session), root: as(addresses.root) }
}

/** A password as the server keeps it, so that it stands in no statement and no server log (RFC 5803). */
export function scramVerifier(password: string, salt: Buffer = randomBytes(16)): string {
  const rounds = 4096
  const salted = pbkdf2Sync(password, salt, rounds, 32, 'sha256')
  const key = (text: string) => createHmac('sha256', salted).update(text).digest()
  const stored = createHash('sha256').update(key('Client Key')).digest('base64')
  return `SCRAM-SHA-256$${rounds}:${salt.toString('base64')}$${stored}:${key('Server Key').toString('base64')}`
}
