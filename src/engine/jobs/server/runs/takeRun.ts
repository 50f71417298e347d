import { type Kysely, sql } from 'kysely'
import { type OutcomeCode, outcomeText, type CodedMessage } from '#engine/declaration/messageCodes.ts'

/** A run that this server has taken. */
export interface ClaimedRun {
  readonly id: number
  readonly kind: string
  /** Tells this taking from a later one, should the lease end: only the last taker may finish it. */
  readonly tries: number
  /** What it was asked to do beside its usual work; empty where it is the usual work. */
  readonly input: object
}

/** How long a run belongs to its server without a sign of life. */
const leaseMs = 20_000
/** A run that was begun so often and never ended is given up: it may be what ends the server. */
const triesMax = 5
/** After how long a run that lost the database is begun anew, times how often that was. */
const retryAfterMs = 5_000
const givenUp = [{ code: 'givenUp', values: { tries: triesMax } }] as const
const uniqueViolation = '23505'

function leaseUntil(now: Date) {
  return sql`${new Date(now.getTime() + leaseMs).toISOString()}::text::timestamptz`
}

/**
 * Takes the next run that is due, or one whose server died; null where there is none. A job runs once at a time,
 * whatever the number of servers: a unique index
 * sees to it.
 */
export async function claimRun(
  db: Kysely<any>,
  { kinds, now }: { kinds: readonly string[]; now: Date },
): Promise<ClaimedRun | null> {
  const moment = sql`${now.toISOString()}::text::timestamptz`
  await sql`update job set state = 'failed', finished_at = ${moment}, outcome = ${outcomeText(givenUp)}::text,
    remarks = ${JSON.stringify(givenUp)}::text::jsonb
    where state = 'running' and lease_until < ${moment} and tries >= ${sql.lit(triesMax)}`.execute(db)
  try {
    const { rows } =
      await sql<ClaimedRun>`update job set state = 'running', started_at = ${moment}, lease_until = ${leaseUntil(now)},
        tries = tries + 1, progress = null
      where id = (select due.id from job due where due.kind = any(${[...kinds]}::text[]) and (
          (due.state = 'waiting' and due.due_at <= ${moment} and not exists (select from job other
            where other.kind = due.kind and other.state = 'running'))
          or (due.state = 'running' and due.lease_until < ${moment}))
        order by due.due_at, due.id limit 1 for update skip locked)
      returning id, kind, tries, input`.execute(db)
    return rows[0] ?? null
  } catch (error) {
    // Another server began a run of the same job at this moment.
    if ((error as { code?: string }).code === uniqueViolation) return null
    throw error
  }
}

const ofTaker = ({ id, tries }: ClaimedRun) => sql`id = ${id} and tries = ${tries} and state = 'running'`

/** Says that a run is alive, with how far it is. @returns false where another server has taken it. */
export async function heartbeatRun(
  db: Kysely<any>,
  run: ClaimedRun,
  { now, progress }: { now: Date; progress: object | null },
): Promise<boolean> {
  const { rows } = await sql`update job set lease_until = ${leaseUntil(now)},
      progress = ${progress === null ? null : JSON.stringify(progress)}::text::jsonb where ${ofTaker(run)}
      returning id`.execute(db)
  return rows.length > 0
}

/** Ends a run with what came of it. */
export async function finishRun(
  db: Kysely<any>,
  run: ClaimedRun,
  { now, state, outcome }: { now: Date; state: 'done' | 'failed'; outcome: readonly CodedMessage<OutcomeCode>[] },
): Promise<void> {
  await sql`update job set state = ${state}::text, finished_at = ${now.toISOString()}::text::timestamptz,
    outcome = ${outcomeText(outcome)}::text,
    remarks = ${JSON.stringify(outcome)}::text::jsonb, lease_until = null where ${ofTaker(run)}`.execute(db)
}

/** Gives a run back that could not end because its server stops; another one, or the next start, begins it anew. */
export async function requeueRun(db: Kysely<any>, run: ClaimedRun, now: Date): Promise<void> {
  await sql`update job set state = 'waiting', due_at = ${now.toISOString()}::text::timestamptz, lease_until = null,
    tries = tries - 1 where ${ofTaker(run)}`.execute(db)
}

/** As many tries as a run keeps that waits for a node: two are left to a server that dies over it. */
const triesKept = triesMax - 2

/**
 * Has a run begun anew a little later: the database was away, which is no failure of the job. It counts as a try, since
 * the run may be what ended it; but for a node of several that is away a run waits as long as that is, since what else
 * there is answers all the while, and a day would stay unclosed over a minute.
 * @returns false where it was tried so often that it fails
 */
export async function postponeRun(
  db: Kysely<any>,
  run: ClaimedRun,
  { now, isWorkerAway }: { now: Date; isWorkerAway: boolean },
): Promise<boolean> {
  if (run.tries >= triesMax && !isWorkerAway) return false
  const dueAt = new Date(now.getTime() + run.tries * retryAfterMs)
  const tries = isWorkerAway ? Math.min(run.tries, triesKept) : run.tries
  await sql`update job set state = 'waiting', due_at = ${dueAt.toISOString()}::text::timestamptz, lease_until = null,
    tries = ${tries}::integer where ${ofTaker(run)}`.execute(db)
  return true
}
