import { sql } from 'kysely'
import { isDay, businessDay, type Day } from '#engine/values/calendar.ts'
import { plainMoment } from '#rules/activity/feedValues.ts'
import { subNames } from '#rules/activity/subNames.ts'
import { type Subs, subsOf } from '#rules/activity/subIds.ts'
import { idArray } from '#engine/server/database/arrays.ts'
import type { Database } from '#engine/server/database/connect.ts'
import { inTransaction } from '#engine/server/database/transaction.ts'
import type { RefusalCode } from '../feed/feedReport.ts'
import type { FeedRow } from '../feed/parseFeed.ts'
import { earliestMoment } from '../write/incomingEvent.ts'
import type { IngestBrand } from '../write/ingestContext.ts'
import { loadLinks } from '../write/links.ts'
import { noteCohorts } from './noteCohorts.ts'
import { findPlayers, lockPlayers, type Player, writePlayers } from './players.ts'

const playerRefMax = 200

/** A player as another system knew it, who belongs to a link. */
export interface ListedPlayer {
  readonly line: number
  readonly ref: string
  readonly link: string
  readonly affiliate: null
  /** The day it registered. */
  readonly day: Day
  readonly firstDeposit: Day | null
  readonly subs: Subs | null
}

/** Reads a row of a list of players, or says why it cannot be taken. */
export function readListedPlayer(
  { line, raw }: FeedRow,
  { zone, now }: { zone: string; now: Date },
): ListedPlayer | RefusalCode {
  if (!raw) return 'wrong_number_of_values'
  const { player = '', link = '', registered = '', first_deposit: deposited = '', sub = '' } = raw
  const ref = player.trim()
  if (ref === '' || ref.length > playerRefMax) return 'missing_player'
  const today = businessDay({ at: now, zone })
  for (const day of [registered, ...(deposited === '' ? [] : [deposited])]) {
    if (!isDay(day)) return 'invalid_moment'
    if (day < earliestMoment.slice(0, 10)) return 'moment_too_early'
    if (day > today) return 'moment_in_future'
  }
  const subs = subsOf({ [subNames[0]]: sub.trim() })
  if (subs === undefined) return 'invalid_sub'
  return { line, ref, link: link.trim(), affiliate: null, day: registered, firstDeposit: deposited || null, subs }
}

/** Where and how listed players are recorded. */
interface RecordPlayersInput {
  readonly database: Pick<Database, 'db'>
  readonly brand: IngestBrand
  readonly rows: readonly (ListedPlayer & { readonly token: string })[]
  readonly zone: string
  /** Write nothing. */
  readonly dryRun?: boolean | undefined
}

const momentOf = (day: Day, zone: string) => new Date(plainMoment(`${day} 00:00:00`, zone)).toISOString()

/**
 * Places players with their links, with the days of their registration and first deposit: neither is counted, since the
 * daily totals of that system count them, and no later deposit is a first one. Players that belong to a link stay there.
 * @returns the references of those that are new here
 */
export async function recordPlayers({ database, brand, rows, zone, dryRun }: RecordPlayersInput): Promise<Set<string>> {
  return inTransaction(database.db, async (trx) => {
    const writer = { trx, brand }
    const none = { codes: [], clickIds: [], actions: [] }
    const links = await loadLinks(writer, { tokens: [...new Set(rows.map(({ token }) => token))], ...none })
    if (dryRun) {
      const refs = rows.map(({ ref }) => ref)
      const known = await sql<{ ref: string }>`select player_ref as ref from player where brand = ${brand.id}
        and action is not null and player_ref = any(${refs}::text[])`.execute(trx)
      const isKnown = new Set(known.rows.map(({ ref }) => ref))
      return new Set(refs.filter((ref) => !isKnown.has(ref)))
    }
    const players = await findPlayers(writer, [...new Set(rows.map(({ ref }) => ref))])
    await lockPlayers(
      writer,
      [...players.values()].map((player) => ({ player, mayChange: true })),
    )
    const placed: Player[] = []
    for (const { ref, token, day, firstDeposit, subs } of rows) {
      const [player, link] = [players.get(ref)!, links.byToken.get(token)]
      if (player.action !== null || player.newRegistration || !link) continue
      const { action, affiliate, subBrand } = link
      player.newRegistration = {
        action,
        affiliate,
        subBrand,
        at: momentOf(day, zone),
        day,
        country: null,
        subs,
        clickId: null,
      }
      if (firstDeposit !== null && player.firstDeposit === null) {
        const at = Date.parse(momentOf(firstDeposit, zone))
        player.newFirstDeposit = { at, day: firstDeposit, eventId: `moved-in:${ref}` }
      }
      placed.push(player)
    }
    await writePlayers(writer, placed)
    await noteCohorts(writer, placed)
    const acquired = placed.filter(({ newFirstDeposit }) => newFirstDeposit).map(({ id }) => id)
    await sql`update player set acquired_elsewhere = true where id = any(${idArray(acquired)})`.execute(trx)
    return new Set(placed.map(({ ref }) => ref))
  })
}
