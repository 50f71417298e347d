import { type Kysely, sql } from 'kysely'
import { readPersonActor, readUserActor } from '#engine/auth/server/session/readSession.ts'
import { hasFeatureSql } from '#engine/auth/server/features.ts'
import { textsFor } from '#engine/export/server/texts.ts'
import type { JobTask, JobWork } from '#engine/jobs/server/job.ts'
import { momentOf } from '#engine/jobs/server/schedule.ts'
import type { AppContext } from '#engine/server/context.ts'
import { firstRow, timestamp } from '#engine/server/database/rows.ts'
import { inTransaction } from '#engine/server/database/transaction.ts'
import { sendText } from '#engine/server/mail/sendText.ts'
import { addDays, businessDay, type Day } from '#engine/values/calendar.ts'
import { allZones } from '#engine/records/server/visibility/companyClock.ts'
import { lateBrands } from '#features/activity/answers/freshness.ts'
import { freshnessFor } from '#features/reporting/server/freshness.ts'
import { lastMoment } from '#features/reporting/server/asOf.ts'
import { digestLines } from './digestLines.ts'
import { digestText } from './digestText.ts'
import { type DigestTarget, emitDigest, followTargets, readerOfTarget } from './targetDigests.ts'
import { stopPath, stopToken } from './subscriptions.ts'

/** The time of the business zone's clock from which on a day's digests are sent: the day before is closed by then. */
const sentFrom = '07:00'
const batchSize = 500
const attemptsMax = 8
const mailLimitMs = 10_000
/** How long a server has for one digest, before another tries; doubled with each try. */
const leaseMs = 5 * 60_000
const dayMs = 86_400_000
/** What a digest tells at most, in days: who was not reached for long is not told all of it. */
const daysMax = 7

interface Due {
  readonly id: number
  readonly user_id: number | null
  readonly affiliate_user: number | null
  readonly target: DigestTarget | null
  readonly done_day: Day
  readonly told_until: Date
  readonly attempts: number
  readonly email: string | null
  readonly name: string | null
  readonly language: string | null
}

/** The day whose digests are due by now, by a clock. */
function dueDay({ now }: AppContext, zone: string): Day {
  const today = businessDay({ at: now(), zone })
  return momentOf({ day: today, time: sentFrom, zone }) <= now() ? today : addDays(today, -1)
}

/** Claims the next digest of a day: daily ones, weekly ones on Mondays or where one was missed. No other server has it. */
async function claimDigest(
  db: Kysely<any>,
  { day, now, zone, isUsual, isSending }: { day: Day; now: Date; zone: string; isUsual: boolean; isSending: boolean },
): Promise<Due | null> {
  const due = await firstRow(
    db,
    sql<Due>`select s.id, s.user_id, s.affiliate_user, s.done_day::text as done_day, s.told_until,
        case when s.tried_day = ${day}::text::date then s.attempts else 0 end as attempts,
        coalesce(u.email, someone.email) as email, coalesce(u.name, someone.name) as name,
        coalesce(u.language, someone.language, target.language) as language,
        case when target.id is not null then json_build_object('id', target.id, 'company', target.company,
          'brands', target.brands, 'repeats', s.repeats) end as target
      from digest_subscription s left join "user" u on u.id = s.user_id
        left join affiliate_user someone on someone.id = s.affiliate_user
        left join affiliate on affiliate.id = someone.affiliate
        left join signal_target target on target.id = s.target
        left join company on company.id = coalesce(u.company, affiliate.company, target.company)
      where (${isSending}::boolean or s.target is not null) and case when company.time_zone is null then ${isUsual}::boolean else company.time_zone = ${zone}::text end
        and ${hasFeatureSql(sql`company.id`, 'digests')}
        and s.done_day < case when s.repeats = 'daily' then ${day}::text::date
          else date_trunc('week', ${day}::text::date)::date end
        and (s.tried_day is distinct from ${day}::text::date
          or (s.attempts < ${attemptsMax}::int and s.due_at <= ${timestamp(now)}))
      order by s.id limit 1 for update of s skip locked`,
  )
  if (!due) return null
  const next = new Date(now.getTime() + leaseMs * 2 ** due.attempts)
  await sql`update digest_subscription set tried_day = ${day}::text::date, attempts = ${due.attempts + 1}::int,
    due_at = ${timestamp(next)} where id = ${due.id}::bigint`.execute(db)
  return due
}

