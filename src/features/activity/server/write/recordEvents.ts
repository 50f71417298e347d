import { sql } from 'kysely'
import type { Database } from '#engine/server/database/connect.ts'
import { inTransaction } from '#engine/server/database/transaction.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { linkOf, namedVisit, registerPlayers, subsOfEvent } from './attribute.ts'
import { deliveredBy, type FeedSource, recordFeed } from '../freshness/recordFeed.ts'
import { recordCrossAffiliate } from '../players/crossAffiliate.ts'
import { findFirstDeposits, moveFirstDeposits } from '../players/firstDeposits.ts'
import { claimIdentities, isDuplicateId } from './identities.ts'
import { sortVisits } from './visits.ts'
import type { IncomingEvent } from './incomingEvent.ts'
import { type Links, loadLinks } from './links.ts'
import { ensurePartitions } from './partitions.ts'
import { lockBatchPlayers } from '../players/holdPlayers.ts'
import { noteCohorts } from '../players/noteCohorts.ts'
import { followMoves } from '../players/movedPlayers.ts'
import { findPlayers, type Player, writePlayers } from '../players/players.ts'
import { type MovementFact, rollUp } from '../rollUp/rollUp.ts'
import { writeFingerprints } from '../players/fingerprints.ts'
import { attributeWaiting } from './waitingEvents.ts'
import { type SettledEvent, writeEvents } from './writeEvents.ts'
import { emitActivitySignals } from '#features/webhooks/server/emit/activity.ts'
import { writeMovement } from '../rollUp/writeMovement.ts'
import type { IngestBrand, IngestContext } from './ingestContext.ts'

/** What became of a batch. `accepted` includes `unattributed`: those are kept, they only belong to nobody yet. */
export interface RecordOutcome {
  readonly accepted: number
  readonly duplicates: number
  /** Ids that exist with other content; what is stored stays. */
  readonly conflicts: string[]
  readonly unattributed: number
}

/** The lines of a file that a batch is of: what came late is found in them again. */
export interface FeedLines {
  readonly fileName: string
  /** Null: imported by a command. */
  readonly upload: number | null
  readonly first: number
  readonly last: number
}

/** PostgreSQL's "numeric field overflow": sums beyond 10^16. */
const overflowCode = '22003'

/**
 * Records a batch of one brand's events in one transaction: their ids, whose they are, the events, players, first
 * deposits and both roll-ups. At every
 * moment movement is the sum of the attributed events; the same batch again changes nothing.
 * @param input `visits`: the events are clicks on our own links, findable by click_id from now on; no feed told them
 * @throws ApiError `too_large` where a sum does not fit its column
 */
export async function recordEvents(input: {
  database: Pick<Database, 'db'>
  brand: IngestBrand
  events: readonly IncomingEvent[]
  visits?: boolean
  /** How the brand delivered them; a batch of this moment where nothing is said. */
  source?: FeedSource
  lines?: FeedLines | undefined
}): Promise<RecordOutcome> {
  const { database, brand, events, visits = false, lines } = input
  const source = visits ? undefined : (input.source ?? { via: 'batch', at: new Date() })
  if (events.length === 0) return { accepted: 0, duplicates: 0, conflicts: [], unattributed: 0 }
  await ensurePartitions(database.db, new Set(events.map(({ day }) => day)))
  const record = (areNew: boolean) =>
    inTransaction(database.db, async (trx) => {
      const outcome = await recordBatch({ trx, brand }, { events, visits, source, areNew })
      if (lines && outcome.accepted > 0) await keepLines({ trx, brand }, lines)
      return outcome
    })
  try {
    return await recordHopefully(brand, record)
  } catch (error) {
    if ((error as { code?: string }).code !== overflowCode) throw error
    throw new ApiError('too_large', { values: { max: '9999999999999999.99' } })
  }
}

/** Keeps which lines of which file a batch was: its events are those received at the same moment. */
async function keepLines({ trx, brand }: IngestContext, { fileName, upload, first, last }: FeedLines): Promise<void> {
  await sql`insert into feed_batch (brand, received_at, file_name, upload, first_line, last_line)
    values (${brand.id}::bigint, transaction_timestamp(), ${fileName}::text, ${upload}::bigint, ${first}::integer,
      ${last}::integer) on conflict do nothing`.execute(trx)
}

/** Brands whose last batch told something again: the next one may as well. */
const repeating = new Set<number>()

/** Nearly every batch is new as a whole; where one is not, its transaction is begun again, and looks each id up. */
async function recordHopefully(
  { id }: IngestBrand,
  record: (areNew: boolean) => Promise<RecordOutcome>,
): Promise<RecordOutcome> {
  if (!repeating.has(id)) {
    try {
      return await record(true)
    } catch (error) {
      if (!isDuplicateId(error)) throw error
    }
  }
  const outcome = await record(false)
  if (outcome.duplicates + outcome.conflicts.length === 0) repeating.delete(id)
  else repeating.add(id)
  return outcome
}

