import { sql } from 'kysely'
import { byOccurrence } from '../write/attribute.ts'
import type { IncomingEvent } from '../write/incomingEvent.ts'
import type { FirstDeposit, Player } from './players.ts'
import type { MovementFact } from '../rollUp/rollUp.ts'
import { recordEventHistory } from '../write/recordEventHistory.ts'
import type { IngestContext } from '../write/ingestContext.ts'

/** Whether an event can make somebody a depositor: a deposit of something. */
export function isDeposit(event: IncomingEvent): boolean {
  return event.type === 'deposit' && event.playerRef !== null && event.amount !== null && event.amount !== '0.00'
}

/**
 * Whether a deposit came before what is known as the player's first. As first deposits only ever move to an earlier
 * moment, a no stays a no.
 */
export function isEarlier(event: IncomingEvent, known: FirstDeposit | null): boolean {
  if (known === null) return true
  const at = Date.parse(event.occurredAt)
  return at !== known.at ? at < known.at : event.eventId < known.eventId
}

/** Finds the first deposits of held players among the events of a batch. */
export function findFirstDeposits(events: readonly IncomingEvent[], players: ReadonlyMap<string, Player>): void {
  for (const event of events.filter(isDeposit).sort(byOccurrence)) {
    const player = players.get(event.playerRef!)!
    if (!isEarlier(event, player.firstDeposit)) continue
    if (player.firstDeposit) player.formerFirstDeposit = player.firstDeposit
    player.firstDeposit = {
      at: Date.parse(event.occurredAt),
      day: event.day,
      eventId: event.eventId,
      amount: event.amount!,
    }
    player.newFirstDeposit = player.firstDeposit
  }
}

/** Takes the mark from the deposits that are the first no more. @returns what that takes from movement */
export async function moveFirstDeposits(writer: IngestContext, players: Iterable<Player>): Promise<MovementFact[]> {
  const { trx, brand } = writer
  const facts: MovementFact[] = []
  for (const { id, formerFirstDeposit: former } of players) {
    if (!former) continue
    const isFormer = sql<boolean>`event.player = ${id} and event.is_first_deposit
        and event.day = ${former.day}::text::date and event.event_id = ${former.eventId}`
    await recordEventHistory(writer, isFormer)
    const { rows } = await sql<{ sub_brand: number; affiliate: number | null; action: number | null }>`
      update event set is_first_deposit = false where event.brand = ${brand.id} and ${isFormer}
      returning sub_brand, affiliate, action`.execute(trx)
    const [event] = rows
    if (event?.action == null) continue
    facts.push({
      day: former.day,
      brand: brand.id,
      subBrand: event.sub_brand,
      affiliate: event.affiliate!,
      action: event.action,
      product: 'none',
      ftd: -1,
    })
  }
  return facts
}
