/** Codes of the driver, the system and PostgreSQL that say: the database cannot be reached now; later it may. */
const passingCodes = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  'CONNECT_TIMEOUT',
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  '53300', // too many connections
  '57P01', // shut down by its administrator
  '57P02', // crashed
  '57P03', // starting up or shutting down
  '57P05', // idle session ended
])

/**
 * Whether an error of a query means that the database cannot be reached now. The caller answers 503; the pool connects
 * again by itself, so nothing needs a restart. Every error of `Database.db`, `Database.sql` and `inTransaction` can be asked.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: unknown }
  if (typeof code !== 'string') return false
  const isFromFileSystem = code === 'ENOENT' && (error as NodeJS.ErrnoException).syscall !== 'connect'
  return !isFromFileSystem && (passingCodes.has(code) || code.startsWith('08'))
}
