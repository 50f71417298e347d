import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Actor } from '#engine/declaration/actor.ts'
import { Decimal } from '#engine/values/money.ts'
import type { PayeeKind } from '#rules/payouts/payments.ts'
import type { AnyTables } from '#engine/server/database/connect.ts'
import { affiliateTotalSum } from '#features/activity/server/rollUp/columns.ts'
import { idArray } from '#engine/server/database/arrays.ts'
import { visibleAmountSql } from '#features/commission/server/partialAmounts.ts'
import type { SimulatedRange } from './simulation.ts'

interface ShareRow {
  readonly owner: number
  readonly currency: string
  readonly readable: string | null
  readonly whole: string
  readonly readable_turnover: string | null
  readonly whole_turnover: string
}

/** What each brand made of owners' days: what was earned, and what was turned over where nothing was. */
function factsOf(kind: PayeeKind, ids: readonly number[], { from, to }: SimulatedRange): RawBuilder<unknown> {
  const within = sql`day between ${from}::text::date and ${to}::text::date and ${sql.ref(kind)} = any(${idArray(ids)})`
  if (kind === 'partner')
    return sql`select partner as owner, brand, reward_value as earned, abs(value) as turnover
      from partner_commission_part where ${within}`
  return sql`select affiliate as owner, brand, bets_reward_minor + games_reward_minor + lotto_reward_minor +
    cpa_reward_minor as earned, 0 as turnover from commission_wide where ${within}
    union all select affiliate, brand, 0, ${sql.raw(affiliateTotalSum('turnover'))} from movement_wide where ${within}`
}

function shareOf(row: ShareRow): Decimal {
  const share = (part: string | null, whole: string) =>
    new Decimal(whole).isZero() ? null : new Decimal(part ?? 0).dividedBy(whole)
  const candidates = [share(row.readable, row.whole), share(row.readable_turnover, row.whole_turnover)]
  return candidates.find((each) => each && each.greaterThanOrEqualTo(0) && each.lessThanOrEqualTo(1)) ?? new Decimal(0)
}

/** By which {@link readableShares} finds an owner's share in a currency. */
export const shareKey = ({ id, currency }: { readonly id: number; readonly currency: string }): string =>
  `${id} ${currency}`

/**
 * Of owners for whom brands out of this actor's sight moved on the tried days: the share of the brands in sight, by
 * what was earned, or by turnover where that says nothing. A rule is tried on
 * the whole of an owner; of what comes out this share is shown.
 */
export async function readableShares(
  db: Kysely<AnyTables>,
  input: { actor: Actor; kind: PayeeKind; ids: readonly number[]; days: SimulatedRange },
): Promise<Map<string, Decimal>> {
  const seen = visibleAmountSql(input.actor, sql`fact.brand`)
  const { rows } =
    await sql<ShareRow>`select fact.owner, brand.currency, sum(fact.earned) filter (where ${seen}) as readable,
      sum(fact.earned) as whole,
      sum(fact.turnover) filter (where ${seen}) as readable_turnover, sum(fact.turnover) as whole_turnover
    from (${factsOf(input.kind, input.ids, input.days)}) fact join brand on brand.id = fact.brand group by 1, 2
      having bool_or(not ${seen})`.execute(db)
  return new Map(rows.map((row) => [shareKey({ id: row.owner, currency: row.currency }), shareOf(row)]))
}