/**
 * Records a batch in the transaction of its writer; the partitions of its days are there.
 * @param given `source`: how its brand delivered it; absent for clicks on our own links
 */
export async function recordBatch(
  writer: IngestContext,
  {
    events,
    visits,
    source,
    areNew,
  }: { events: readonly IncomingEvent[]; visits: boolean; source?: FeedSource | undefined; areNew: boolean },
): Promise<RecordOutcome> {
  const { fresh, duplicates, conflicts } = await claimIdentities(writer, {
    events: visits ? await sortVisits(writer, events) : events.map(asOwnVisit),
    areNew,
  })
  const feed = source ? deliveredBy(source, fresh) : undefined
  if (fresh.length === 0) {
    if (feed) await recordFeed(writer, feed)
    return { accepted: 0, duplicates, conflicts, unattributed: 0 }
  }
  const players = await findPlayers(writer, distinct(fresh.map(({ playerRef }) => playerRef)))
  const links = await linksOf(writer, fresh, players)
  registerPlayers(fresh, players, (event) => namedVisit(event, links))
  findFirstDeposits(fresh, players)
  const settled = fresh.map((event) => settle(event, players, links))
  await writeEvents(writer, settled)
  const moved = await moveFirstDeposits(writer, players.values())
  const waited = await attributeWaiting(writer, players.values(), links)
  await writePlayers(writer, players.values())
  await writeFingerprints(writer, settled)
  await emitActivitySignals(writer, players.values())
  const placed = settled.map(({ event, player, link }) => ({
    event,
    player,
    link: typeof link === 'string' ? null : link,
  }))
  const touched = await recordCrossAffiliate(writer, { placed, players: players.values() })
  await noteCohorts(writer, players.values())
  const attributed = settled.flatMap((given) => factOf(writer, given))
  await writeMovement(writer, rollUp([...attributed, ...moved, ...waited]), { touched, feed })
  return { accepted: fresh.length, duplicates, conflicts, unattributed: fresh.length - attributed.length }
}

/** A click that a brand reports names no visitor: each counts as a visitor of its own. */
const asOwnVisit = (event: IncomingEvent): IncomingEvent =>
  event.type === 'click' ? { ...event, isFirstVisit: true } : event

/** The links of a batch, with the players held whose record it may change or must not misread. */
async function linksOf(
  writer: IngestContext,
  events: readonly IncomingEvent[],
  players: ReadonlyMap<string, Player>,
): Promise<Links> {
  const links = await loadLinks(writer, {
    tokens: distinct(events.map(({ actionToken }) => actionToken)),
    codes: distinct(events.map(({ promoCode }) => promoCode ?? null)),
    clickIds: distinct(events.map(({ clickId }) => clickId)),
    actions: distinct([...players.values()].map(({ action }) => action)),
  })
  await lockBatchPlayers(writer, { events, players, links })
  const moved = await followMoves(writer, players.values(), links)
  // Who registered just before that. What the events themselves name stays what it was when it was decided whom to hold.
  const actions = distinct([...players.values()].map(({ action }) => action)).filter((id) => !moved.byAction.has(id))
  if (actions.length === 0) return moved
  const { byAction } = await loadLinks(writer, { tokens: [], codes: [], clickIds: [], actions })
  return { ...moved, byAction: new Map([...moved.byAction, ...byAction]) }
}

function settle(event: IncomingEvent, players: ReadonlyMap<string, Player>, links: Links): SettledEvent {
  const player = event.playerRef === null ? undefined : players.get(event.playerRef)
  const isFirstDeposit = player?.newFirstDeposit !== undefined && player.newFirstDeposit.eventId === event.eventId
  const link = linkOf(event, player, links)
  const subs = typeof link === 'string' ? (event.subs ?? null) : subsOfEvent(event, { link, player, links })
  return { event, player, link, isFirstDeposit, subs }
}

function factOf({ brand }: IngestContext, { event, link, isFirstDeposit }: SettledEvent): MovementFact[] {
  if (typeof link === 'string') return []
  const { subBrand, affiliate, action } = link
  const { day, type, amount } = event
  return [
    {
      day,
      brand: brand.id,
      subBrand,
      affiliate,
      action,
      product: event.product ?? 'none',
      type,
      amount,
      ftd: isFirstDeposit ? 1 : 0,
      firstVisits: event.isFirstVisit ? 1 : 0,
    },
  ]
}

function distinct<Value extends string | number>(values: readonly (Value | null)[]): Value[] {
  const found = new Set<Value>()
  for (const value of values) if (value !== null) found.add(value)
  return [...found]
}
