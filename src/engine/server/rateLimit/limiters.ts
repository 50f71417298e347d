import { CompiledQuery } from 'kysely'
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { AppContext } from '#engine/server/context.ts'
import type { Database } from '#engine/server/database/connect.ts'

/** How much of something is let through: so many points in a window; whoever goes beyond waits a whole window. */
export interface Limit {
  readonly name: string
  readonly points: number
  readonly seconds: number
}

const made = new WeakMap<Database, Map<string, RateLimiterAbstract>>()

/** The package asks through our own pool, so that what holds for every statement holds for its statements. */
function clientOf({ db }: Database) {
  return {
    async query({ text, values = [] }: { text: string; values?: readonly unknown[] }) {
      const { rows, numAffectedRows } = await db.executeQuery(CompiledQuery.raw(text, [...values]))
      return { rows, rowCount: numAffectedRows === undefined ? rows.length : Number(numAffectedRows) }
    },
  }
}

function make(database: Database, { name, points, seconds }: Limit): RateLimiterAbstract {
  const common = { keyPrefix: name, points, duration: seconds, blockDuration: seconds }
  return new RateLimiterPostgres({
    ...common,
    storeClient: clientOf(database),
    storeType: 'client',
    tableName: 'throttle',
    tableCreated: true,
    clearExpiredByTimeout: false,
    // While the database is away each server counts by itself.
    insuranceLimiter: new RateLimiterMemory(common),
  })
}

/** The limiter of a limit: its counts are in the database, so that servers share them. Made once a server. */
export function limiterOf({ database }: Pick<AppContext, 'database'>, limit: Limit): RateLimiterAbstract {
  let limiters = made.get(database)
  if (!limiters) made.set(database, (limiters = new Map()))
  let limiter = limiters.get(limit.name)
  if (!limiter) limiters.set(limit.name, (limiter = make(database, limit)))
  return limiter
}

/** Takes so many points. @returns null, or after how many seconds the next try is welcome */
export async function consumePoints(limiter: RateLimiterAbstract, key: string, points = 1): Promise<number | null> {
  try {
    await limiter.consume(key, points)
    return null
  } catch (refused) {
    if (refused instanceof RateLimiterRes) return Math.max(1, Math.ceil(refused.msBeforeNext / 1000))
    throw refused
  }
}
