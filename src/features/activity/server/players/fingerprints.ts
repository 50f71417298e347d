import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { markKinds } from '#rules/activity/events.ts'
import { rowsAs } from '#engine/server/database/arrays.ts'
import type { IncomingEvent } from '../write/incomingEvent.ts'
import type { IngestContext } from '../write/ingestContext.ts'
import type { Player } from './players.ts'

/** The same text however it is written, as 64 hexadecimal digits. */
const digestOf = (mark: string) => hash('sha256', mark.trim().toLowerCase(), 'hex')

/** Keeps what a batch tells of players, as digests: several players that have one may be one person. */
export async function writeFingerprints(
  { trx, brand }: IngestContext,
  told: readonly { readonly event: Pick<IncomingEvent, 'marks'>; readonly player: Player | undefined }[],
): Promise<void> {
  const rows = told.flatMap(({ event: { marks }, player }) =>
    !marks || !player
      ? []
      : markKinds.flatMap((kind, index) => {
          const mark = marks[index]
          return mark == null ? [] : [{ player: player.id, kind, digest: digestOf(mark) }]
        }),
  )
  if (rows.length === 0) return
  await sql`insert into player_mark (player, brand, kind, digest)
    select distinct player, ${brand.id}::bigint, kind, decode(digest, 'hex')
      from ${rowsAs('given', rows, { player: 'bigint', kind: 'text', digest: 'text' })} order by 1, 3, 4
    on conflict do nothing`.execute(trx)
}
