import { type Kysely, sql } from 'kysely'
import { resources } from '../../../../resources/index.ts'
import type { Actor } from '../../../config/actor.ts'
import type {
  AffiliateBelow,
  EntryExplanation,
  EventSum,
  ExplainedLine,
  QualifiedPlayer,
} from '../../../config/answers/explanation.ts'
import type { Day } from '../../../domain/calendar.ts'
import { Decimal } from '../../../domain/money.ts'
import type { OwnerKind } from '../../../domain/payments.ts'
import { type Book, inBook } from '../../currency/books.ts'
import { wideSum } from '../../ingest/movement/columns.ts'
import { readablePart } from '../../visibility/parts.ts'
import { playerShown } from '../../visibility/playerShown.ts'
import { scopeCondition } from '../../visibility/scope.ts'
import type { LineDetail } from './earnings.ts'
import type { StoredLine } from './explainLine.ts'

/**
 * The events of an affiliate's day, by product and type: what movement was made from; in the entry's currency, of the
 * brands whose parts this actor sees.
 */
export async function readEventSums(
  db: Kysely<any>,
  input: { affiliate: number; day: Day; book: Book; actor: Actor },
): Promise<EventSum[]> {
  const { rows } = await sql<{
    product: string
    type: string
    count: number
    amount: string
  }>`select product, type, count(*) as count, sum(amount) as amount from event
    where affiliate = ${input.affiliate} and day = ${input.day}::text::date and ${inBook(sql`brand`, input.book)}
      and ${readablePart(input.actor, sql`brand`)} group by product, type order by product, type`.execute(db)
  return rows.map(({ amount, ...row }) => ({ ...row, amount: Number(amount) }))
}

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

/** What of an entry each brand makes up, of the brands this actor sees. */
export async function readableParts(
  db: Kysely<any>,
  { actor, entry }: { actor: Actor; entry: number },
): Promise<NonNullable<EntryExplanation['parts']>> {
  const { rows } = await sql<{
    brand: number
    name: string
    value: string
  }>`select part.brand, brand.name, part.value from entry_part part join brand on brand.id = part.brand
    where part.entry = ${entry} and ${readablePart(actor, sql`part.brand`)} order by part.brand`.execute(db)
  return rows.map(({ value, ...part }) => ({ ...part, value: Number(value) }))
}

/**
 * The first day whose activity lines reckon with: that of their period, or of all time where a balance was carried into
 * it.
 */
function firstDay(lines: readonly StoredLine[]): Day {
  const details = lines.map(({ detail }) => detail as LineDetail)
  const isCarried = details.some(
    ({ openingBalance }) => openingBalance !== undefined && !new Decimal(openingBalance).isZero(),
  )
  return isCarried ? '-infinity' : (details.map(({ periodStart }) => periodStart).toSorted()[0] ?? 'infinity')
}

/**
 * Whether the lines of an entry reckon with brands this actor does not see: what is accumulated holds all brands of the
 * period, of a partner those of everybody below it and below the partners above,
 * whose earnings its formula may read.
 */
export async function isBeyond(
  db: Kysely<any>,
  {
    actor,
    entry,
    book,
    lines,
  }: {
    actor: Actor
    entry: { readonly owner_kind: OwnerKind; readonly owner: number; readonly day: Day }
    book: Book
    lines: readonly StoredLine[]
  },
): Promise<boolean> {
  const owners =
    entry.owner_kind === 'affiliate'
      ? sql`wide.affiliate = ${entry.owner}`
      : sql`exists (
    with recursive above as (select ${entry.owner}::bigint as id union select partner.parent from partner
      join above on above.id = partner.id where partner.parent is not null)
    select from partner_affiliate_span span where span.partner in (select id
      from above) and span.affiliate = wide.affiliate and wide.day >= span.valid_from and wide.day < span.valid_until)`
  const {
    rows: [row],
  } = await sql<{ is_beyond: boolean }>`select exists (select from whose_movement wide
    where wide.day between ${firstDay(lines)}::text::date and ${entry.day}::text::date
      and ${inBook(sql`wide.brand`, book)} and ${owners} and not ${readablePart(actor, sql`wide.brand`)}) as
      is_beyond`.execute(db)
  return row!.is_beyond
}
