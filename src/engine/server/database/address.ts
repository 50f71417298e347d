/** A database address, read as far as the driver does not read it itself. */
export interface DatabaseAddress {
  connectionString: string
  /**
   * False behind a pooler that hands each transaction another session (`?pgbouncer=true`): then no prepared statements
   * and no session settings, which belong to the database role there.
   */
  hasOwnSession: boolean
}

/** What asks for encryption, with or without looking at who answers. */
const verified = new Set(['prefer', 'require', 'verify-ca'])

/**
 * Reads a database address as PostgreSQL's own programs do: `postgres://user:password@host:port/database`, with
 * `?host=/folder` for a Unix socket, `?sslmode=verify-full`, and `?pgbouncer=true` for a pooler in transaction mode.
 * Whoever asks for encryption gets the server's name verified as well (`require` and `verify-ca` of the programs do not
 * do that): without it the encryption keeps nobody out who can stand in between. `no-verify` does without, by name.
 * @throws Error naming the remedy when the address cannot be read; the password is not repeated
 */
export function readAddress(url: string): DatabaseAddress {
  const remedy = 'Write it as postgres://user:password@host:5432/database.'
  if (!URL.canParse(url)) throw new Error(`The database address cannot be read. ${remedy}`)
  const parsed = new URL(url)
  if (!['postgres:', 'postgresql:'].includes(parsed.protocol))
    throw new Error(`The database address begins with "${parsed.protocol}". ${remedy}`)
  if (parsed.pathname.length < 2) throw new Error(`The database address names no database. ${remedy}`)
  const hasOwnSession = parsed.searchParams.get('pgbouncer') !== 'true'
  parsed.searchParams.delete('pgbouncer')
  if (verified.has(parsed.searchParams.get('sslmode') ?? '')) parsed.searchParams.set('sslmode', 'verify-full')
  return { connectionString: parsed.toString(), hasOwnSession }
}

/** The same server, another database. */
export function withDatabase(url: string, database: string): string {
  const parsed = new URL(url)
  parsed.pathname = `/${encodeURIComponent(database)}`
  return parsed.toString()
}
