import { type Kysely, sql } from 'kysely'
import { type Day, startOfMonth } from '#engine/values/calendar.ts'
import { Decimal, type Money, roundMoney, zeroMoney } from '#engine/values/money.ts'
import type { AnyTables } from '#engine/server/database/connect.ts'
import { rowsAs } from '#engine/server/database/arrays.ts'
import {
  evaluatePartners,
  type PartnerAccumulatorState,
} from '#features/commission/server/calculation/evaluatePartners.ts'
import {
  addBase,
  emptyBase,
  type PartnerBase,
  readBasesOfPieces,
} from '#features/commission/server/calculation/partnerBase.ts'
import {
  type PartnerRuleSet,
  partnersOn,
  readPartnerRuleSet,
} from '#features/commission/server/calculation/partnerRules.ts'
import {
  commonCuts,
  endOf,
  lastDayOf,
  partnerCuts,
  type RuleInterval,
  piecesOf,
  readClosed,
  daysToCompute,
} from './ruleIntervals.ts'
import type { SimulatedRange, SimulatedGroup } from './simulation.ts'

/** By how much an affiliate's edited rules change what the levels above reckon with, in the piece of days from `day`. */
export interface AffiliateShift {
  readonly affiliate: number
  readonly day: Day
  readonly currency: string
  readonly reward: Money
  readonly adminFee: Money
}

/** What lies below partners changes by so much, by the first day of the piece it changes in. */
type Shifts = ReadonlyMap<Day, ReadonlyMap<number, PartnerBase>>

interface PartnerTrial {
  readonly days: SimulatedRange
  readonly book: PartnerRuleSet
  readonly currency: string
  readonly shifts: Shifts
}

/** What partners earned on the days asked for and would have earned, by partner; and who has no result. */
interface TriedPartners {
  readonly then: ReadonlyMap<number, Decimal>
  readonly now: ReadonlyMap<number, Decimal>
  readonly problems: ReadonlyMap<number, { readonly code: string; readonly message: string }>
  /** For whom the shifts change something, directly or through a partner above. */
  readonly concerned: ReadonlySet<number>
}

const zero = new Decimal(0)

function shiftsOf(shifts: Shifts, { from, until }: RuleInterval): Map<number, PartnerBase> {
  const found = new Map<number, PartnerBase>()
  for (const [day, below] of shifts)
    if (from <= day && day < until)
      for (const [partner, base] of below) found.set(partner, addBase(found.get(partner) ?? emptyBase, base))
  return found
}

/**
 * Reckons the months of the days again as closes do ({@link evaluatePartners}), by what closes kept of what lay below
 * each partner, shifted; piece by piece of days in which nothing turns, because what is earned on such a piece is one
 * difference.
 */
async function reckon(db: Kysely<AnyTables>, { days, book, currency, shifts }: PartnerTrial): Promise<TriedPartners> {
  const { from } = daysToCompute(days)
  const closed = await readClosed(db, days)
  const cuts = [...commonCuts(days, closed), ...partnerCuts(book)]
  const pieces = piecesOf({ from, until: endOf(days) }, cuts).filter((piece) => closed.has(piece.from))
  const kept = await readBasesOfPieces(db, { pieces, currency })
  const [then, now, problems] = [new Map<number, Decimal>(), new Map<number, Decimal>(), new Map<number, never>()]
  const add = (to: Map<number, Decimal>, partner: number, amount: Decimal | Money) =>
    to.set(partner, (to.get(partner) ?? zero).plus(amount))
  const told: Map<number, { code: string; message: string }> = problems
  const concerned = new Set<number>()
  let standing: PartnerAccumulatorState = { currency, bases: new Map(), earned: new Map() }
  let month = ''
  for (const piece of pieces) {
    if (startOfMonth(piece.from) !== month) {
      month = startOfMonth(piece.from)
      standing = { currency, bases: new Map(), earned: new Map() }
    }
    const [own, shifted] = [kept.get(piece.from) ?? new Map<number, never>(), shiftsOf(shifts, piece)]
    const bases = new Map<number, PartnerBase>([...own].map(([partner, { base }]) => [partner, base]))
    for (const [partner, shift] of shifted) bases.set(partner, addBase(bases.get(partner) ?? emptyBase, shift))
    const rules = partnersOn(book, lastDayOf(piece))
    const { days: results, problems: stopped } = evaluatePartners({ day: lastDayOf(piece), rules, bases, standing })
    for (const { partner, parent } of rules)
      if (shifted.has(partner) || (parent !== null && concerned.has(parent))) concerned.add(partner)
    for (const { owner, code, message } of stopped) told.set(owner, { code, message })
    if (piece.from < days.from) continue
    for (const [partner, { earned }] of own) add(then, partner, earned)
    for (const { rule, rewardValue } of results) add(now, rule.partner, rewardValue)
  }
  return { then, now, problems: told, concerned }
}

