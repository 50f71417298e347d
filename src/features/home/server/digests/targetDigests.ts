import { type Kysely, sql } from 'kysely'
import type { Actor } from '#engine/declaration/actor.ts'
import type { AppContext } from '#engine/server/context.ts'
import { timestamp } from '#engine/server/database/rows.ts'
import { businessDay, type Day } from '#engine/values/calendar.ts'
import { lastMoment } from '#features/reporting/server/asOf.ts'
import { emitTo } from '#features/webhooks/server/emit/emit.ts'
import type { DigestLine } from '../../answers/digests.ts'
import { lineText } from './digestText.ts'

/** A target of the webhooks that is sent digests: of which company and brands. */
export interface DigestTarget {
  readonly id: number
  readonly company: number
  readonly brands: readonly number[]
  readonly repeats: 'daily' | 'weekly'
}

/** SQL: a target is sent digests, each day where it wants both. */
const wantsDigest = sql`target.affiliate is null and target.state = 'active'
  and target.signals && array['dailyDigest', 'weeklyDigest']`

/** Has a subscription for each target that wants digests, from now on, and none for the others. */
export async function followTargets({ database: { db }, environment, now }: AppContext): Promise<void> {
  await sql`delete from digest_subscription s using signal_target target
    where s.target = target.id and not (${wantsDigest})`.execute(db)
  const { rows } = await sql`select from signal_target target where ${wantsDigest} limit 1`.execute(db)
  if (rows.length === 0) return
  const today = businessDay({ at: now(), zone: environment.businessTimeZone })
  await sql`insert into digest_subscription (target, repeats, done_day, told_until, due_at)
    select target.id, case when 'dailyDigest' = any(target.signals) then 'daily' else 'weekly' end, ${today}::text::date,
      ${timestamp(new Date(await lastMoment(db)))}, ${timestamp(now())}
    from signal_target target where ${wantsDigest}
    on conflict (target) do update set repeats = excluded.repeats
      where digest_subscription.repeats <> excluded.repeats`.execute(db)
}

/** The reader of a digest target: the rights that a digest needs, for all of the target's brands. */
export const readerOfTarget = ({ id, company, brands }: DigestTarget): Actor => ({
  kind: 'user',
  userId: null,
  name: `webhook:${id}`,
  root: false,
  roles: new Set(['activityPerAffiliate', 'paymentByAffiliate', 'financial']),
  company,
  allowedBrands: brands,
  partner: null,
})

/** Hands a digest to the webhooks, which sign it, send it and try again: once, whatever is done again. */
export async function emitDigest(
  { environment: { publicOrigin: origin }, now }: AppContext,
  db: Kysely<any>,
  given: { target: DigestTarget; lines: readonly DigestLine[]; language: string | null; from: Day; to: Day },
): Promise<void> {
  const { target, lines, language, from, to } = given
  const told = lines.map((line) => {
    const { path, ...figures } = line
    return { ...figures, ...lineText(line, { language, isOwn: false }), url: origin ? `${origin}${path}` : null }
  })
  await emitTo(db, {
    name: `${target.repeats}Digest`,
    target: target.id,
    company: target.company,
    at: now(),
    once: to,
    data: { from, to, lines: told },
  })
}
