import { sql } from 'kysely'
import pg from 'pg'
import type { Database } from '#engine/server/database/connect.ts'

/** How many rows workers sent the coordinator, beside how many the answer has. */
export interface Shipped {
  readonly rows: number
  readonly groups: number
  /** What the answer's rows are. */
  readonly of: string
}

interface Asked {
  readonly text: string
  readonly values: unknown[]
}

/** A part of a plan as `explain (format json)` tells it. */
type Part = Readonly<Record<string, unknown>>

const readsEvents = (text: string) =>
  /^\s*(with|select|insert into gathered_event)\b/i.test(text) &&
  /\bevent\b/.test(text) &&
  !/from gathered_event/.test(text)

/** Watches what this process asks the database of events, so that it can be explained. */
export function watchStatements({ db }: Database): {
  /** Asks again what was asked since, and adds up what workers sent for it. */
  shipped(of: string, groups: number): Promise<Shipped | undefined>
} {
  const asked: Asked[] = []
  let isExplaining = false
  const prototype = pg.Client.prototype as unknown as { query: (...given: unknown[]) => unknown }
  const { query } = prototype
  prototype.query = function watched(...given: unknown[]) {
    const [first] = given as [Partial<Asked>?]
    if (!isExplaining && typeof first?.text === 'string' && readsEvents(first.text))
      asked.push({ text: first.text.replace(/^\s*insert into gathered_event/i, ''), values: first.values ?? [] })
    return query.apply(this, given)
  }
  return {
    async shipped(of, groups) {
      const {
        rows: [is],
      } = await sql<{ some: boolean }>`select exists (select from pg_dist_partition) as some`.execute(db)
      if (!is!.some) return undefined
      isExplaining = true
      let rows = 0
      for (const each of asked) rows += await rowsSent(db, each)
      isExplaining = false
      return { rows, groups, of }
    },
  }
}

async function rowsSent(db: Database['db'], { text, values }: Asked): Promise<number> {
  // The values go where the driver's placeholders stand.
  const parts = text.split(/\$(\d+)/)
  const statement = sql.join(
    parts.map((part, at) => (at % 2 === 0 ? sql.raw(part) : sql`${values[Number(part) - 1]}`)),
    sql.raw(''),
  )
  const { rows } = await sql<{ 'QUERY PLAN': unknown }>`explain (analyze, format json) ${statement}`.execute(db)
  const own = await sql<{ port: string }>`select current_setting('port') as port`.execute(db)
  return sentIn(rows[0]!['QUERY PLAN'], own.rows[0]!.port)
}

/** The rows of every scan of workers in a plan, and in those that are made before it; not what the coordinator asks itself. */
function sentIn(part: unknown, coordinator: string): number {
  if (Array.isArray(part)) return part.reduce((sum: number, each) => sum + sentIn(each, coordinator), 0)
  if (typeof part !== 'object' || part === null) return 0
  const plan = part as Part
  const job = (plan['Distributed Query'] as Part | undefined)?.['Job'] as Part | undefined
  const [task] = (job?.['Tasks'] ?? []) as readonly Part[]
  const isOfWorkers = task !== undefined && !String(task['Node']).includes(` port=${coordinator} `)
  const own = isOfWorkers ? Number(plan['Actual Rows'] ?? 0) : 0
  // What workers do themselves is told inside the job.
  const inner = Object.entries(plan).reduce(
    (sum, [name, each]) => sum + (name === 'Job' ? 0 : sentIn(each, coordinator)),
    0,
  )
  return own + inner
}
