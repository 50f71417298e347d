import { type Kysely, sql } from 'kysely'
import { resources } from '#resources/index.ts'
import type { Actor } from '#engine/declaration/actor.ts'
import type { AffiliateBelow, EntryExplanation, ExplainedLine, QualifiedPlayer } from '../../answers/explanation.ts'
import type { Day } from '#engine/values/calendar.ts'
import { Decimal } from '#engine/values/money.ts'
import type { Payee } from '#rules/payouts/payments.ts'
import { type CurrencyGroup, inCurrencyGroup } from '#features/currency/server/currencyGroups.ts'
import { idArray } from '#engine/server/database/arrays.ts'
import { firstRow } from '#engine/server/database/rows.ts'
import { affiliateTotalSum } from '#features/activity/server/rollUp/columns.ts'
import { visibleAmountSql } from '../partialAmounts.ts'
import { playerShown } from '#features/activity/server/playerShown.ts'
import { scopeCondition } from '#engine/records/server/visibility/scope.ts'
import { stoppedMovement } from '../calculation/stoppedMovement.ts'
import type { LineDetail } from '../calculation/types.ts'
import type { StoredLine } from './explainLine.ts'

/** Who asks what stands behind an entry. */
export interface EntryQuery {
  readonly db: Kysely<any>
  readonly actor: Actor
  readonly entry: number
  readonly owner: Payee
  readonly day: Day
  readonly book: CurrencyGroup
}

const ggr = sql.raw(`(${affiliateTotalSum('turnover')} - (${affiliateTotalSum('payout')})) * 0.01`)
const costs = sql.raw(`(${affiliateTotalSum('bonus')} + ${affiliateTotalSum('chargebacks')}) * 0.01`)
const playersShown = 500
const tolerance = 0.005

/** By how much a measure of a line grew on its day. */
const growth = ({ before, after }: ExplainedLine, measure: string): number =>
  (after.measures[measure] ?? 0) - (before.measures[measure] ?? 0)

/**
 * The players that qualified for CPA on an affiliate's day; none where later events have moved them, so that what is
 * shown adds up.
 */
export async function entryPlayers(
  { db, actor, owner, day, book }: EntryQuery,
  lines: readonly ExplainedLine[],
): Promise<QualifiedPlayer[]> {
  const { rows } = await sql<
    QualifiedPlayer & { step: number }
  >`select ${playerShown(actor)} as player, action.name as link,
      qualified.step
    from cpa_qualification qualified join player on player.id = qualified.player
    left join action on action.id = qualified.action
    where qualified.affiliate = ${owner.id} and qualified.day = ${day}::text::date
      and ${inCurrencyGroup(sql`qualified.brand`, book)} order by 1 limit ${sql.lit(playersShown + 1)}`.execute(db)
  const counted = rows.reduce((sum, { step }) => sum + step, 0)
  if (rows.length > playersShown || counted !== lines.reduce((sum, line) => sum + growth(line, 'qty_cpa'), 0)) return []
  return rows.map(({ step, ...row }) => (step === 1 ? row : { ...row, isTakenBack: true }))
}

/** The levels of referred affiliates that a line reckons with. */
const levelsOf = ({ after }: ExplainedLine): number[] =>
  after.steps.flatMap((step) => (step.kind === 'referral' ? [Number(step.level)] : []))

interface BelowRow {
  readonly id: number | null
  readonly name: string | null
  readonly ggr: string
  readonly ngr: string
  readonly reward: string
}

/**
 * What each affiliate below a partner, or referred by an affiliate, came to on a day. Those the reader may not see are one row without a name. None
 * where later events have changed the day, so that what is shown adds up to what the partner's line reckons with.
 */
