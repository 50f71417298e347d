import { type Kysely, sql } from 'kysely'
import { resources } from '../../../../resources/index.ts'
import type { Actor } from '../../../config/actor.ts'
import type { AffiliateBelow, ExplainedLine, QualifiedPlayer } from '../../../config/answers/explanation.ts'
import type { Day } from '../../../domain/calendar.ts'
import { type Book, inBook } from '../../currency/books.ts'
import { wideSum } from '../../ingest/movement/columns.ts'
import { playerShown } from '../../records/playerShown.ts'
import { scopeCondition } from '../../records/scope.ts'

const ggr = sql.raw(`(${wideSum('turnover')} - (${wideSum('payout')})) * 0.01`)
const costs = sql.raw(`(${wideSum('bonus')} + ${wideSum('chargebacks')}) * 0.01`)
const playersShown = 500
const tolerance = 0.005

/**
 * The players that qualified for CPA on an affiliate's day; none where later events have moved them, so that what is
 * shown adds up.
 */
export async function playersBehind(
  db: Kysely<any>,
  input: { actor: Actor; affiliate: number; day: Day; book: Book; line: ExplainedLine },
): Promise<QualifiedPlayer[]> {
  const { before, after } = input.line
  const { rows } = await sql<QualifiedPlayer>`select ${playerShown(input.actor)} as player, action.name as link
      from cpa_qualification qualified
    join player on player.id = qualified.player left join action on action.id = qualified.action
    where qualified.affiliate = ${input.affiliate} and qualified.day = ${input.day}::text::date
      and ${inBook(sql`qualified.brand`, input.book)} order by 1 limit ${sql.lit(playersShown + 1)}`.execute(db)
  return rows.length <= playersShown &&
    rows.length === (after.measures['qty_cpa'] ?? 0) - (before.measures['qty_cpa'] ?? 0)
    ? rows
    : []
}

/**
 * What each affiliate below a partner came to on a day. Those the reader may not see are one row without a name. None
 * where later events have changed the day, so that what is shown adds up to what
 * the partner's line reckons with.
 */
export async function affiliatesBehind(
  db: Kysely<any>,
  input: { actor: Actor; partner: number; day: Day; book: Book; line: ExplainedLine },
): Promise<AffiliateBelow[]> {
  const { rows } = await sql<{ id: number | null; name: string | null; ggr: string; ngr: string; reward: string }>`
    with fact as (
      select affiliate, ${ggr} as ggr, ${costs} as costs, 0 as reward from movement_wide
        where day = ${input.day}::text::date and ${inBook(sql`brand`, input.book)}
      union all select affiliate, 0, admin_fee, reward from commission where day = ${input.day}::text::date
        and ${inBook(sql`brand`, input.book)}
    ), below as (
      select fact.affiliate, sum(ggr) as ggr, sum(ggr - costs) as ngr, sum(reward) as reward from fact
        join partner_affiliate_span span on span.affiliate = fact.affiliate
      where span.partner = ${input.partner} and span.valid_from <= ${input.day}::text::date
        and span.valid_until > ${input.day}::text::date group by 1
    )
    select affiliate.id, affiliate.name, sum(below.ggr) as ggr, sum(below.ngr) as ngr, sum(below.reward) as reward
      from below
    left join affiliate on affiliate.id = below.affiliate
      and ${scopeCondition({ actor: input.actor, resource: resources.affiliate, alias: 'affiliate' })}
    group by 1, 2 order by sum(below.ngr) desc, 1`.execute(db)
  const shown = rows.map(({ id, name, ggr, ngr, reward }) => ({
    affiliate: id,
    name,
    ggr: Number(ggr),
    ngr: Number(ngr),
    reward: Number(reward),
  }))
  const { before, after } = input.line
  const agrees = (measure: string, of: 'ngr' | 'reward') =>
    Math.abs(
      shown.reduce((sum, row) => sum + row[of], 0) - ((after.measures[measure] ?? 0) - (before.measures[measure] ?? 0)),
    ) < tolerance
  return agrees('ngr', 'ngr') && agrees('affiliate_reward', 'reward') ? shown : []
}