const readerOf = (db: Kysely<any>, { user_id: user, affiliate_user: person, target }: Due) =>
  target ? readerOfTarget(target) : user === null ? readPersonActor(db, person!) : readUserActor(db, user)

/** Sends one digest that was claimed. @returns whether the day is done with: it was taken, or there is nothing to say */
async function sendDigest(context: AppContext, due: Due, { day, until }: { day: Day; until: Date }): Promise<boolean> {
  const { mail, publicOrigin: origin } = context.environment
  const { db } = context.database
  const actor = await readerOf(db, due)
  if (!actor || (due.email === null && !due.target)) return true
  const to = addDays(day, -1)
  const from = [due.done_day, addDays(day, -daysMax)].toSorted().at(-1)!
  const since = new Date(Math.max(due.told_until.getTime(), until.getTime() - (daysMax + 1) * dayMs))
  const lines = await digestLines(context, { actor, from: from > to ? to : from, to, since, until })
  if (lines.length === 0) return true
  if (due.target) {
    await emitDigest(context, db, {
      target: due.target,
      lines,
      language: due.language,
      from: from > to ? to : from,
      to,
    })
    return true
  }
  const stop = `${stopPath}${await stopToken(context, due.id)}`
  const late = lateBrands(await freshnessFor(context, actor), to)
  const text = digestText(lines, {
    language: due.language,
    isOwn: due.user_id === null,
    name: due.name ?? '',
    origin,
    from,
    to,
    stop,
    late,
  })
  const subject = textsFor(due.language).translate('digests.subject', { smart_count: lines.length })
  // One click of the mail program ends it (RFC 8058).
  const headers: Readonly<Record<string, string>> = origin
    ? { 'list-unsubscribe': `<${origin}${stop}>`, 'list-unsubscribe-post': 'List-Unsubscribe=One-Click' }
    : {}
  const { status } = await sendText(
    { to: due.email!, id: `digest-${due.id}-${day}`, subject, text, headers },
    mail!,
    mailLimitMs,
  )
  return status !== null
}

/** Sends the digests that are due by one clock. */
async function sendDue({ context, signal, log }: JobWork, zone: string, told: { taken: number; failed: number }) {
  const [day, isUsual] = [dueDay(context, zone), zone === context.environment.businessTimeZone]
  const isSending = context.environment.mail !== undefined
  for (let count = 0; count < batchSize && !signal.aborted; count += 1) {
    const now = context.now()
    const due = await inTransaction(context.database.db, (db) =>
      claimDigest(db, { day, now, zone, isUsual, isSending }),
    )
    if (!due) break
    const until = new Date(await lastMoment(context.database.db))
    const isDone = await sendDigest(context, due, { day, until }).catch((error: unknown) => {
      log(`the digest ${due.id} of ${day} could not be made: ${String(error)}`)
      return false
    })
    if (isDone)
      await sql`update digest_subscription set done_day = ${day}::text::date, told_until = ${timestamp(until)},
        attempts = 0 where id = ${due.id}::bigint and done_day < ${day}::text::date`.execute(context.database.db)
    told[isDone ? 'taken' : 'failed'] += 1
  }
}

/**
 * Sends the digests that are due by the clock of each company, by e-mail and to targets of webhooks, each once, whichever
 * server does it; nothing where there is nothing to say.
 */
export const digests: JobTask = {
  async run(work) {
    const told = { taken: 0, failed: 0 }
    const { context } = work
    await followTargets(context)
    for (const zone of await allZones(context.database.db, context)) await sendDue(work, zone, told)
    return [{ code: 'told', values: told }]
  },
}