export async function affiliatesBehind(
  { db, actor, owner, day, book }: EntryQuery,
  line: ExplainedLine,
): Promise<AffiliateBelow[]> {
  const span =
    owner.kind === 'partner'
      ? sql`partner_affiliate_span span on span.partner = ${owner.id}`
      : sql`affiliate_referral span on span.referrer = ${owner.id} and span.level = any(${idArray(levelsOf(line))})`
  const isWithin = sql`day = ${day}::text::date and ${inCurrencyGroup(sql`brand`, book)}`
  const { rows } = await sql<BelowRow>`
    with fact as (
      select affiliate, ${ggr} as ggr, ${costs} as costs, 0 as reward from movement_wide where ${isWithin}
      union all select affiliate, 0, admin_fee, reward from commission where ${isWithin}
      union all select affiliate, (payout - turnover) * 0.01, (bonus + chargebacks) * -0.01, 0 from (
        ${stoppedMovement(sql`stopped.day = ${day}::text::date`)}) stopped
        where ${inCurrencyGroup(sql`brand`, book)}
    ), below as (
      select fact.affiliate, sum(ggr) as ggr, sum(ggr - costs) as ngr, sum(reward) as reward from fact
      join ${span} and span.affiliate = fact.affiliate
      where span.valid_from <= ${day}::text::date
        and span.valid_until > ${day}::text::date group by 1
    )
    select affiliate.id, affiliate.name, sum(below.ggr) as ggr, sum(below.ngr) as ngr, sum(below.reward) as reward
    from below left join affiliate on affiliate.id = below.affiliate
      and ${scopeCondition({ actor, resource: resources.affiliate, alias: 'affiliate' })}
    group by 1, 2 order by sum(below.ngr) desc, 1`.execute(db)
  const shown = rows.map(({ id, name, ...sums }) => {
    return { affiliate: id, name, ggr: Number(sums.ggr), ngr: Number(sums.ngr), reward: Number(sums.reward) }
  })
  const agrees = (measure: string, of: 'ngr' | 'reward') =>
    Math.abs(shown.reduce((sum, row) => sum + row[of], 0) - growth(line, measure)) < tolerance
  // Of referred affiliates a line reckons with what is shared alone.
  const isAsked = (measure: string) => owner.kind === 'partner' || measure in line.after.measures
  const isSame =
    (!isAsked('ngr') || agrees('ngr', 'ngr')) && (!isAsked('affiliate_reward') || agrees('affiliate_reward', 'reward'))
  return isSame ? shown : []
}

/** What of an entry each brand makes up, of the brands this actor sees. */
export async function readableParts({ db, actor, entry }: EntryQuery): Promise<NonNullable<EntryExplanation['parts']>> {
  const { rows } = await sql<{ brand: number; name: string; value: string }>`
    select part.brand, brand.name, part.value from entry_part part join brand on brand.id = part.brand
    where part.entry = ${entry} and ${visibleAmountSql(actor, sql`part.brand`)} order by part.brand`.execute(db)
  return rows.map(({ value, ...part }) => ({ ...part, value: Number(value) }))
}

/**
 * The first day whose activity lines reckon with: that of their period, or of all time where a balance was carried into
 * it.
 */
export function firstDay(lines: readonly StoredLine[]): Day {
  const details = lines.map(({ detail }) => detail as LineDetail)
  const isCarried = details.some(({ openingBalance = '0' }) => !new Decimal(openingBalance).isZero())
  return isCarried ? '-infinity' : (details.map(({ periodStart }) => periodStart).toSorted()[0] ?? 'infinity')
}

/**
 * Whether the lines of an entry reckon with brands this actor does not see: what is accumulated holds all brands of the
 * period, of a partner those of everybody below it and below the partners above, whose earnings its formula may read.
 */
export async function isBeyond(
  { db, actor, owner, day, book }: EntryQuery,
  lines: readonly StoredLine[],
): Promise<boolean> {
  const isOfPartner = sql`exists (
    with recursive above as (select ${owner.id}::bigint as id union
      select partner.parent from partner join above on above.id = partner.id where partner.parent is not null)
    select from partner_affiliate_span span where span.partner in (select id from above)
      and span.affiliate = wide.affiliate and wide.day >= span.valid_from and wide.day < span.valid_until)`
  const isReferred = sql`wide.affiliate in (select affiliate from affiliate_referral where referrer = ${owner.id})`
  const isOfReferral = lines.some(({ product }) => product === 'referral')
  const isOwn = isOfReferral ? isReferred : owner.kind === 'affiliate' ? sql`wide.affiliate = ${owner.id}` : isOfPartner
  const row = await firstRow(
    db,
    sql<{ is_beyond: boolean }>`select exists (select from whose_movement wide
      where wide.day between ${firstDay(lines)}::text::date and ${day}::text::date
        and ${inCurrencyGroup(sql`wide.brand`, book)} and ${isOwn}
        and not ${visibleAmountSql(actor, sql`wide.brand`)}) as is_beyond`,
  )
  return row!.is_beyond
}
