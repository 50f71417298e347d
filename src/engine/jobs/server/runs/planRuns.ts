import { type Kysely, sql } from 'kysely'
import { outcomeText } from '#engine/declaration/messageCodes.ts'
import type { Job } from '../job.ts'
import { lastSlot } from '../schedule.ts'

/** What planning needs to know. */
export interface PlanRequest {
  readonly jobs: readonly Job[]
  readonly now: Date
  readonly zones: readonly string[]
  /** The moments that were planned already, by job; kept by the caller so that most rounds need no query. */
  readonly planned: Map<string, number>
}

const firstStart = [{ code: 'firstStart' }] as const

/**
 * Adds the run of each job's last moment where it is not there yet: it exists once, whichever server plans it. A moment
 * that was missed while no server ran is made up for by one run; at the
 * very first start only jobs run that say so. While a run waits, no other is added.
 */
export async function planRuns(db: Kysely<any>, { jobs, now, zones, planned }: PlanRequest): Promise<void> {
  for (const { name, schedule, runsAtFirstStart } of jobs) {
    const slot = lastSlot({ schedule, now, zones })
    if ((planned.get(name) ?? 0) >= slot.getTime()) continue
    const key = `${name} ${slot.toISOString()}`
    // A job without any run begins with the moment after this one: the row that says so is done already.
    await sql`insert into job (kind, state, due_at, finished_at, outcome, remarks, schedule_key, created_at)
      select ${name}::text, first.state, ${now.toISOString()}::text::timestamptz, first.finished_at, first.outcome,
        first.remarks, ${key}::text, ${now.toISOString()}::text::timestamptz
      from (select case when ${runsAtFirstStart}::boolean or exists (select from job
        where kind = ${name}::text) then 'waiting' else 'done' end as state) begun
      cross join lateral (select begun.state, case begun.state when 'done' then ${now.toISOString()}::text::timestamptz
        end as finished_at,
        case begun.state when 'done' then ${outcomeText(firstStart)}::text end as outcome, case begun.state
          when 'done' then ${JSON.stringify(firstStart)}::text::jsonb end as remarks) first
      where not exists (select from job where kind = ${name}::text and state = 'waiting' and input = '{}')
        on conflict (schedule_key) do nothing`.execute(db)
    planned.set(name, slot.getTime())
  }
}

/**
 * Asks for a run now, besides the schedule.
 * @param input what it is asked to do beside its usual work, as the job's `readInput` answered it.
 * @returns the run's id; of the one that waits already for the same, where there is one.
 */
export async function requestRun(
  db: Kysely<any>,
  { name, now, requestedBy, input = {} }: { name: string; now: Date; requestedBy: string; input?: object },
): Promise<number> {
  const asked = sql`${JSON.stringify(input)}::text::jsonb`
  const {
    rows: [waiting],
  } = await sql<{ id: number }>`select id from job where kind = ${name}::text and state = 'waiting' and input = ${asked}
    and due_at <= ${now.toISOString()}::text::timestamptz order by id limit 1 for update`.execute(db)
  if (waiting) return waiting.id
  const {
    rows: [run],
  } = await sql<{ id: number }>`insert into job (kind, due_at, created_at, requested_by, input)
    values (${name}::text, ${now.toISOString()}::text::timestamptz, ${now.toISOString()}::text::timestamptz,
      ${requestedBy}::text, ${asked}) returning id`.execute(db)
  return run!.id
}
