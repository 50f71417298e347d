import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { SimulationResponse, TrialGroup, TrialRow, TrialTotal } from '../../answers/whatIf.ts'
import type { Actor } from '#engine/declaration/actor.ts'
import { type TrialAssumption, trialAssumptions } from '../../answers/simulationAssumptions.ts'
import { eachDay } from '#engine/values/calendar.ts'
import { decimalsOf } from '#engine/values/currencies.ts'
import { compareMoney, Decimal, type Money, roundMoney, sumMoney } from '#engine/values/money.ts'
import type { AnyTables } from '#engine/server/database/connect.ts'
import { seesOnlyOwnBrands } from '#features/commission/server/partialAmounts.ts'
import { seesAll } from '#engine/records/server/visibility/scope.ts'
import { readableShares, shareKey } from './readableShares.ts'
import {
  type SimulationResult,
  type SimulatedRange,
  type SimulatedGroup,
  type SimulatedPayee,
  visibleOwners,
} from './simulation.ts'

const extremesShown = 5
/** Owners beyond these are in the totals only: those the edit moves most come first. */
const rowsShown = 500

async function countOpenDays(db: Kysely<AnyTables>, days: SimulatedRange): Promise<number> {
  const {
    rows: [row],
  } = await sql<{ closed: number }>`select count(*) as closed from closed_day where day between ${days.from}::text::date
    and ${days.to}::text::date`.execute(db)
  return eachDay(days).length - row!.closed
}

/** Whether activity of these days, or of days that are carried into them, came after their last close. */
async function hasLateActivity(db: Kysely<AnyTables>, { to }: SimulatedRange): Promise<boolean> {
  const { rows } = await sql`select from dirty_day where day <= ${to}::text::date
    and day in (select day from closed_day) limit 1`.execute(db)
  return rows.length > 0
}

function assumptionsOf(
  { carries, asksPlayers, isOfProduct }: SimulationResult,
  { openDays, isLate }: { openDays: number; isLate: boolean },
): TrialAssumption[] {
  return [
    'ruleAlways',
    'restAsItWas',
    'sameActivity',
    ...(carries ? (['carriedAnew'] as const) : []),
    ...(asksPlayers === null ? [] : [asksPlayers ? ('playersAsked' as const) : ('playersKept' as const)]),
    ...(openDays > 0 ? (['closedDays'] as const) : []),
    ...(isLate ? (['lateActivity'] as const) : []),
    ...(isOfProduct ? (['productAlone'] as const) : []),
    'earnedAlone',
  ]
}

const difference = ({ then, now }: { then: Money; now: Money }): Money => roundMoney(new Decimal(now).minus(then))

const countOf = (owners: readonly { readonly id: number }[]): number => new Set(owners.map(({ id }) => id)).size

/** What owners of one currency come to together. */
function totalOf(
  owners: readonly { readonly then: Money; readonly now: Money; readonly difference: Money }[],
): TrialTotal {
  const total = (name: 'then' | 'now' | 'difference') => Number(sumMoney(owners.map((owner) => owner[name])))
  return { then: total('then'), now: total('now'), difference: total('difference') }
}

async function groupAnswer(
  db: Kysely<AnyTables>,
  actor: Actor,
  days: SimulatedRange,
  result: SimulatedGroup,
): Promise<TrialGroup> {
  const { ownerKind } = result
  const names = await visibleOwners(db, {
    actor,
    kind: ownerKind,
    ids: [...result.owners, ...result.problems].map(({ id }) => id),
  })
  const visible = result.owners.filter(({ id }) => names.has(id))
  const shares = seesOnlyOwnBrands(actor, { name: 'entry' })
    ? await readableShares(db, { actor, kind: ownerKind, ids: visible.map(({ id }) => id), days })
    : new Map<string, Decimal>()
  const partOf = (owner: SimulatedPayee, amount: Money) =>
    shares.has(shareKey(owner))
      ? roundMoney(shares.get(shareKey(owner))!.times(amount), decimalsOf(owner.currency))
      : amount
  const owners = visible
    .map((owner) => ({ ...owner, then: partOf(owner, owner.then), now: partOf(owner, owner.now) }))
    .map((owner) => ({ ...owner, difference: difference(owner) }))
  // What is in one currency is not larger or smaller than what is in another.
  const ordered = owners.toSorted(
    (one, other) =>
      one.currency.localeCompare(other.currency) ||
      compareMoney(new Decimal(other.difference).abs(), new Decimal(one.difference).abs()) ||
      compareMoney(other.then, one.then) ||
      one.id - other.id,
  )
  const shown = ({ id, currency, then, now, difference: by }: (typeof owners)[number]): TrialRow => ({
    id,
    name: names.get(id)!,
    currency,
    then: Number(then),
    now: Number(now),
    difference: Number(by),
    ...(shares.has(shareKey({ id, currency })) ? { isPartial: true } : {}),
  })
  const groups = [...Map.groupBy(ordered, ({ currency }) => currency).values()]
  const extremes = (sign: 1 | -1) =>
    groups.flatMap((group) =>
      group
        .filter(({ difference: by }) => compareMoney(by, 0) === sign)
        .slice(0, extremesShown)
        .map(shown),
    )
  const seesRows = seesAll(actor) || actor.roles.has('entryByAffiliate')
  const totals = groups.map((group) => ({ currency: group[0]!.currency, ...totalOf(group) }))
  return {
    ownerKind,
    ...(shares.size > 0 ? { isPartial: true } : {}),
    count: countOf(owners),
    changed: countOf(owners.filter(({ difference: by }) => compareMoney(by, 0) !== 0)),
    ...(groups.length > 1 ? {} : totalOf(owners)),
    totals,
    winners: seesRows ? extremes(1) : null,
    losers: seesRows ? extremes(-1) : null,
    rows: seesRows ? ordered.slice(0, rowsShown).map(shown) : null,
    problems: result.problems
      .filter(({ id }) => names.has(id))
      .map(({ id, code, message }) => ({ id, name: names.get(id)!, code, message })),
  }
}

/** Puts a trial into the answer of whoever asked: what they see, the biggest winners and losers first. */
export async function trialAnswer(
  db: Kysely<AnyTables>,
  { actor, days, result }: { actor: Actor; days: SimulatedRange; result: SimulationResult },
): Promise<SimulationResponse> {
  const above = result.above && (await groupAnswer(db, actor, days, result.above))
  const openDays = await countOpenDays(db, days)
  const assumed = assumptionsOf(result, { openDays, isLate: await hasLateActivity(db, days) })
  return {
    ...days,
    openDays,
    assumptions: assumed.map((code) => ({ code, text: trialAssumptions[code] })),
    ...(await groupAnswer(db, actor, days, result)),
    above: above && (above.count > 0 || above.problems.length > 0) ? above : null,
  }
}
