import postgres from 'postgres'
import { connectionOptions } from '../connectionOptions.ts'

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
  onLost: () => Promise<void>
}

// Advisory locks of a session end with it, however it ends: nothing is left behind by a killed process.
/** Held (shared) by everyone who works with the server; whoever can get it alone is the last. */
const usersLock = 7_205_001
/** Held by the one process that serves the folder. */
const servingLock = 7_205_002

/** Claims the server at `url`, making the product's database when it is not there yet. */
export async function claimServer(request: ClaimRequest): Promise<ClaimOutcome> {
  try {
    return await tryClaim(request)
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === '3D000') {
      await makeDatabase(request)
      return await claimServer(request)
    }
    if (code !== undefined && startingOrStopping.has(code)) return { kind: 'leaving' }
    throw error
  }
}

const startingOrStopping = new Set(['57P01', '57P02', '57P03', 'ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'CONNECTION_CLOSED', 'CONNECTION_DESTROYED', 'CONNECT_TIMEOUT'])

async function tryClaim({ url, use, onLost }: ClaimRequest): Promise<ClaimOutcome> {
  let isHeld = false
  const session = postgres({
    ...connectionOptions(url),
    max: 1,
    max_lifetime: null,
    fetch_types: false,
    onnotice: () => {},
    onclose: () => {
      if (!isHeld) return
      isHeld = false
      void session.end({ timeout: 0 })
      void onLost()
    },
  })
  const letGo = async () => {
    isHeld = false
    await session.end({ timeout: 1 })
  }
  try {
    await session`select set_config('application_name', ${`${use} process ${process.pid}`}, false)`
    const [user] = await session<{ granted: boolean }[]>`select pg_try_advisory_lock_shared(${usersLock}) as granted`
    if (!user?.granted) return (await letGo(), { kind: 'leaving' })
    if (use === 'server') {
      const [server] = await session<{ granted: boolean }[]>`select pg_try_advisory_lock(${servingLock}) as granted`
      if (!server?.granted) {
        const holder = await describeHolder(session)
        await letGo()
        return holder === null ? { kind: 'leaving' } : { kind: 'inUse', holder }
      }
    }
  } catch (error) {
    await letGo()
    throw error
  }
  isHeld = true
  return { kind: 'held', claim: makeClaim(session, letGo) }
}

function makeClaim(session: postgres.Sql, letGo: () => Promise<void>): Claim {
  return {
    async announce(address) {
      await session`select set_config('application_name', ${`server process ${process.pid} at ${address}`}, false)`
    },
    async release() {
      try {
        await session`select pg_advisory_unlock_shared(${usersLock})`
        const [alone] = await session<{ granted: boolean }[]>`select pg_try_advisory_lock(${usersLock}) as granted`
        return alone?.granted ?? true
      } catch {
        return true // The server is gone already; stopping what may be left of it does no harm.
      } finally {
        await letGo()
      }
    },
  }
}

async function describeHolder(session: postgres.Sql): Promise<string | null> {
  const [row] = await session<{ name: string }[]>`
    select activity.application_name as name
    from pg_locks lock join pg_stat_activity activity on activity.pid = lock.pid
    where lock.locktype = 'advisory' and lock.granted and lock.classid = 0 and lock.objid = ${servingLock}`
  return row?.name ?? null
}

async function makeDatabase({ url, databaseName }: ClaimRequest): Promise<void> {
  const session = postgres({ ...connectionOptions(url), database: 'postgres', max: 1, fetch_types: false, onnotice: () => {} })
  try {
    await session.unsafe(`create database ${databaseName}`)
  } catch (error) {
    const { code } = error as { code?: string }
    const isThereByNow = code === '42P04' || code === '23505'
    if (!isThereByNow) throw error
  } finally {
    await session.end({ timeout: 1 })
  }
}
