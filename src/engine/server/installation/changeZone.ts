import { type Kysely, sql } from 'kysely'
import { businessDay, type Day, startOfDay } from '#engine/values/calendar.ts'
import type { AppContext } from '#engine/server/context.ts'
import { inTransaction } from '#engine/server/database/transaction.ts'
import { logActivity } from '#engine/activityLog/server/activityLog.ts'
import { keepBound, keptZone, lockBound } from './boundSettings.ts'
import { operator } from '#engine/declaration/actor.ts'

/*
 * What was booked stays on its day: books that are closed and paid do not move. From the change on moments are booked
 * by the new zone. One day is longer or shorter thereby, and where the new zone is behind, its today may be a day
 * before one that already has bookings: that one has to begin there first.
 */

/** What a change of the zone would mean at this moment. */
export interface ZonePlan {
  /** The zone of the bookings; null where nothing was started on this database yet. */
  readonly from: string | null
  readonly to: string
  /** Today by each. */
  readonly today: { readonly from: Day; readonly to: Day }
  /** The newest day with bookings. */
  readonly newestDay: Day | null
  /** Hours by which the day of the change is longer (or, below zero, shorter) than others. */
  readonly longerByHours: number
  /** From when on it can be done, where it cannot now. */
  readonly notBefore: Date | null
}

/** The zone cannot be changed now; the message says when. */
export class ZoneChangeError extends Error {
  override name = 'ZoneChangeError'
}

const hourMs = 60 * 60_000

async function newestDay(db: Kysely<any>): Promise<Day | null> {
  const {
    rows: [row],
  } = await sql<{ day: Day | null }>`select greatest(
    (select max(day) from event), (select max(day) from movement))::text as day`.execute(db)
  return row!.day
}

async function planIn(db: Kysely<any>, { zone, now }: { zone: string; now: Date }): Promise<ZonePlan> {
  const from = await keptZone(db)
  const today = { from: businessDay({ at: now, zone: from ?? zone }), to: businessDay({ at: now, zone }) }
  const newest = await newestDay(db)
  const startIn = (of: string) => startOfDay({ day: today.to, zone: of }).getTime()
  return {
    from,
    to: zone,
    today,
    newestDay: newest,
    longerByHours: (startIn(zone) - startIn(from ?? zone)) / hourMs,
    notBefore: newest !== null && newest > today.to ? startOfDay({ day: newest, zone }) : null,
  }
}

/** What a change of the zone would mean now; changes nothing. */
export async function planZoneChange(
  { database, now }: Pick<AppContext, 'database' | 'now'>,
  zone: string,
): Promise<ZonePlan> {
  return planIn(database.db, { zone, now: now() })
}

/**
 * Has the days of this database be booked by another zone from now on. Servers have to be stopped before, and started
 * with it after; one that runs on is not ready.
 * @throws ZoneChangeError naming the time where a later day than today has bookings
 */
export async function changeZone(
  { database, now }: Pick<AppContext, 'database' | 'now'>,
  zone: string,
): Promise<ZonePlan> {
  return inTransaction(database.db, async (transaction) => {
    await lockBound(transaction)
    const plan = await planIn(transaction, { zone, now: now() })
    if (plan.notBefore) {
      throw new ZoneChangeError(
        `${plan.newestDay} has bookings already, and in ${zone} it is still ${plan.today.to}: ` +
          `new bookings would go back behind it. The change can be made from ${plan.notBefore.toISOString()} on.`,
      )
    }
    if (plan.from === zone) return plan
    await keepBound(transaction, { zone })
    await logActivity(transaction, {
      actor: operator,
      operation: 'changeZone',
      object: 'installation',
      objectId: 1,
      changes: [{ field: 'businessTimeZone', before: plan.from, after: zone }],
    })
    return plan
  })
}
