import { withShortTimeout } from './citus/shortTimeout.ts'

/** The database cannot be reached now; later it may. The server answers 503; nothing needs a restart. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable'
  constructor(cause: unknown) {
    super('The database cannot be reached.', { cause })
  }
}

/**
 * A node that holds a part of the database cannot be reached now (docs/decisions/0004-citus.md). The connection to the
 * database itself goes on, and so does whatever lies elsewhere.
 */
export class WorkerUnavailable extends DatabaseUnavailable {}

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

const closedTexts = /^(Cannot use a pool after calling end|driver has already been destroyed)/

/** Whether an error comes from a pool that this server has closed already, as it does when it stops. */
export const isClosed = (error: unknown): boolean => error instanceof Error && closedTexts.test(error.message)

/** Whether an error of the driver means that the database cannot be reached now. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: unknown }
  return (
    (typeof code === 'string' && (unavailableCodes.has(code) || code.startsWith('08'))) ||
    unavailableTexts.test(error.message)
  )
}

/** What the coordinator of several nodes says when one of them was lost, by codes that mean other things as well. */
const workerTexts = new RegExp(
  `^(${[
    'connection to the remote node',
    'connection establishment for node',
    'could not establish any connections to the node',
    'could not connect to any active placements',
    'could not find an available connection',
    'failed to COPY to shard',
    'failed to complete COPY on',
    'failure on connection marked as essential',
    'could not commit transaction for shard',
    'server closed the connection unexpectedly',
    'no connection to the server',
    'could not (send data to|receive data from) server',
    'connection not open',
    'terminating connection ',
    'the database system is ',
  ].join('|')})`,
)
const workerCodes = new Set(['08006', 'XX000', '58030'])
/** What else a node says when it goes; the coordinator hands it on, and says whose words these are. */
const leavingCodes = new Set(['57P01', '57P02', '57P03', '53300'])

function isWorkerAway(error: unknown): boolean {
  const { code, message, where, severity } = error as Record<'code' | 'message' | 'where' | 'severity', unknown>
  // Who says of a connection that it was lost, and goes on, does not speak of the one on which it says so.
  if (severity === 'ERROR' && String(code).startsWith('08')) return true
  if (workerCodes.has(String(code))) return workerTexts.test(String(message))
  return leavingCodes.has(String(code)) && String(where).includes('while executing command on')
}

/** What is thrown for an error of the driver that means that the database, or a node of it, cannot be reached now. */
export function unavailability(error: unknown): DatabaseUnavailable | null {
  if (!(error instanceof Error)) return null
  if (isWorkerAway(error)) return new WorkerUnavailable(error)
  return isUnavailable(error) ? new DatabaseUnavailable(error) : null
}

/** What is said of a statement that took longer than it might. */
const tookTooLong = '57014'

/** What was asked, or something else instead while a node is away, or hangs, that holds a part of it. */
export async function orIfWorkerDown<Asked, Instead>(
  ask: () => Promise<Asked>,
  instead: Instead,
): Promise<Asked | Instead> {
  try {
    return await withShortTimeout(ask)
  } catch (error) {
    if (error instanceof WorkerUnavailable || (error as { code?: unknown }).code === tookTooLong) return instead
    throw error
  }
}
