import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '#engine/declaration/actor.ts'
import { seesPlayers } from '#engine/declaration/derive/access.ts'

/** What somebody sees of a `player` in the statement: the brand's name for it, or its first letter. */
export function playerShown(actor: Actor): RawBuilder<string | null> {
  return seesPlayers(actor) ? sql`player.player_ref` : sql`left(player.player_ref, 1) || '***'`
}
