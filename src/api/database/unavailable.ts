/** The database cannot be reached now; later it may. The server answers 503; nothing needs a restart. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable'
  constructor(cause: unknown) {
    super('The database cannot be reached.', { cause })
  }
}

/** Codes of the system and of PostgreSQL that mean so. */
const unavailableCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT', // its socket is gone
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
  '25006', // a standby: whatever leads to the primary has not found the new one yet
])

/** The driver names these cases by their text only. */
const unavailableTexts =
  /^(Connection terminated|Client (has encountered|was closed)|timeout exceeded when trying to connect|timeout expired)/

/** Whether an error of the driver means that the database cannot be reached now. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: unknown }
  return (
    (typeof code === 'string' && (unavailableCodes.has(code) || code.startsWith('08'))) ||
    unavailableTexts.test(error.message)
  )
}
