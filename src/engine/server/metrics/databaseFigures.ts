import { sql } from 'kysely'
import type { Registry } from 'prom-client'
import { businessDay, daysBetween, addDays, type Day } from '#engine/values/calendar.ts'
import type { AppContext } from '#engine/server/context.ts'
import { answeredWithin } from '#engine/server/database/statementWatch.ts'
import { jobs } from '#app/server/jobs/index.ts'
import { addGauge, type GaugeText, type Sample } from './gauges.ts'

/** How long the database may take: whoever reads metrics waits some ten seconds. */
const answerLimitMs = 4_000
/** What was read is told so long, however many ask. */
const keptMs = 5_000

/** Some of one state, with the age of the oldest. */
export interface Counted {
  readonly state: string
  readonly count: number
  readonly seconds: number
}
/** Runs of one job; moments in seconds since 1970. */
export interface JobRow {
  readonly kind: string
  readonly waiting: number
  readonly running: number
  readonly late: number
  readonly last_failed: number | null
  readonly last_done: number | null
}

/** What the database knows of the business at one moment. */
export interface Figures {
  readonly payments: readonly (Counted & { readonly awaits: boolean })[]
  readonly uploads: readonly Counted[]
  readonly downloads: readonly Counted[]
  readonly jobs: readonly JobRow[]
  readonly unsealed: number
  readonly unsealed_seconds: number
  readonly log_lines: number
  readonly dirty: number
  readonly dirty_seconds: number
  readonly stopped: number
  readonly closed: Day | null
  readonly daysUnclosed: number | null
  readonly backup: number | null
}

const age = (column: string) => sql.raw(`coalesce(extract(epoch from now() - min(${column})), 0)::float8`)
const listed = (query: ReturnType<typeof sql>) =>
  sql`(select coalesce(json_agg(row_to_json(listed)), '[]') from (${query}) listed)`

/** One statement, so that all of it is of one moment. What is long over is counted by state alone. */
const question = sql<Omit<Figures, 'daysUnclosed'>>`select
  ${listed(sql`select state, coalesce(awaits_approval, false) as awaits, count(*) as count,
    ${age('created_at')} as seconds
    from payment where state is not null group by 1, 2`)} as payments,
  ${listed(sql`select state, count(*) as count, ${age('updated_at')} as seconds from feed_upload
    where state in ('waiting', 'running') group by 1`)}
    as uploads,
  ${listed(sql`select state, count(*) as count, ${age('due_at')} as seconds from download
    where state in ('queued', 'running') and due_at <= now() group by 1`)}
    as downloads,
  ${listed(sql`select kind, count(*) filter (where state = 'waiting') as waiting, count(*) filter (where state =
    'running') as running,
      coalesce(extract(epoch from now() - min(due_at) filter (where state = 'waiting' and due_at <= now())),
        0)::float8 as late,
      extract(epoch from max(finished_at) filter (where state = 'failed'))::float8 as last_failed,
      extract(epoch from max(finished_at) filter (where state = 'done'))::float8 as last_done
    from job group by kind`)} as jobs,
  (select count(*) from activity_log where sys_position is null)::integer as unsealed,
  (select ${age('at')} from activity_log where sys_position is null) as unsealed_seconds,
  (select size from log_head)::float8 as log_lines,
  (select count(*) from dirty_day)::integer as dirty,
  (select ${age('changed_at')} from dirty_day) as dirty_seconds,
  (select count(*) from (select distinct owner_kind, owner from close_problem) stopped)::integer as stopped,
  (select max(day)::text from closed_day) as closed,
  (select extract(epoch from max(made_at))::float8 from backup) as backup`

const of = (rows: readonly Counted[], value: (row: Counted) => number): Sample[] =>
  rows.map((row) => [{ state: row.state }, value(row)])
const eachJob = (figures: Figures, value: (row: JobRow) => number | null): Sample[] =>
  figures.jobs.flatMap((row): Sample[] => {
    const told = jobs.some(({ name }) => name === row.kind) ? value(row) : null
    return told === null ? [] : [[{ name: row.kind }, told]]
  })

