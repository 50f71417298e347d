import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Actor } from '../../config/actor.ts'
import { eachDay, type Day } from '../../domain/calendar.ts'
import { compareMoney, Decimal, type Money, roundMoney, sumMoney } from '../../domain/money.ts'
import type { AnyTables } from '../database/connect.ts'
import type { OwnerKind } from '../payments/owner.ts'
import { seesAll } from '../records/scope.ts'
import { type TrialResult, type TriedDays, visibleOwners } from './trial.ts'

const extremesShown = 5
/** Owners beyond these are in the totals only: those the edit moves most come first. */
const rowsShown = 500

/** One owner of the answer. Money is a number with 2 decimals at most. */
export interface TrialRow {
  readonly id: number
  readonly name: string
  readonly then: number
  readonly now: number
  readonly difference: number
}

/** What trying a rule answers. Without the role to see entries there are totals alone: `rows` and the extremes are null. */
export interface TrialAnswer {
  readonly ownerKind: OwnerKind
  readonly from: Day
  readonly to: Day
  /** Days that were never closed: what was earned on them is not known, and counts as nothing. */
  readonly openDays: number
  readonly count: number
  readonly changed: number
  readonly then: number
  readonly now: number
  readonly difference: number
  readonly winners: readonly TrialRow[] | null
  readonly losers: readonly TrialRow[] | null
  readonly rows: readonly TrialRow[] | null
  readonly problems: readonly { readonly id: number; readonly name: string; readonly message: string }[]
}

async function countOpenDays(db: Kysely<AnyTables>, days: TriedDays): Promise<number> {
  const { rows: [row] } = await sql<{ closed: number }>`select count(*) as closed from closed_day where day between ${days.from}::text::date and ${days.to}::text::date`.execute(db)
  return eachDay(days).length - row!.closed
}

const difference = ({ then, now }: { then: Money; now: Money }): Money => roundMoney(new Decimal(now).minus(then))

/** Puts a trial into the answer of whoever asked: what they see, the biggest winners and losers first. */
export async function trialAnswer(db: Kysely<AnyTables>, { actor, days, result }: { actor: Actor; days: TriedDays; result: TrialResult }): Promise<TrialAnswer> {
  const { ownerKind } = result
  const names = await visibleOwners(db, { actor, kind: ownerKind, ids: [...result.owners, ...result.problems].map(({ id }) => id) })
  const owners = result.owners.filter(({ id }) => names.has(id)).map((owner) => ({ ...owner, difference: difference(owner) }))
  const ordered = owners.toSorted((one, other) => compareMoney(new Decimal(other.difference).abs(), new Decimal(one.difference).abs()) || compareMoney(other.then, one.then) || one.id - other.id)
  const shown = ({ id, then, now, difference: by }: (typeof owners)[number]): TrialRow => ({ id, name: names.get(id)!, then: Number(then), now: Number(now), difference: Number(by) })
  const extremes = (sign: 1 | -1) => ordered.filter(({ difference: by }) => compareMoney(by, 0) === sign).slice(0, extremesShown).map(shown)
  const seesRows = seesAll(actor) || actor.roles.has('entryByAffiliate')
  const total = (name: 'then' | 'now' | 'difference') => Number(sumMoney(owners.map((owner) => owner[name])))
  return {
    ownerKind, ...days, openDays: await countOpenDays(db, days), count: owners.length, changed: owners.filter(({ difference: by }) => compareMoney(by, 0) !== 0).length,
    then: total('then'), now: total('now'), difference: total('difference'),
    winners: seesRows ? extremes(1) : null, losers: seesRows ? extremes(-1) : null, rows: seesRows ? ordered.slice(0, rowsShown).map(shown) : null,
    problems: result.problems.filter(({ id }) => names.has(id)).map(({ id, message }) => ({ id, name: names.get(id)!, message })),
  }
}
