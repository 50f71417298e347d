import { type Kysely, sql } from 'kysely'
import { rowsAs } from '#engine/server/database/arrays.ts'
import { withEvents } from '#engine/server/database/citus/gather.ts'
import { knownOfPlayers, registrationsOf } from './activity.ts'
import { emitSignal, subscriptionsFor } from './emit.ts'

/** A player that is paid for as CPA. */
interface QualifiedRow {
  readonly player: number
  readonly reward: number
  readonly day: string
  readonly step?: number | undefined
  readonly value?: string | null | undefined
}

/**
 * Keeps what was found of who qualified, and writes the signals of those who did not before. Where nobody wants to be
 * told, nothing more is read.
 * @param keep writes what was found
 * @param within which rows of `cpa_qualification` are computed anew
 */
export async function raisingQualified(
  db: Kysely<any>,
  { rows, within, keep }: { rows: readonly QualifiedRow[]; within: ReturnType<typeof sql>; keep: () => Promise<void> },
): Promise<void> {
  if ((await subscriptionsFor(db, 'cpaQualified')).length === 0) return keep()
  const { rows: standing } = await sql<{ key: string }>`select player || ' ' || reward as key from cpa_qualification
    where step = 1 and ${within}`.execute(db)
  const before = new Set(standing.map(({ key }) => key))
  await keep()
  const added = rows.filter(({ player, reward, step = 1 }) => step === 1 && !before.has(`${player} ${reward}`))
  if (added.length === 0) return
  const { known, tables } = knownOfPlayers()
  const value = sql`coalesce(given.value, case when reward.calculation = 'fixed' then reward.value end)`
  const happened = sql`select 'player ' || player.id as order_key, brand.company, array[player.brand] as brands,
        player.affiliate, action.campaign, player.action, given.day::timestamptz as at,
        player.id || ' ' || given.reward as once, ${known} || jsonb_build_object('day', given.day,
          'reward', given.reward, 'amount', ${value}, 'currency', brand.currency) as known
      from ${rowsAs('given', added, {
        player: 'bigint',
        reward: 'bigint',
        day: 'date',
        value: ['numeric', ({ value: own }) => own ?? null],
      })}
      join player on player.id = given.player left join reward on reward.id = given.reward ${tables}
      order by player.id`
  const events = registrationsOf(added.map(({ player }) => player))
  await emitSignal(db, { happening: 'cpaQualified', happened: await withEvents(db, happened, events) })
}