type Told = readonly [GaugeText, (figures: Figures) => readonly Sample[]]
const gauges: readonly Told[] = [
  [
    {
      name: 'office_payments',
      help: 'Payments by state; `awaits` where a second person has to approve',
      labels: ['state', 'awaits'],
    },
    ({ payments }) => payments.map(({ state, awaits, count }) => [{ state, awaits: String(awaits) }, count]),
  ],
  [
    {
      name: 'office_payments_oldest_seconds',
      help: 'How old the oldest payment of a state without outcome is',
      labels: ['state', 'awaits'],
    },
    ({ payments }) =>
      payments
        .filter(({ state }) => ['created', 'sent', 'unknown'].includes(state))
        .map(({ state, awaits, seconds }) => [{ state, awaits: String(awaits) }, seconds]),
  ],
  [
    { name: 'office_uploads', help: 'Feed files that wait or are worked on', labels: ['state'] },
    ({ uploads }) => of(uploads, ({ count }) => count),
  ],
  [
    {
      name: 'office_uploads_oldest_seconds',
      help: 'For how long nothing moved with the oldest of them',
      labels: ['state'],
    },
    ({ uploads }) => of(uploads, ({ seconds }) => seconds),
  ],
  [
    { name: 'office_report_files', help: 'Files of reports that are due', labels: ['state'] },
    ({ downloads }) => of(downloads, ({ count }) => count),
  ],
  [
    {
      name: 'office_report_files_oldest_seconds',
      help: 'For how long the oldest of them has been due',
      labels: ['state'],
    },
    ({ downloads }) => of(downloads, ({ seconds }) => seconds),
  ],
  [
    { name: 'office_job_waiting', help: 'Runs of a job that wait', labels: ['name'] },
    (figures) => eachJob(figures, ({ waiting }) => waiting),
  ],
  [
    { name: 'office_job_running', help: 'Runs of a job under way, on whichever server', labels: ['name'] },
    (figures) => eachJob(figures, ({ running }) => running),
  ],
  [
    {
      name: 'office_job_overdue_seconds',
      help: 'For how long the oldest run that waits has been due',
      labels: ['name'],
    },
    (figures) => eachJob(figures, ({ late }) => late),
  ],
  [
    { name: 'office_job_last_done_timestamp_seconds', help: 'When a job last ended well', labels: ['name'] },
    (figures) => eachJob(figures, ({ last_done }) => last_done),
  ],
  [
    { name: 'office_job_last_failed_timestamp_seconds', help: 'When a job last failed', labels: ['name'] },
    (figures) => eachJob(figures, ({ last_failed }) => last_failed),
  ],
  [
    { name: 'office_log_unsealed_lines', help: 'Lines of the activity log that wait to be sealed' },
    ({ unsealed }) => [[{}, unsealed]],
  ],
  [
    { name: 'office_log_unsealed_seconds', help: 'For how long the oldest of them waits' },
    ({ unsealed_seconds }) => [[{}, unsealed_seconds]],
  ],
  [
    { name: 'office_log_sealed_lines', help: 'Lines of the activity log in its tree: this never gets less' },
    ({ log_lines }) => [[{}, log_lines]],
  ],
  [
    { name: 'office_dirty_days', help: 'Days of affiliates that moved since the close last read them' },
    ({ dirty }) => [[{}, dirty]],
  ],
  [
    { name: 'office_dirty_days_oldest_seconds', help: 'For how long the oldest of them waits for a close' },
    ({ dirty_seconds }) => [[{}, dirty_seconds]],
  ],
  [
    { name: 'office_stopped_owners', help: 'Affiliates and partners for whom the close could not reckon a day' },
    ({ stopped }) => [[{}, stopped]],
  ],
  [
    { name: 'office_days_unclosed', help: 'How many days before yesterday the newest closed day is' },
    ({ daysUnclosed }) => (daysUnclosed === null ? [] : [[{}, daysUnclosed]]),
  ],
  [
    { name: 'office_backup_last_timestamp_seconds', help: 'When the newest backup of this database was made' },
    ({ backup }) => (backup === null ? [] : [[{}, backup]]),
  ],
]

/** How many days before yesterday the newest closed one is; null where none was ever closed. */
function daysBehind({ closed }: Pick<Figures, 'closed'>, { environment, now }: AppContext): number | null {
  if (closed === null) return null
  const yesterday = addDays(businessDay({ at: now(), zone: environment.businessTimeZone }), -1)
  return closed >= yesterday ? 0 : daysBetween({ from: closed, to: yesterday })
}

/**
 * Reads what the database knows of the business now.
 * @throws what the database throws; Error where it takes too long
 */
export async function readFigures(context: AppContext): Promise<Figures> {
  const read = await answeredWithin(answerLimitMs, async () => (await question.execute(context.database.db)).rows[0]!)
  return { ...read, daysUnclosed: daysBehind(read, context) }
}

/**
 * What the database knows of the business. Where it does not answer, `office_database_up` is 0 and the others are left
 * out.
 * @returns reads it anew; to be called before the register is told
 */
export function addDatabaseGauges(register: Registry, context: AppContext): () => Promise<void> {
  let figures: Figures | null = null
  let readMs = -Infinity
  let underWay: Promise<void> | null = null
  for (const [text, samples] of gauges) addGauge(register, text, () => (figures ? samples(figures) : []))
  addGauge(register, { name: 'office_database_up', help: '1 where the database answered this reading' }, () => [
    [{}, Number(figures !== null)],
  ])

  async function read(): Promise<void> {
    try {
      figures = await readFigures(context)
      readMs = Date.now()
    } catch {
      // Whatever the reason, nothing is known now: `office_database_up` says so.
      figures = null
    }
  }
  return async () => {
    if (figures !== null && Date.now() - readMs < keptMs) return
    await (underWay ??= read().finally(() => (underWay = null)))
  }
}
