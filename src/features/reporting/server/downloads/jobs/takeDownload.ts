import { type Kysely, sql } from 'kysely'
import type { ErrorCode } from '#engine/declaration/errorCatalogue.ts'
import type { MessageValues } from '#engine/declaration/problems.ts'
import type { AnyTables } from '#engine/server/database/connect.ts'
import { momentSql } from '../downloads.ts'

/** A file that this server has taken to make. */
export interface ClaimedDownload {
  readonly id: number
  readonly userId: number
  readonly report: string
  readonly query: string
  readonly from: string
  readonly to: string
  readonly format: 'xlsx' | 'csv'
  readonly language: string
  /** Tells this taking from a later one, should the lease end: only the last taker may finish it. */
  readonly tries: number
}

/** How long a file belongs to its server without a sign of life. */
const leaseMs = 20_000
/** A file that was begun so often is given up. */
const triesMax = 3
/** How long it waits before it is tried again, the longer the more often it failed. */
const pauseMs = 60_000

const ofTaker = ({ id, tries }: Pick<ClaimedDownload, 'id' | 'tries'>) =>
  sql`id = ${id} and tries = ${tries}::integer and state = 'running'`

/**
 * Takes the next file that is due, or one whose server died; null where there is none. Users take turns: who asks for
 * many files does not keep others waiting. Whatever the number of servers,
 * a file is taken by one.
 */
export async function takeDownload(db: Kysely<AnyTables>, now: Date): Promise<ClaimedDownload | null> {
  const moment = momentSql(now)
  await sql`update download set state = 'failed', finished_at = ${moment}, lease_until = null,
    problem = 'file_given_up', problem_values = json_build_object('count', tries)
    where state = 'running' and lease_until < ${moment} and tries >= ${sql.lit(triesMax)}`.execute(db)
  const { rows } =
    await sql<ClaimedDownload>`update download set state = 'running', tries = tries + 1, rows_done = 0, problem = null,
      problem_values = null, lease_until = ${momentSql(new Date(now.getTime() + leaseMs))}
    where id = (select due.id from download due where (due.state = 'queued' and due.due_at <= ${moment})
      or (due.state = 'running' and due.lease_until < ${moment})
      order by (select count(*) from download other where other.user_id = due.user_id and other.state in ('queued',
        'running') and other.id < due.id), due.due_at, due.id limit 1 for update of due skip locked)
    returning id, user_id as "userId", report, query, from_day as "from", to_day as "to", format, language,
      tries`.execute(db)
  return rows[0] ?? null
}

/**
 * Says that a file is being made, with how many rows were read.
 * @returns false where nobody wants it any more, or another server has taken it.
 */
export async function keepDownload(
  db: Kysely<AnyTables>,
  taken: ClaimedDownload,
  { now, rows }: { now: Date; rows: number },
): Promise<boolean> {
  const { rows: kept } = await sql`update download set lease_until = ${momentSql(new Date(now.getTime() + leaseMs))},
      rows_done = ${rows}::integer where ${ofTaker(taken)} returning id`.execute(db)
  return kept.length > 0
}

/** Keeps a finished file. @returns false where nobody wants it any more. */
export async function keepContent(
  db: Kysely<AnyTables>,
  taken: ClaimedDownload,
  { now, rows, content }: { now: Date; rows: number; content: Buffer },
): Promise<boolean> {
  const { rows: kept } =
    await sql`update download set state = 'ready', content = ${content}::bytea, bytes = ${content.length}::bigint,
      rows_done = ${rows}::integer, finished_at = ${momentSql(now)}, lease_until = null
    where ${ofTaker(taken)} returning id`.execute(db)
  return kept.length > 0
}

/** Why a file was not made. */
export interface FileProblem {
  readonly code: ErrorCode
  readonly values: MessageValues | undefined
  /** Whether trying again may help. */
  readonly passes: boolean
  /** A node of the database is away: the file waits for it as long as that is. */
  readonly isAway?: boolean
}

/** Says why a file was not made; what may pass is tried again after a pause, some times, or until a node is back. */
export async function failDownload(
  db: Kysely<AnyTables>,
  taken: ClaimedDownload,
  { now, problem }: { now: Date; problem: FileProblem },
): Promise<void> {
  const { passes, isAway = false } = problem
  const isTriedAgain = isAway || (passes && taken.tries < triesMax)
  const tries = isAway ? taken.tries - 1 : taken.tries
  const dueAt = new Date(now.getTime() + pauseMs * 5 ** (taken.tries - 1))
  await sql`update download set lease_until = null, tries = ${tries}::integer, problem = ${problem.code}::text,
    problem_values = ${problem.values ? JSON.stringify(problem.values) : null}::text::jsonb,
    state = ${isTriedAgain ? 'queued' : 'failed'}::text,
    due_at = ${isTriedAgain ? momentSql(dueAt) : sql`due_at`},
      finished_at = ${isTriedAgain ? sql`null` : momentSql(now)} where ${ofTaker(taken)}`.execute(db)
}

/** Gives a file back that could not be finished because its server stops. */
export async function requeueDownload(db: Kysely<AnyTables>, taken: ClaimedDownload): Promise<void> {
  await sql`update download set state = 'queued', lease_until = null, tries = tries - 1
    where ${ofTaker(taken)}`.execute(db)
}
