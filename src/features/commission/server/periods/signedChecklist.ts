import { type Kysely, sql } from 'kysely'
import type { Checklist, ControlTotal, PeriodSignature } from '../../answers/periods.ts'
import { businessDay } from '#engine/values/calendar.ts'
import { firstRow } from '#engine/server/database/rows.ts'
import type { BusinessTime } from '#engine/records/server/change.ts'
import type { PeriodRow } from './changePeriod.ts'
import { readBridge } from './bridge.ts'
import { digestOf, readControlTotals } from './controlTotals.ts'
import { readChecklist } from './periodChecklist.ts'
import { byClockOf } from '#engine/records/server/visibility/companyClock.ts'

interface Signed extends Omit<PeriodSignature, 'holds' | 'checkedAt' | 'lockedAt'> {
  readonly checkedAt: Date | null
  readonly lockedAt: Date | null
  readonly totals: readonly ControlTotal[]
}

/** What speaks for and against signing a period, what it comes to, and what was signed of it. */
export async function readSignedChecklist(
  db: Kysely<any>,
  period: PeriodRow,
  present: BusinessTime,
): Promise<Checklist> {
  const items = await readChecklist(db, period, businessDay(await byClockOf({ db, ...present }, period.company)))
  const totals = await readControlTotals(db, period)
  const signed = await firstRow(
    db,
    sql<Signed>`select signature.digest, signature.accepted, signature.totals, period.checked_by as "checkedBy",
        period.checked_at as "checkedAt", period.locked_by as "lockedBy", period.locked_at as "lockedAt"
      from period_signature signature join period on period.id = signature.period
      where signature.period = ${period.id}`,
  )
  const controlTotals = period.state === 'locked' && signed ? signed.totals : totals
  const bridge = await readBridge(db, period, controlTotals)
  return { items, controlTotals, signature: signed ? signatureOf(signed, digestOf(period, totals)) : null, bridge }
}

function signatureOf({ totals: _totals, checkedAt, lockedAt, ...signed }: Signed, present: string): PeriodSignature {
  const moments = { checkedAt: checkedAt?.toISOString() ?? null, lockedAt: lockedAt?.toISOString() ?? null }
  return { ...signed, ...moments, holds: signed.digest === present }
}
