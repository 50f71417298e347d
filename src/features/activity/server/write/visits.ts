import { sql } from 'kysely'
import { arrayText, plainArray, rowsAs, textArray } from '#engine/server/database/arrays.ts'
import type { IncomingEvent } from './incomingEvent.ts'
import { countMedia, findMedia } from './mediaClicks.ts'
import type { IngestContext } from './ingestContext.ts'

/** Why a visit is kept apart from clicks: a robot's, one ahead of a visitor who may never come, one made again. */
export type ApartKind = 'bot' | 'prefetch' | 'repeat'

/** That a visit is no click, and by which list it is none. */
export interface InvalidVisit {
  readonly kind: ApartKind
  readonly by: string
}

/** What is known of a visit to one of our links beside the event that it is. */
export interface Visit {
  readonly action: number
  /** The id that the affiliate's own system gave it. */
  readonly visitorId: string | null
  /** The public token of the banner or text on which the link was followed. */
  readonly media: string | null
  /** What advertisers' networks called the visit, by their names. */
  readonly advertiserIds: Readonly<Record<string, string>> | null
  /** The host of the page on which the link was followed. */
  readonly referrer: string | null
  /** Who came, for this day: 32 hexadecimal digits. */
  readonly visitor: string
  readonly isBrowser: boolean
  /** Known by what it says of itself. */
  readonly apart: InvalidVisit | null
}

/** Who comes again to the same link within so many seconds pressed twice. */
const repeatSeconds = 30

type VisitEvent = IncomingEvent & { readonly visit: Visit }

const isVisit = (event: IncomingEvent): event is VisitEvent => event.visit !== undefined
const keyOf = ({ day, visit }: VisitEvent) => `${day}|${visit.action}|${visit.visitor}`
const byKey = (one: VisitEvent, other: VisitEvent) => (keyOf(one) < keyOf(other) ? -1 : 1)

/**
 * Parts visits into clicks, which are counted, and those that are none. Both are found by their click_id from now on.
 * @returns those that are counted
 */
export async function sortVisits(writer: IngestContext, events: readonly IncomingEvent[]): Promise<IncomingEvent[]> {
  const visits = events.filter(isVisit)
  const { firsts, repeats } = await findVisitors(
    writer,
    visits.filter(({ visit }) => visit.apart === null),
  )
  const apartOf = (event: VisitEvent): InvalidVisit | null =>
    event.visit.apart ?? (repeats.has(event) ? { kind: 'repeat', by: `${repeatSeconds} s` } : null)
  const media = await findMedia(writer, visits)
  await writeClicks(writer, visits, { apartOf, media })
  const counts = new Map<string, Counted>()
  for (const event of visits) {
    const apart = apartOf(event)
    if (apart) count(counts, event, apart)
    else if (firsts.has(event)) count(counts, event, { kind: 'unique', by: '' })
  }
  await writeCounts(writer, [...counts.values()])
  const counted = events.filter((event) => !isVisit(event) || apartOf(event) === null)
  await countMedia(writer, counted.filter(isVisit), media)
  return counted.map((event) => (isVisit(event) && firsts.has(event) ? { ...event, isFirstVisit: true } : event))
}

