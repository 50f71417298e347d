import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import type { Day } from '#engine/values/calendar.ts'
import type { Money } from '#engine/values/money.ts'
import type { ProductType } from '#rules/commission/constants.ts'
import type { AnyTables } from '#engine/server/database/connect.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { idArray } from '#engine/server/database/arrays.ts'
import { scopeCondition } from '#engine/records/server/visibility/scope.ts'
import { resources } from '#resources/index.ts'
import type { Actor } from '#engine/declaration/actor.ts'
import type { PayeeKind } from '#rules/payouts/payments.ts'

/** The days a rule is tried on, both inclusive. */
export interface SimulatedRange {
  readonly from: Day
  readonly to: Day
}

/** What an owner earned on those days, and what it would have earned by the edited rule. */
export interface SimulatedPayee {
  readonly id: number
  /** Of both amounts: an owner is tried once in each it earns in. */
  readonly currency: string
  readonly then: Money
  readonly now: Money
  /** What of it each product would have earned, of affiliates. */
  readonly products?: ReadonlyMap<ProductType, Money>
}

/** What trying comes to for some owners, before it is put into words and order. */
export interface SimulatedGroup {
  readonly ownerKind: PayeeKind
  readonly owners: readonly SimulatedPayee[]
  /** Owners for whom the edited rule has no result. */
  readonly problems: readonly { readonly id: number; readonly code: string; readonly message: string }[]
}

/** What trying comes to: for those the rule concerns, and for the partners above them. */
export interface SimulationResult extends SimulatedGroup {
  readonly above: SimulatedGroup | null
  /** Whether a profile it concerns carries a loss on. */
  readonly carries: boolean
  /** Whether players were asked anew who qualifies for CPA; null where CPA is not concerned. */
  readonly asksPlayers: boolean | null
  /** Whether what one product earned is compared alone, not what its owners earned in all. */
  readonly isOfProduct: boolean
}

/** A trial is an answer somebody waits for. */
const timeLimitMs = 20_000
const cancelledByTimeout = '57014'

/**
 * Runs a trial on one snapshot of the database, in a transaction that may write nothing: that nothing is written is not
 * a matter of care.
 * @throws ApiError `trial_too_large` where a statement takes too long
 */
export async function inSimulation<Result>(
  db: Kysely<AnyTables>,
  work: (transaction: Transaction<AnyTables>) => Promise<Result>,
): Promise<Result> {
  try {
    return await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (transaction) => {
        await sql`set local statement_timeout = ${sql.lit(timeLimitMs)}`.execute(transaction)
        return work(transaction)
      })
  } catch (error) {
    if ((error as { code?: string }).code === cancelledByTimeout) throw new ApiError('trial_too_large')
    throw error
  }
}

/** Which of these owners this person sees. */
export async function visibleOwners(
  db: Kysely<AnyTables>,
  { actor, kind, ids }: { actor: Actor; kind: PayeeKind; ids: readonly number[] },
): Promise<Map<number, string>> {
  const condition: RawBuilder<boolean> = scopeCondition({ actor, resource: resources[kind], alias: 'owner' })
  const { rows } = await sql<{
    id: number
    name: string
  }>`select owner.id, owner.name from ${sql.table(kind)} owner where owner.id = any(${idArray(ids)})
    and ${condition}`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}
