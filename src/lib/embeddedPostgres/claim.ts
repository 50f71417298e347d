import pg from 'pg'
import { withDatabase } from '#engine/server/database/address.ts'
import { isUnavailable } from '#engine/server/database/unavailable.ts'

/** A hold on the embedded server: as long as it lasts, no other user of the server shuts it down. */
export interface Claim {
  /** Names the address that a refused second start is told. */
  announce(address: string): Promise<void>
  /** Lets go. @returns true when nobody else uses the server, so that the caller is the one to shut it down */
  release(): Promise<boolean>
}

/** `inUse`: another process serves; `leaving`: the server is going down or not up yet, look again. */
export type ClaimOutcome = { kind: 'held'; claim: Claim } | { kind: 'inUse'; holder: string } | { kind: 'leaving' }

/** What a claim is made with. */
export interface ClaimRequest {
  url: string
  databaseName: string
  use: 'server' | 'command'
  /** Called once when the claim is lost because the server died. */
  onLost: () => void
}

// Advisory locks of a session end with it, however it ends: nothing is left behind by a killed process.
/** Held (shared) by everyone who works with the server; whoever can get it alone is the last. */
const usersLock = 7_205_001
/** Held by the one process that serves the folder. */
const servingLock = 7_205_002
const isThereAlready = new Set(['42P04', '23505'])
const noSuchDatabase = '3D000'

/** Claims the server at `url`, making the product's database when it is not there yet. */
export async function claimServer(request: ClaimRequest): Promise<ClaimOutcome> {
  try {
    return await tryClaim(request)
  } catch (error) {
    if (codeOf(error) === noSuchDatabase) {
      await makeDatabase(request)
      return await claimServer(request)
    }
    if (isUnavailable(error)) return { kind: 'leaving' }
    throw error
  }
}

async function tryClaim({ url, use, onLost }: ClaimRequest): Promise<ClaimOutcome> {
  const session = new pg.Client({
    connectionString: url,
    application_name: `${use} process ${process.pid}`,
    connectionTimeoutMillis: 5_000,
  })
  let isHeld = false
  session.on('error', () => {}) // The end that follows is what counts.
  session.on('end', () => {
    if (isHeld) onLost()
  })
  try {
    await session.connect()
    const refused = await takeLocks(session, use)
    if (refused) return (await session.end(), refused)
  } catch (error) {
    await session.end().catch(() => {})
    throw error
  }
  isHeld = true
  const letGo = async () => {
    isHeld = false
    await session.end().catch(() => {})
  }
  return { kind: 'held', claim: makeClaim(session, letGo) }
}

async function takeLocks(session: pg.Client, use: 'server' | 'command'): Promise<ClaimOutcome | null> {
  if (!(await isGranted(session, `pg_try_advisory_lock_shared(${usersLock})`))) return { kind: 'leaving' }
  if (use === 'command' || (await isGranted(session, `pg_try_advisory_lock(${servingLock})`))) return null
  const { rows } = await session.query<{ name: string }>(`
    select activity.application_name as name
    from pg_locks lock join pg_stat_activity activity on activity.pid = lock.pid
    where lock.locktype = 'advisory' and lock.granted and lock.classid = 0 and lock.objid = ${servingLock}`)
  return rows[0] ? { kind: 'inUse', holder: rows[0].name } : { kind: 'leaving' }
}

async function isGranted(session: pg.Client, lock: string): Promise<boolean> {
  const { rows } = await session.query<{ granted: boolean }>(`select ${lock} as granted`)
  return rows[0]?.granted === true
}

function makeClaim(session: pg.Client, letGo: () => Promise<void>): Claim {
  return {
    async announce(address) {
      await session.query("select set_config('application_name', $1, false)", [
        `server process ${process.pid} at ${address}`,
      ])
    },
    async release() {
      try {
        await session.query(`select pg_advisory_unlock_shared(${usersLock})`)
        return await isGranted(session, `pg_try_advisory_lock(${usersLock})`)
      } catch {
        return true // The server is gone already; stopping what may be left of it does no harm.
      } finally {
        await letGo()
      }
    },
  }
}

async function makeDatabase({ url, databaseName }: ClaimRequest): Promise<void> {
  const session = new pg.Client({ connectionString: withDatabase(url, 'postgres') })
  try {
    await session.connect()
    await session.query(`create database ${databaseName}`)
  } catch (error) {
    if (!isThereAlready.has(codeOf(error) ?? '')) throw error
  } finally {
    await session.end().catch(() => {})
  }
}

function codeOf(error: unknown): string | undefined {
  return (error as { code?: string }).code
}