function groupOf(tried: readonly (TriedPartners & { currency: string })[]): SimulatedGroup {
  return {
    ownerKind: 'partner',
    owners: tried.flatMap(({ currency, then, now, problems }) =>
      [...new Set([...then.keys(), ...now.keys()])]
        .filter((id) => !problems.has(id))
        .toSorted((one, other) => one - other)
        .map((id) => ({ id, currency, then: roundMoney(then.get(id) ?? zero), now: roundMoney(now.get(id) ?? zero) }))
        .filter((owner) => owner.then !== zeroMoney || owner.now !== zeroMoney),
    ),
    problems: tried.flatMap(({ problems }) => [...problems].map(([id, problem]) => ({ id, ...problem }))),
  }
}

/** What partners would have earned by an edited book, against what they did earn. */
export async function tryPartnerBook(
  db: Kysely<AnyTables>,
  { book, days }: { book: PartnerRuleSet; days: SimulatedRange },
): Promise<SimulatedGroup> {
  const tried = []
  for (const { currency } of book.books)
    tried.push({ currency, ...(await reckon(db, { days, book, currency, shifts: new Map() })) })
  return groupOf(tried)
}

/** Adds shifts up below each partner, by where their affiliates hung on the day. */
async function shiftsBelow(db: Kysely<AnyTables>, shifts: readonly AffiliateShift[]): Promise<Shifts> {
  const { rows } = await sql<{ partner: number; day: Day; reward: string; admin_fee: string }>`
    select span.partner, shift.day::text as day, sum(shift.reward) as reward, sum(shift.admin_fee) as admin_fee
    from ${rowsAs('shift', shifts, {
      affiliate: 'bigint',
      day: 'date',
      reward: 'numeric',
      admin_fee: ['numeric', ({ adminFee }) => adminFee],
    })} join partner_affiliate_span span on span.affiliate = shift.affiliate and span.valid_from <= shift.day
      and span.valid_until > shift.day group by 1, 2`.execute(db)
  const baseOf = (row: (typeof rows)[number]): PartnerBase => ({
    ...emptyBase,
    affiliate_reward: new Decimal(row.reward),
    admin_fee: new Decimal(row.admin_fee),
  })
  const byDay = [...Map.groupBy(rows, ({ day }) => day)]
  return new Map(byDay.map(([day, own]) => [day, new Map(own.map((row) => [row.partner, baseOf(row)]))]))
}

/**
 * What the partners above some affiliates would have earned, had these earned otherwise: their months are reckoned again
 * with the shifts below them, by the places, formulas and percentages of each day. Null where nobody is above.
 */
export async function tryPartnersAbove(
  db: Kysely<AnyTables>,
  { shifts, days }: { shifts: readonly AffiliateShift[]; days: SimulatedRange },
): Promise<SimulatedGroup | null> {
  if (shifts.length === 0) return null
  const book = await readPartnerRuleSet(db)
  const tried = []
  for (const [currency, own] of Map.groupBy(shifts, (shift) => shift.currency)) {
    const below = await shiftsBelow(db, own)
    if (below.size === 0) continue
    const { concerned, ...found } = await reckon(db, { days, book, currency, shifts: below })
    const only = <Value>(all: ReadonlyMap<number, Value>) => new Map([...all].filter(([id]) => concerned.has(id)))
    tried.push({ currency, concerned, then: only(found.then), now: only(found.now), problems: only(found.problems) })
  }
  return tried.length === 0 ? null : groupOf(tried)
}
