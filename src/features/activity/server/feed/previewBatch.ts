import { type Kysely, sql } from 'kysely'
import type { AnyTables } from '#engine/server/database/connect.ts'
import { textArray } from '#engine/server/database/arrays.ts'
import type { IncomingEvent } from '../write/incomingEvent.ts'
import type { RecordOutcome } from '../write/recordEvents.ts'
import type { IngestBrand } from '../write/ingestContext.ts'

/** What a dry run remembers of the rows before: what would be stored by now. */
export interface PreviewMemory {
  readonly fingerprints: Map<string, string>
  readonly registered: Set<string>
  /** Players whose events wait for their registration, with how many. */
  readonly waiting: Map<string, number>
}

/** A memory of nothing. */
export function emptyMemory(): PreviewMemory {
  return { fingerprints: new Map(), registered: new Set(), waiting: new Map() }
}

/**
 * What recording a batch would do, without writing anything. Every link the events name is there or would be made.
 * @returns as `recordEvents`; `unattributed` may be negative where this batch's registrations would attribute events of
 * the batches before
 */
export async function previewBatch(
  db: Kysely<AnyTables>,
  given: { brand: IngestBrand | null; events: readonly IncomingEvent[]; memory: PreviewMemory },
): Promise<RecordOutcome> {
  const { brand, events, memory } = given
  const stored = brand ? await storedFingerprints(db, brand, events) : new Map<string, string>()
  const fresh: IncomingEvent[] = []
  const conflicts: string[] = []
  let duplicates = 0
  for (const event of events) {
    const before = memory.fingerprints.get(event.eventId) ?? stored.get(event.eventId)
    if (before === undefined) fresh.push(event)
    else if (before === event.fingerprint) duplicates += 1
    else conflicts.push(event.eventId)
    if (before === undefined) memory.fingerprints.set(event.eventId, event.fingerprint)
  }
  return {
    accepted: fresh.length,
    duplicates,
    conflicts,
    unattributed: await countUnattributed(db, brand, fresh, memory),
  }
}

async function storedFingerprints(
  db: Kysely<AnyTables>,
  brand: IngestBrand,
  events: readonly IncomingEvent[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ stored: [string, string][] }>`
    select coalesce(json_agg(json_build_array(event_id, replace(fingerprint::text, '-', ''))), '[]') as stored
    from event_identity where brand = ${brand.id}
      and event_id in (select unnest(${textArray(events.map(({ eventId }) => eventId))}::text::text[]))`.execute(db)
  return new Map(rows[0]!.stored)
}

/** The codes that events name and that count. */
async function knownCodes(
  db: Kysely<AnyTables>,
  brand: IngestBrand,
  events: readonly IncomingEvent[],
): Promise<Set<string>> {
  const codes = [...new Set(events.flatMap(({ promoCode }) => promoCode ?? []))]
  if (codes.length === 0) return new Set()
  const { rows } = await sql<{
    code: string
  }>`select code from promo_code where brand = ${brand.id} and state = 'active'
    and code in (select unnest(${textArray(codes)}::text::text[]))`.execute(db)
  return new Set(rows.map(({ code }) => code))
}

async function countUnattributed(
  db: Kysely<AnyTables>,
  brand: IngestBrand | null,
  events: readonly IncomingEvent[],
  { registered, waiting }: PreviewMemory,
): Promise<number> {
  const codes = brand ? await knownCodes(db, brand, events) : new Set<string>()
  const isNamed = ({ actionToken, promoCode }: IncomingEvent) => actionToken !== null || codes.has(promoCode ?? '')
  const tokenless = events.filter((event) => !isNamed(event))
  if (brand) for (const ref of await registeredPlayers(db, brand, tokenless)) registered.add(ref)
  let count = 0
  for (const event of events) {
    const { type, playerRef } = event
    if (type !== 'registration' || !isNamed(event) || playerRef === null) continue
    registered.add(playerRef)
    count -= waiting.get(playerRef) ?? 0
    waiting.delete(playerRef)
  }
  for (const { playerRef } of tokenless) {
    if (playerRef !== null && registered.has(playerRef)) continue
    count += 1
    if (playerRef !== null) waiting.set(playerRef, (waiting.get(playerRef) ?? 0) + 1)
  }
  return count
}

async function registeredPlayers(
  db: Kysely<AnyTables>,
  brand: IngestBrand,
  events: readonly IncomingEvent[],
): Promise<string[]> {
  if (events.length === 0) return []
  const refs = textArray([...new Set(events.flatMap(({ playerRef }) => playerRef ?? []))])
  const { rows } = await sql<{ player_ref: string }>`
    select player_ref from player where brand = ${brand.id} and action is not null
      and player_ref in (select unnest(${refs}::text::text[]))`.execute(db)
  return rows.map(({ player_ref: ref }) => ref)
}
