import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import type { AppContext } from './context.ts'
import { migrationsFolder, readMigrations } from './database/migrate.ts'
import { NeededSchema } from './database/neededSchema.ts'
import { withinEach } from './database/statementWatch.ts'
import { ApiError } from './errors.ts'
import { currentKeys } from './log/keys/currentKeys.ts'
import { zoneName } from './installation/boundSettings.ts'
import { type LoopAge, loopAges } from './loops.ts'

const secondsBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

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

interface Standing { readonly applied: string[]; readonly keys: string[]; readonly zone: string | null }

/** Whether the database is still what this server began with; what is missing is said in the log. */
async function isAsBegun({ applied, zone }: Standing, { environment }: AppContext, { migrations, schema, log }: Expected): Promise<boolean> {
  if (!migrations.every((name) => applied.includes(name))) return false
  if (zone !== null && zone !== environment.businessTimeZone) return false
  const missing = await schema.missing(applied.length, (names) => log.error({ missing: names }, 'a newer version took away what this server needs: it has to be replaced'))
  return missing.length === 0
}

/** What the server is ready with: whether its key ring proves every line of the log. Null where it is not ready. */
async function readiness(context: AppContext, expected: Expected): Promise<{ hasLogKeys: boolean } | null> {
  try {
    const read = sql<Standing>`select array(select name from migration) as applied, keys,
      (select value from secret where name = ${zoneName}) as zone from log_head`
    const look = async () => {
      const { rows: [row] } = await read.execute(context.database.db)
      const hasLogKeys = row!.keys.every((id) => currentKeys().keys.has(id))
      return await isAsBegun(row!, context, expected) ? { hasLogKeys } : null
    }
    return await Promise.race([withinEach(answerLimitMs, look), tooLate()])
  } catch {
    // Whatever the reason, the server cannot serve now; the route says so.
    return null
  }
}

function registerMetrics(app: FastifyInstance): void {
  const register = new Registry()
  collectDefaultMetrics({ register })
  const duration = new Histogram({
    name: 'http_request_duration_seconds', help: 'Time to answer a request', labelNames: ['method', 'route', 'status'], buckets: secondsBuckets, registers: [register],
  })
  app.addHook('onResponse', async (request, reply) => {
    const labels = { method: request.method, route: request.routeOptions.url ?? 'unknown', status: String(reply.statusCode) }
    duration.observe(labels, reply.elapsedTime / 1000)
  })
  app.get('/metrics', async (_request, reply) => reply.type(register.contentType).send(await register.metrics()))
}

/** How the loops of this server are. A replica that is away keeps no server from being ready: the primary answers. */
function agesOf({ database }: AppContext): Readonly<Record<string, LoopAge>> {
  const { replica } = database
  return { ...loopAges(database), ...(replica ? { replica: { seconds: Math.round(replica.ageMs / 100) / 10, isLate: false } } : {}) }
}

/** `GET /health` (alive), `GET /ready` (the database answers and is as this server needs it, and no loop stands still), `GET /metrics` (Prometheus). */
export function healthRoutes(app: FastifyInstance, context: AppContext): void {
  const migrations = readMigrations(migrationsFolder).map(({ name }) => name)
  const expected: Expected = { migrations, schema: new NeededSchema(context.database.db), log: app.log }
  // What it begins with; where the database does not answer, the first question that it answers says so.
  app.addHook('onListen', async () => void readiness(context, expected))
  app.get('/health', async () => ({ status: 'alive' }))
  app.get('/ready', async () => {
    const loops = agesOf(context)
    const isEarly = Object.values(loops).every(({ isLate }) => !isLate)
    const ready = await readiness(context, expected)
    if (!ready || !isEarly) throw new ApiError('unavailable', { extra: { loops } })
    return { status: 'ready', loops, ...(ready.hasLogKeys ? {} : { warnings: ['log_keys_missing'] }) }
  })
  registerMetrics(app)
}
