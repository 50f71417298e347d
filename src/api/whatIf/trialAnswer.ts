import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { TrialAnswer, TrialGroup, TrialRow } from '../../config/answers/trial.ts'
import type { Actor } from '../../config/actor.ts'
import { eachDay } from '../../domain/calendar.ts'
import { compareMoney, Decimal, type Money, roundMoney, sumMoney } from '../../domain/money.ts'
import type { AnyTables } from '../database/connect.ts'
import { seesParts } from '../records/parts.ts'
import { seesAll } from '../records/scope.ts'
import { readableShares } from './readableShares.ts'
import { type TrialResult, type TriedDays, type TriedGroup, visibleOwners } from './trial.ts'

const extremesShown = 5
/** Owners beyond these are in the totals only: those the edit moves most come first. */
const rowsShown = 500

async function countOpenDays(db: Kysely<AnyTables>, days: TriedDays): Promise<number> {
  const { rows: [row] } = await sql<{ closed: number }>`select count(*) as closed from closed_day where day between ${days.from}::text::date and ${days.to}::text::date`.execute(db)
  return eachDay(days).length - row!.closed
}

const difference = ({ then, now }: { then: Money; now: Money }): Money => roundMoney(new Decimal(now).minus(then))

async function groupAnswer(db: Kysely<AnyTables>, actor: Actor, days: TriedDays, result: TriedGroup): Promise<TrialGroup> {
  const { ownerKind } = result
  const names = await visibleOwners(db, { actor, kind: ownerKind, ids: [...result.owners, ...result.problems].map(({ id }) => id) })
  const visible = result.owners.filter(({ id }) => names.has(id))
  const shares = seesParts(actor, { name: 'entry' }) ? await readableShares(db, { actor, kind: ownerKind, ids: visible.map(({ id }) => id), days }) : new Map<number, Decimal>()
  const partOf = (id: number, amount: Money) => (shares.has(id) ? roundMoney(shares.get(id)!.times(amount)) : amount)
  const owners = visible.map(({ id, then, now }) => ({ id, then: partOf(id, then), now: partOf(id, now) })).map((owner) => ({ ...owner, difference: difference(owner) }))
  const ordered = owners.toSorted((one, other) => compareMoney(new Decimal(other.difference).abs(), new Decimal(one.difference).abs()) || compareMoney(other.then, one.then) || one.id - other.id)
  const shown = ({ id, then, now, difference: by }: (typeof owners)[number]): TrialRow => ({ id, name: names.get(id)!, then: Number(then), now: Number(now), difference: Number(by), ...(shares.has(id) ? { isPartial: true } : {}) })
  const extremes = (sign: 1 | -1) => ordered.filter(({ difference: by }) => compareMoney(by, 0) === sign).slice(0, extremesShown).map(shown)
  const seesRows = seesAll(actor) || actor.roles.has('entryByAffiliate')
  const total = (name: 'then' | 'now' | 'difference') => Number(sumMoney(owners.map((owner) => owner[name])))
  return {
    ownerKind, ...(shares.size > 0 ? { isPartial: true } : {}), count: owners.length, changed: owners.filter(({ difference: by }) => compareMoney(by, 0) !== 0).length,
    then: total('then'), now: total('now'), difference: total('difference'),
    winners: seesRows ? extremes(1) : null, losers: seesRows ? extremes(-1) : null, rows: seesRows ? ordered.slice(0, rowsShown).map(shown) : null,
    problems: result.problems.filter(({ id }) => names.has(id)).map(({ id, code, message }) => ({ id, name: names.get(id)!, code, message })),
  }
}

/** Puts a trial into the answer of whoever asked: what they see, the biggest winners and losers first. */
export async function trialAnswer(db: Kysely<AnyTables>, { actor, days, result }: { actor: Actor; days: TriedDays; result: TrialResult }): Promise<TrialAnswer> {
  const above = result.above && await groupAnswer(db, actor, days, result.above)
  return { ...days, openDays: await countOpenDays(db, days), ...await groupAnswer(db, actor, days, result), above: above && (above.count > 0 || above.problems.length > 0) ? above : null }
}
