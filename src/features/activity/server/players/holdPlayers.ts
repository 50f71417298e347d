import { namedLink } from '../write/attribute.ts'
import type { IncomingEvent } from '../write/incomingEvent.ts'
import type { Links } from '../write/links.ts'
import type { IngestContext } from '../write/ingestContext.ts'
import { firstOfEach, isElsewhere, isNewPlace, readPlaces, type CrossAffiliateEvent } from './crossAffiliate.ts'
import { isDeposit, isEarlier } from './firstDeposits.ts'
import { lockPlayers, type Player } from './players.ts'

/** What events of a batch have to do with what is known of its players. */
interface Concerned {
  /** Who may register or deposit for the first time. */
  readonly changing: Set<Player>
  /** Whose events may have to wait for a registration, or are done elsewhere than where they registered. */
  readonly standing: Set<Player>
  readonly strayed: readonly CrossAffiliateEvent[]
}

function concernedOf(events: readonly IncomingEvent[], players: ReadonlyMap<string, Player>, links: Links): Concerned {
  const [changing, standing, strayed] = [new Set<Player>(), new Set<Player>(), [] as CrossAffiliateEvent[]]
  for (const event of events) {
    const player = event.playerRef === null ? undefined : players.get(event.playerRef)
    if (!player || player.isNew) continue
    const registers = player.action === null && event.type === 'registration'
    if (registers || (isDeposit(event) && isEarlier(event, player.firstDeposit))) changing.add(player)
    const link = namedLink(event, links)
    if (!isElsewhere(player, link)) continue
    standing.add(player)
    if (link) strayed.push({ event, player, link })
  }
  return { changing, standing, strayed }
}

/**
 * Holds the players of a batch whose record it may change, and, as others may beside it, those of whom it must not
 * misread whether they have registered and where else they have been. Each of these answers stays what it is once it is
 * no, so they are asked before anybody is held.
 */
export async function lockBatchPlayers(
  writer: IngestContext,
  { events, players, links }: { events: readonly IncomingEvent[]; players: ReadonlyMap<string, Player>; links: Links },
): Promise<void> {
  const { changing, standing, strayed } = concernedOf(events, players, links)
  const unsure = firstOfEach(strayed.filter(({ player }) => !changing.has(player)))
  if (unsure.length > 0) {
    const places = await readPlaces(
      writer,
      unsure.map(({ player }) => player),
    )
    for (const each of unsure) if (isNewPlace(each, places)) changing.add(each.player)
  }
  const held = new Set([...changing, ...standing])
  await lockPlayers(
    writer,
    [...held].map((player) => ({ player, mayChange: changing.has(player) })),
  )
}
