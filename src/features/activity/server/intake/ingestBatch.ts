import type { AppContext } from '#engine/server/context.ts'
import { eventChecker, type IncomingEvent, type RejectionCode } from '../write/incomingEvent.ts'
import { recordEvents, type RecordOutcome } from '../write/recordEvents.ts'
import type { IngestBrand } from '../write/ingestContext.ts'
import { zoneOf } from '#engine/records/server/change.ts'

/** The answer to a batch: what was recorded, and what was not and why, by its position from 0. */
export interface IngestAnswer extends RecordOutcome {
  readonly rejected: { readonly index: number; readonly code: RejectionCode }[]
}

/** Checks events as they came and records those that can be; the promise is kept when they are committed. */
export async function ingestBatch(
  context: AppContext,
  brand: IngestBrand,
  given: readonly unknown[],
): Promise<IngestAnswer> {
  const check = eventChecker({ currency: brand.currency, zone: zoneOf(context, brand), now: context.now() })
  const events: IncomingEvent[] = []
  const rejected: { index: number; code: RejectionCode }[] = []
  given.forEach((raw, index) => {
    const checked = check(raw)
    if (checked.ok) events.push(checked.event)
    else rejected.push({ index, code: checked.code })
  })
  const { accepted, duplicates, conflicts, unattributed } = await recordEvents({
    database: context.database,
    brand,
    events,
    source: { via: 'batch', at: context.now(), keyHint: brand.keyHint },
  })
  return { accepted, duplicates, conflicts, rejected, unattributed }
}
