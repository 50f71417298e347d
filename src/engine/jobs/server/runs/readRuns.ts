import { type Kysely, sql } from 'kysely'
import type { ShownJob, ShownRun } from '../../answers/jobs.ts'
import type { Job } from '../job.ts'
import { nextSlot } from '../schedule.ts'

interface Row extends Omit<ShownRun, 'startedAt' | 'finishedAt'> {
  readonly kind: string
  readonly started_at: Date | null
  readonly finished_at: Date | null
}

const columns = sql`id, kind, state, started_at, finished_at, outcome, remarks, progress, requested_by as "requestedBy"`

function shown({ id, state, started_at, finished_at, outcome, remarks, progress, requestedBy }: Row): ShownRun {
  return {
    id,
    state,
    startedAt: started_at?.toISOString() ?? null,
    finishedAt: finished_at?.toISOString() ?? null,
    outcome,
    remarks,
    progress,
    requestedBy,
  }
}

/** The newest runs of a job, newest first. */
export async function readRuns(db: Kysely<any>, { name, limit }: { name: string; limit: number }): Promise<ShownRun[]> {
  const { rows } = await sql<Row>`select ${columns} from job where kind = ${name}::text order by id desc
      limit ${limit}::integer`.execute(db)
  return rows.map(shown)
}

/** Every job with its last and next run. */
export async function readJobs(
  db: Kysely<any>,
  { jobs, now, zones }: { jobs: readonly Job[]; now: Date; zones: readonly string[] },
): Promise<ShownJob[]> {
  const { rows: ended } = await sql<Row>`select distinct on (kind) ${columns} from job where state in ('done', 'failed')
      and started_at is not null order by kind, id desc`.execute(db)
  const { rows: current } =
    await sql<Row>`select distinct on (kind) ${columns} from job where state in ('waiting', 'running')
      order by kind, state, id`.execute(db)
  const of = (rows: readonly Row[], name: string) => {
    const row = rows.find(({ kind }) => kind === name)
    return row ? shown(row) : null
  }
  return jobs.map(({ name, schedule }) => ({
    name,
    schedule,
    lastRun: of(ended, name),
    currentRun: of(current, name),
    nextRun: nextSlot({ schedule, now, zones }).toISOString(),
  }))
}
