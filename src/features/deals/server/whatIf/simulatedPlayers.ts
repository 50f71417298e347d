import type { Kysely } from 'kysely'
import { Decimal } from '#engine/values/money.ts'
import type { Day } from '#engine/values/calendar.ts'
import { milestoneKey } from '#rules/deals/milestones.ts'
import type { CurrencyGroup } from '#features/currency/server/currencyGroups.ts'
import type { AnyTables } from '#engine/server/database/connect.ts'
import { needsCpaPlayers } from '#features/commission/server/calculation/lookback.ts'
import type { QualifiedPlayers } from '#features/commission/server/calculation/types.ts'
import type { CountedPlayer } from '#features/commission/server/calculation/playerLifetimes.ts'
import { findQualified, readQualified } from '#features/commission/server/calculation/qualification.ts'
import { type Assignment, beginningOfTime, type RuleSet } from '#features/commission/server/calculation/ruleSet.ts'
import type { SimulatedRange } from './simulation.ts'

/** Players that count, or are taken back, on a day of a trial. */
export type TriedPlayers = readonly (Omit<QualifiedPlayers[number], 'brand' | 'sub_brand' | 'action'> & {
  readonly day: Day
})[]

interface Asked {
  readonly db: Kysely<AnyTables>
  readonly affiliates: readonly number[]
  readonly assignments: ReadonlyMap<number, Assignment[]>
  readonly edited: RuleSet
  /** Whether the edit may change who qualifies for CPA. */
  readonly requalifies: boolean
}

/** Who counts for some affiliates in a book on some days: by the edited rules, where these may say otherwise. */
export async function readTriedPlayers({
  db,
  affiliates,
  assignments,
  edited,
  requalifies,
  within,
  days,
}: Asked & { within: CurrencyGroup; days: SimulatedRange }): Promise<ReadonlyMap<number, TriedPlayers>> {
  if (requalifies) {
    const found = await findQualified(db, { affiliates, assignments, book: edited, ...days, forgetsKept: true })
    const isOwn = ({ brand }: { readonly brand: number }) => within.brands?.includes(brand) ?? true
    const counted = found.rows.filter(isOwn).map(({ affiliate, day, value, override = null, step = 1 }) => {
      const paid = value === null || value === undefined ? null : new Decimal(value).times(step).toFixed()
      return { affiliate, day, count: step, value: paid, override }
    })
    const staged = found.stages
      .filter(isOwn)
      .map((row) => ({ affiliate: row.affiliate, day: row.day, count: 0, stage: milestoneKey(row), staged: row.step }))
    return Map.groupBy([...counted, ...staged], ({ affiliate }) => affiliate)
  }
  const kept = await readQualified(db, { affiliates, ...days, book: within })
  const countsOf = (byDay: ReadonlyMap<Day, QualifiedPlayers>) =>
    [...byDay].flatMap(([day, keys]) =>
      keys.map(({ brand: _, sub_brand: __, action: ___, ...counted }) => ({ ...counted, day })),
    )
  return new Map([...kept].map(([affiliate, byDay]) => [affiliate, countsOf(byDay)]))
}

/** Who would count by the edited rules since ever, where a share asks for it and the edit may change it. */
export async function readTriedCounted({
  db,
  affiliates,
  assignments,
  edited: book,
  requalifies,
  to,
}: Asked & { to: Day }): Promise<readonly CountedPlayer[] | undefined> {
  if (!requalifies || !needsCpaPlayers(book)) return undefined
  const found = await findQualified(db, { affiliates, assignments, book, from: beginningOfTime, to, forgetsKept: true })
  return found.rows
}
