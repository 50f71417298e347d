import { sql } from 'kysely'
import { trashDays } from '#engine/records/answers/trash.ts'
import { makePartitionsAhead } from '#features/activity/server/write/partitions.ts'
import type { JobTask } from '#engine/jobs/server/job.ts'
import { todayOf } from '#engine/records/server/change.ts'

/** How many months of the event table are there before they are needed. */
const monthsAhead = 3
const dayMs = 24 * 60 * 60_000
/** Sessions that are over are kept for a day, so that whoever comes back is told that theirs is over. */
const sessionKeptDays = 1
/** Who came to a link is asked of its own day alone. */
const visitorsKeptDays = 3
/** Longer than anybody repeats a request. */
const idempotencyKeptDays = 30
/** For so long one can look up what was sent, and send it again. */
const signalsKeptDays = 30
/** Runs of a job that are kept. */
const runsKept = 100

/** Makes the partitions of the event table ahead, so that no batch of events has to. */
export const eventPartitions: JobTask = {
  async run({ context }) {
    const from = todayOf(context, {})
    await makePartitionsAhead({ db: context.database.db, from, months: monthsAhead })
    return [{ code: 'partitions', values: { months: monthsAhead, from } }]
  },
}

/**
 * Removes what nobody needs any more: what was in the trash for long enough, sessions that are over, counts of wrong tries, answers to repeated requests, old
 * runs of jobs.
 */
export const cleanUp: JobTask = {
  async run({ context }) {
    const { db } = context.database
    const ago = (days: number) =>
      sql`${new Date(context.now().getTime() - days * dayMs).toISOString()}::text::timestamptz`
    const removed = async (statement: ReturnType<typeof sql>) =>
      Number((await statement.execute(db)).numAffectedRows ?? 0)
    const sessions = await removed(
      sql`delete from session where expires_at < ${ago(sessionKeptDays)} or ended_at < ${ago(sessionKeptDays)}`,
    )
    const throttles = await removed(sql`delete from throttle where expire < ${context.now().getTime()}`)
    const answers = await removed(sql`delete from idempotency_key where created_at < ${ago(idempotencyKeptDays)}`)
    const runs = await removed(sql`delete from job where state in ('done', 'failed') and id not in (
      select id from (select id, row_number() over (partition by kind order by id desc) as place from job) ranked
        where place <= ${sql.lit(runsKept)})`)
    await removed(sql`delete from click_visitor where day < (${ago(visitorsKeptDays)})::date`)
    await removed(sql`delete from signal_delivery where state <> 'waiting' and created_at < ${ago(signalsKeptDays)}`)
    await removed(sql`delete from signal where is_spread and at < ${ago(signalsKeptDays)}
      and made_at < ${ago(signalsKeptDays)} and not exists (select from signal_delivery
        where signal_delivery.sys_signal = signal.id)`)
    await removed(sql`delete from trash where removed_at < ${ago(trashDays)}`)
    return [{ code: 'removed', values: { sessions, tries: throttles, answers, runs } }]
  },
}
