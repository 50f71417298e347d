import { sql } from 'kysely'
import { rowsAs, textArray } from '#engine/server/database/arrays.ts'
import type { IncomingEvent } from './incomingEvent.ts'
import type { Visit } from './visits.ts'
import type { IngestContext } from './ingestContext.ts'

type Seen = IncomingEvent & { readonly visit: Visit }

/** The ids of the media that visits name, of this brand; a token of another is none. Asks nothing where none is named. */
export async function findMedia(
  { trx, brand }: IngestContext,
  visits: readonly Seen[],
): Promise<ReadonlyMap<string, number>> {
  const tokens = [...new Set(visits.flatMap(({ visit }) => visit.media ?? []))]
  if (tokens.length === 0) return new Map()
  const { rows } = await sql<{ id: number; token: string }>`select id, token from media
    where brand = ${brand.id}::bigint and token = any(${textArray(tokens)}::text::text[])`.execute(trx)
  return new Map(rows.map(({ id, token }) => [token, id]))
}

/** Adds what came by each medium, a day and link. */
export async function countMedia(
  { trx }: IngestContext,
  counted: readonly Seen[],
  media: ReadonlyMap<string, number>,
): Promise<void> {
  const sums = new Map<string, { day: string; media: number; action: number; clicks: number }>()
  for (const { day, visit } of counted) {
    const id = visit.media === null ? undefined : media.get(visit.media)
    if (id === undefined) continue
    const key = `${day}|${id}|${visit.action}`
    const known = sums.get(key)
    if (known) known.clicks += 1
    else sums.set(key, { day, media: id, action: visit.action, clicks: 1 })
  }
  if (sums.size === 0) return
  const columns = { day: 'date', media: 'bigint', action: 'bigint', clicks: 'bigint' } as const
  await sql`insert into media_click (day, media, action, clicks)
    select day, media, action, clicks from ${rowsAs('given', [...sums.values()], columns)}
    where exists (select from media held where held.id = given.media) order by day, media, action
    on conflict (day, media, action) do update set clicks = media_click.clicks + excluded.clicks`.execute(trx)
}
