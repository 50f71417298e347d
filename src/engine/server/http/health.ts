import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { AppContext } from '#engine/server/context.ts'
import { migrationsFolder, readMigrations } from '#engine/server/database/migrate.ts'
import { NeededSchema } from '#engine/server/database/neededSchema.ts'
import { answeredWithin } from '#engine/server/database/statementWatch.ts'
import { ApiError } from './errors.ts'
import { isDiskFull } from './outageLog.ts'
import { currentKeys } from '#engine/activityLog/server/keys/currentKeys.ts'
import { zoneName } from '#engine/server/installation/boundSettings.ts'
import { agesOf } from '#engine/server/metrics/serverGauges.ts'

/** How long the database may take to say that it is there. */
const answerLimitMs = 4_000

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

/** Why a server takes no requests, beside a loop that stands still. */
type NotReady = 'stopping' | 'databaseAway' | 'migrationsMissing' | 'otherZone' | 'schemaChanged'

/** In what the database is no more what this server began with; what is missing is said in the log. */
async function changeOf(
  { applied, zone }: Standing,
  { environment }: AppContext,
  { migrations, schema, log }: Expected,
): Promise<NotReady | null> {
  if (!migrations.every((name) => applied.includes(name))) return 'migrationsMissing'
  if (zone !== null && zone !== environment.businessTimeZone) return 'otherZone'
  const missing = await schema.missing(applied.length, (names) =>
    log.error({ missing: names }, 'a newer version took away what this server needs: it has to be replaced'),
  )
  return missing.length === 0 ? null : 'schemaChanged'
}

/** What keeps the server from serving, and whether its key ring proves every line of the log. */
interface Readiness {
  readonly reason: NotReady | null
  readonly hasLogKeys: boolean
}

async function readiness(context: AppContext, expected: Expected): Promise<Readiness> {
  try {
    const read = sql<Standing>`select array(select name from migration) as applied, keys,
      (select value from secret where name = ${zoneName}) as zone from log_head`
    const look = async () => {
      const {
        rows: [row],
      } = await read.execute(context.database.db)
      const hasLogKeys = row!.keys.every((id) => currentKeys().keys.has(id))
      return { reason: await changeOf(row!, context, expected), hasLogKeys }
    }
    return await answeredWithin(answerLimitMs, look)
  } catch {
    // Whatever the error, nothing can be read now.
    return { reason: 'databaseAway', hasLogKeys: true }
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
 * `GET /health` (alive), `GET /ready` (the database answers and is as this server needs it, and no loop stands still
 * that requests wait for). What cannot be written meanwhile is a warning: reads are served.
 */
export function healthRoutes(app: FastifyInstance, context: AppContext): void {
  const { database } = context
  const migrations = readMigrations(migrationsFolder).map(({ name }) => name)
  const expected: Expected = { migrations, schema: new NeededSchema(database.db), log: app.log }
  // What it begins with; where the database does not answer, the first question that it answers says so.
  app.addHook('onListen', async () => void readiness(context, expected))
  app.get('/health', async () => ({ status: 'alive' }))
  app.get('/ready', async () => {
    const loops = agesOf(database)
    const late = Object.entries(loops).filter(([, { isLate }]) => isLate)
    const ready: Readiness = draining.has(app)
      ? { reason: 'stopping', hasLogKeys: true }
      : await readiness(context, expected)
    const [blocking] = late.filter(([, { blocksRequests }]) => blocksRequests)
    const reason = ready.reason ?? (blocking && `${blocking[0]}Late`)
    if (reason)
      throw new ApiError(reason === 'databaseAway' ? 'unavailable' : 'not_ready', { extra: { reason, loops } })
    const warnings = [
      ...(isDiskFull(database) ? ['storage_full'] : []),
      ...late.map(([name]) => `${name}_late`),
      ...(ready.hasLogKeys ? [] : ['log_keys_missing']),
    ]
    return { status: 'ready', loops, ...(warnings.length > 0 ? { warnings } : {}) }
  })
}