/** Who came for the first time on this day, and who came again too soon. Visitors are written in one order. */
async function findVisitors({ trx }: IngestContext, visits: readonly VisitEvent[]) {
  const [firsts, repeats] = [new Set<VisitEvent>(), new Set<VisitEvent>()]
  if (visits.length === 0) return { firsts, repeats }
  const groups = [...Map.groupBy(visits.toSorted(byKey), keyOf).values()]
  const columns = {
    day: ['date', ({ day }: VisitEvent) => day],
    action: ['bigint', ({ visit }: VisitEvent) => visit.action],
    visitor: ['text', ({ visit }: VisitEvent) => visit.visitor],
    at: ['text', ({ occurredAt }: VisitEvent) => occurredAt],
  } as const
  const newest = groups.map((group) => group.toSorted((a, b) => (a.occurredAt < b.occurredAt ? 1 : -1))[0]!)
  const { rows } = await sql<{ key: string; before: Date | null }>`
    with given as (select day, action, visitor::uuid as visitor, at::timestamptz as at
      from ${rowsAs('told', newest, columns)}),
    made as (insert into click_visitor (day, action, visitor, last_at) select * from given order by 1, 2, 3
      on conflict do nothing returning day, action, visitor),
    stood as (select own.day, own.action, own.visitor, own.last_at from click_visitor own
      join given using (day, action, visitor)),
    moved as (update click_visitor own set last_at = greatest(own.last_at, given.at) from given
      where own.day = given.day and own.action = given.action and own.visitor = given.visitor
        and exists (select from stood where (stood.day, stood.action, stood.visitor) = (own.day, own.action, own.visitor)))
    select concat_ws('|', given.day, given.action, replace(given.visitor::text, '-', '')) as key,
      case when made.visitor is null then coalesce(stood.last_at, given.at) end as before
    from given left join made using (day, action, visitor) left join stood using (day, action, visitor)`.execute(trx)
  const before = new Map(rows.map(({ key, before: at }) => [key, at]))
  for (const group of groups) {
    let last = before.get(keyOf(group[0]!))?.getTime() ?? null
    for (const event of group.toSorted((a, b) => (a.occurredAt < b.occurredAt ? -1 : 1))) {
      const at = Date.parse(event.occurredAt)
      if (last === null) firsts.add(event)
      else if (event.visit.isBrowser && at - last < repeatSeconds * 1000) repeats.add(event)
      last = at
    }
  }
  return { firsts, repeats }
}

async function writeClicks(
  { trx, brand }: IngestContext,
  visits: readonly VisitEvent[],
  { apartOf, media }: { apartOf: (event: VisitEvent) => InvalidVisit | null; media: ReadonlyMap<string, number> },
): Promise<void> {
  if (visits.length === 0) return
  const texts = (read: (event: VisitEvent) => string | null | undefined) =>
    sql`${textArray(visits.map((event) => read(event) ?? null))}::text::text[]`
  await sql`
    insert into click (click_id, brand, action, occurred_at, subs, visitor_id, referrer, apart, apart_by,
      media, advertiser_ids)
    select click_id, ${brand.id}::bigint, action, occurred_at::timestamptz, subs::text[], visitor_id, referrer, apart,
      apart_by, media, advertiser_ids::jsonb
    from unnest(${texts(({ eventId }) => eventId)},
      ${plainArray(visits.map(({ visit }) => visit.action))}::text::bigint[],
      ${texts(({ occurredAt }) => occurredAt)}, ${texts(({ subs }) => arrayText(subs))},
      ${texts(({ visit }) => visit.visitorId)}, ${texts(({ visit }) => visit.referrer)},
      ${texts((event) => apartOf(event)?.kind)}, ${texts((event) => apartOf(event)?.by)},
      ${plainArray(visits.map(({ visit }) => media.get(visit.media ?? '') ?? null))}::text::bigint[],
      ${texts(({ visit }) => visit.advertiserIds && JSON.stringify(visit.advertiserIds))})
      as given (click_id, action, occurred_at, subs, visitor_id, referrer, apart, apart_by, media, advertiser_ids)
    where exists (select from action held where held.id = given.action)
    order by click_id on conflict do nothing`.execute(trx)
}

interface Counted {
  readonly day: string
  readonly action: number
  readonly kind: string
  readonly by: string
  visits: number
}

function count(
  counts: Map<string, Counted>,
  { day, visit: { action } }: VisitEvent,
  given: { kind: string; by: string },
) {
  const key = `${day}|${action}|${given.kind}|${given.by}`
  const known = counts.get(key)
  if (known) known.visits += 1
  else counts.set(key, { day, action, ...given, visits: 1 })
}

async function writeCounts({ trx, brand }: IngestContext, counts: readonly Counted[]): Promise<void> {
  if (counts.length === 0) return
  const columns = { day: 'date', action: 'bigint', kind: 'text', by: 'text', visits: 'bigint' } as const
  await sql`insert into visit_count (day, brand, action, kind, counted_by, visits)
    select day, ${brand.id}::bigint, action, kind, "by", visits from ${rowsAs('given', counts, columns)}
    order by day, action, kind, "by"
    on conflict (day, action, kind, counted_by) do update set visits = visit_count.visits + excluded.visits`.execute(
    trx,
  )
}
