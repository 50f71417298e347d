/** The parts of a database address that the driver takes. */
export interface ConnectionOptions {
  host: string
  port: number
  username: string
  password: string
  database: string
  /** As PostgreSQL's own `sslmode`: false, or how strictly the server's certificate is checked. */
  ssl: false | 'require' | 'prefer' | 'verify-full'
  /** Seconds after which a connection attempt is given up. */
  connect_timeout: number
  /** Seconds to wait before the n-th new attempt: quick, so that a database that is back is used within a second. */
  backoff: (attempt: number) => number
  /** False behind a pooler that hands each transaction another session (pgbouncer in transaction mode). */
  prepare: boolean
}

/**
 * Reads a database address as PostgreSQL's own programs do: `postgres://user:password@host:port/database`, with
 * `?host=/folder` for a Unix socket, `?sslmode=require`, and our `?prepare=false` for pgbouncer.
 * @throws Error naming the remedy when the address cannot be read; the password is not repeated
 */
export function connectionOptions(url: string): ConnectionOptions {
  let parsed: URL
  try {
    parsed = new URL(url)
  } catch {
    throw new Error('The database address cannot be read. Write it as postgres://user:password@host:5432/database.')
  }
  if (!['postgres:', 'postgresql:'].includes(parsed.protocol)) {
    throw new Error(`The database address begins with "${parsed.protocol}". Write it as postgres://user:password@host:5432/database.`)
  }
  const query = parsed.searchParams
  return {
    host: query.get('host') ?? decodeURIComponent(parsed.hostname || 'localhost'),
    port: Number(query.get('port') ?? (parsed.port || 5432)),
    username: decodeURIComponent(parsed.username),
    password: decodeURIComponent(parsed.password),
    database: decodeURIComponent(parsed.pathname.slice(1)),
    ssl: sslMode(query.get('sslmode')),
    connect_timeout: 5,
    backoff: (attempt) => Math.min(0.05 * 2 ** attempt, 1),
    prepare: query.get('prepare') !== 'false',
  }
}

function sslMode(mode: string | null): ConnectionOptions['ssl'] {
  if (mode === null || mode === 'disable') return false
  if (mode === 'require' || mode === 'prefer' || mode === 'verify-full') return mode
  throw new Error(`The database address asks for sslmode "${mode}". Use disable, prefer, require or verify-full.`)
}
