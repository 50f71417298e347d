import { sql } from 'kysely'
import { textArray } from '#engine/server/database/arrays.ts'
import { copyRows } from '#engine/server/database/copyRows.ts'
import type { IncomingEvent } from './incomingEvent.ts'
import type { IngestContext } from './ingestContext.ts'

const uniqueViolation = '23505'
/** What Citus calls whatever a worker says of rows that are copied to it. */
const copyRefused = 'XX000'

/** What became of the ids of a batch. */
export interface IdentityOutcome {
  /** Events nobody told us before. */
  readonly fresh: IncomingEvent[]
  /** How many were told before in the same words. */
  readonly duplicates: number
  /** Ids that exist with other content; the stored event stays. */
  readonly conflicts: string[]
}

/**
 * Claims the ids of a batch for this transaction; whoever claims the same id at the same time waits for its end. Ids
 * are claimed in
 * order, so that two batches never wait for each other.
 * @param input `areNew`: nobody told them before, as far as is known. They are copied in, which costs a third of looking
 * each up
 * @throws an error that {@link isDuplicateId} knows where one of ids that are new was told
 */
export async function claimIdentities(
  writer: IngestContext,
  { events, areNew }: { events: readonly IncomingEvent[]; areNew: boolean },
): Promise<IdentityOutcome> {
  const { unique, duplicates, conflicts } = withoutRepeats(events)
  if (areNew) {
    await copyIdentities(writer, unique)
    return { fresh: unique, duplicates, conflicts }
  }
  const claimed = await insertIdentities(writer, unique)
  if (claimed === null) return { fresh: unique, duplicates, conflicts }
  const refused = unique.filter(({ eventId }) => !claimed.has(eventId))
  const stored = await storedFingerprints(writer, refused)
  const different = refused.filter(({ eventId, fingerprint }) => stored.get(eventId) !== fingerprint)
  return {
    fresh: unique.filter(({ eventId }) => claimed.has(eventId)),
    duplicates: duplicates + refused.length - different.length,
    conflicts: [...conflicts, ...different.map(({ eventId }) => eventId)],
  }
}

/**
 * Whether a batch failed since one of its ids was told before. Of what is copied to a worker nothing but the words tell:
 * they name the constraint, in whatever language, with the number of the shard behind it.
 */
export function isDuplicateId(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string }
  return (code === uniqueViolation || code === copyRefused) && (message?.includes('event_identity_pkey') ?? false)
}

async function copyIdentities({ trx, brand }: IngestContext, events: readonly IncomingEvent[]): Promise<void> {
  await copyRows(trx, 'event_identity', events, {
    brand: ['bigint', () => brand.id],
    event_id: ['text', ({ eventId }) => eventId],
    fingerprint: ['uuid', ({ fingerprint }) => fingerprint],
    day: ['date', ({ day }) => day],
  })
}

/** The first of each id, sorted by id. Of a batch that tells an id twice, the first telling counts. */
function withoutRepeats(events: readonly IncomingEvent[]): {
  unique: IncomingEvent[]
  duplicates: number
  conflicts: string[]
} {
  const byId = new Map<string, IncomingEvent>()
  const conflicts: string[] = []
  let duplicates = 0
  for (const event of events) {
    const first = byId.get(event.eventId)
    if (!first) byId.set(event.eventId, event)
    else if (first.fingerprint === event.fingerprint) duplicates += 1
    else conflicts.push(event.eventId)
  }
  const unique = [...byId.values()].sort((a, b) => (a.eventId < b.eventId ? -1 : 1))
  return { unique, duplicates, conflicts }
}

/** @returns the ids that were new, or null where all were. */
async function insertIdentities(
  { trx, brand }: IngestContext,
  events: readonly IncomingEvent[],
): Promise<Set<string> | null> {
  const ids = textArray(events.map(({ eventId }) => eventId))
  const fingerprints = textArray(events.map(({ fingerprint }) => fingerprint))
  const days = textArray(events.map(({ day }) => day))
  const { rows } = await sql<{ ids: string[] | null }>`
    with claimed as (
      insert into event_identity (brand, event_id, fingerprint, day)
      select ${brand.id}::bigint, event_id, fingerprint, day
        from unnest(${ids}::text[], ${fingerprints}::uuid[], ${days}::date[])
          as given (event_id, fingerprint, day)
      on conflict do nothing returning event_id
    ) select case when count(*) < ${events.length}::integer then coalesce(json_agg(event_id), '[]') end as ids
      from claimed`.execute(trx)
  const isClaimed = rows[0]?.ids ?? null
  return isClaimed && new Set(isClaimed)
}

async function storedFingerprints(
  { trx, brand }: IngestContext,
  events: readonly IncomingEvent[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ stored: [string, string][] }>`
    select coalesce(json_agg(json_build_array(event_id, replace(fingerprint::text, '-', ''))), '[]') as stored
    from event_identity where brand = ${brand.id}
      and event_id in (select unnest(${textArray(events.map(({ eventId }) => eventId))}::text[]))`.execute(trx)
  return new Map(rows[0]?.stored)
}
