import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { AppContext } from '#engine/server/context.ts'
import { migrationsFolder, readMigrations } from '#engine/server/database/migrate.ts'
import { NeededSchema } from '#engine/server/database/neededSchema.ts'
import { withStatementTimeout } from '#engine/server/database/statementWatch.ts'
import { ApiError } from './errors.ts'
import { currentKeys } from '#engine/activityLog/server/keys/currentKeys.ts'
import { zoneName } from '#engine/server/installation/boundSettings.ts'
import { agesOf } from '#engine/server/metrics/serverGauges.ts'

/** How long the database may take to say that it is there. */
const answerLimitMs = 4_000

async function tooLate(): Promise<never> {
  await pause(answerLimitMs, undefined, { ref: false })
  throw new Error('The database did not answer in time.')
}

/** What readiness is judged by. */
interface Expected {
  readonly migrations: readonly string[]
  /** What of the database the server's statements name. */
  readonly schema: NeededSchema
  readonly log: FastifyBaseLogger
}

interface Standing {
  readonly applied: string[]
  readonly keys: string[]
  readonly zone: string | null
}

/** Whether the database is still what this server began with; what is missing is said in the log. */
async function isAsBegun(
  { applied, zone }: Standing,
  { environment }: AppContext,
  { migrations, schema, log }: Expected,
): Promise<boolean> {
  if (!migrations.every((name) => applied.includes(name))) return false
  if (zone !== null && zone !== environment.businessTimeZone) return false
  const missing = await schema.missing(applied.length, (names) =>
    log.error({ missing: names }, 'a newer version took away what this server needs: it has to be replaced'),
  )
  return missing.length === 0
}

/** What the server is ready with: whether its key ring proves every line of the log. Null where it is not ready. */
async function readiness(context: AppContext, expected: Expected): Promise<{ hasLogKeys: boolean } | null> {
  try {
    const read = sql<Standing>`select array(select name from migration) as applied, keys,
      (select value from secret where name = ${zoneName}) as zone from log_head`
    const look = async () => {
      const {
        rows: [row],
      } = await read.execute(context.database.db)
      const hasLogKeys = row!.keys.every((id) => currentKeys().keys.has(id))
      return (await isAsBegun(row!, context, expected)) ? { hasLogKeys } : null
    }
    return await Promise.race([withStatementTimeout(answerLimitMs, look), tooLate()])
  } catch {
    // Whatever the reason, the server cannot serve now; the route says so.
    return null
  }
}

const draining = new WeakSet<FastifyInstance>()

/**
 * Says at `/ready` that the server is not, and serves on for a while: a balancer sends it nothing more by the time it
 * stops.
 */
export async function drain(app: FastifyInstance, seconds: number): Promise<void> {
  draining.add(app)
  await pause(seconds * 1_000)
}

/**
 * `GET /health` (alive), `GET /ready` (the database answers and is as this server needs it, and no loop stands still).
 */
export function healthRoutes(app: FastifyInstance, context: AppContext): void {
  const migrations = readMigrations(migrationsFolder).map(({ name }) => name)
  const expected: Expected = { migrations, schema: new NeededSchema(context.database.db), log: app.log }
  // What it begins with; where the database does not answer, the first question that it answers says so.
  app.addHook('onListen', async () => void readiness(context, expected))
  app.get('/health', async () => ({ status: 'alive' }))
  app.get('/ready', async () => {
    const loops = agesOf(context.database)
    const isEarly = Object.values(loops).every(({ isLate }) => !isLate)
    const ready = draining.has(app) ? null : await readiness(context, expected)
    if (!ready || !isEarly) throw new ApiError('unavailable', { extra: { loops } })
    return { status: 'ready', loops, ...(ready.hasLogKeys ? {} : { warnings: ['log_keys_missing'] }) }
  })
}
