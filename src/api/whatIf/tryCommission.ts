import { type Kysely, sql } from 'kysely'
import { type ProductType } from '../../domain/commission/constants.ts'
import { addDays, type Day, earliestDay } from '../../domain/calendar.ts'
import { Decimal, type Money, roundMoney, sumMoney, zeroMoney } from '../../domain/money.ts'
import type { AnyTables } from '../database/connect.ts'
import { ApiError } from '../errors.ts'
import { type Book, inBook } from '../currency/books.ts'
import { arrayOf, idArray, rowsAs } from '../database/arrays.ts'
import { earnedOn } from '../money/earn/accumulate.ts'
import { type Failure, failureOf, noBalances } from '../money/earn/earnings.ts'
import { asksForEvents, openingBalances } from '../money/earn/balances.ts'
import { type EventFacts, readEventFacts } from '../money/earn/facts.ts'
import { findQualified, readQualified } from '../money/earn/qualification.ts'
import {
  type Assignment,
  periodStart,
  readAssignments,
  readRuleBook,
  type RuleBook,
  rulesOn,
} from '../money/earn/rules.ts'
import { emptySums, type MovementSums, readMonthlySums } from '../money/earn/sums.ts'
import { changesQualification, concernedProducts, concernedProfiles, type Edit, editedBook } from './editedBook.ts'
import type { TrialResult, TriedDays, TriedGroup, TriedOwner } from './trial.ts'
import { type AffiliateShift, tryPartnersAbove } from './tryPartnersAbove.ts'

/** Affiliates that are computed at once: what bounds the memory. */
const atOnce = 1_000
/** More than a person waits for. */
const affiliatesMax = 50_000

/** Days of the trial on which an affiliate had a concerned profile: `until` exclusive. */
interface TriedSpan {
  readonly affiliate: number
  readonly assignment: Assignment
  readonly from: Day
  readonly until: Day
}

interface Trial {
  readonly db: Kysely<AnyTables>
  readonly days: TriedDays
  /** What is tried of: one currency at a time. */
  readonly within: Book
  readonly edit: Edit
  readonly stored: RuleBook
  readonly edited: RuleBook
  readonly profiles: ReadonlySet<number>
  readonly products: readonly ProductType[]
}

/** What the edited rules are applied to, of the affiliates that are computed together. */
interface Material {
  readonly sums: ReadonlyMap<number, ReadonlyMap<Day, MovementSums>>
  readonly balances: Awaited<ReturnType<typeof openingBalances>>['balances']
  readonly failures: ReadonlyMap<number, Failure>
  readonly players: ReadonlyMap<number, readonly { readonly day: Day; readonly count: number }[]>
  readonly events: ReadonlyMap<number, EventFacts[]>
}

async function readAffiliates(
  db: Kysely<AnyTables>,
  { from, to }: TriedDays,
  { profiles, within }: { profiles: readonly number[]; within: Book },
): Promise<number[]> {
  const { rows } = await sql<{ affiliate: number }>`select distinct affiliate from movement_wide
    where day between ${from}::text::date and ${to}::text::date and ${inBook(sql`brand`, within)} and affiliate in (select affiliate from affiliate_span
      where reward_profile = any(${idArray(profiles)})) order by 1 limit ${sql.lit(affiliatesMax + 1)}`.execute(db)
  if (rows.length > affiliatesMax) throw new ApiError('trial_too_large')
  return rows.map(({ affiliate }) => affiliate)
}

function spansOf(assignments: ReadonlyMap<number, readonly Assignment[]>, { days, profiles }: Trial): TriedSpan[] {
  return [...assignments].flatMap(([affiliate, list]) =>
    list
      .filter(
        ({ profile, from, until }) => profile !== null && profiles.has(profile) && from <= days.to && until > days.from,
      )
      .map((assignment) => ({
        affiliate,
        assignment,
        from: periodStart(assignment, days.from),
        until: earliestDay(assignment.until, addDays(days.to, 1)),
      })),
  )
}

async function readPlayers(
  trial: Trial,
  affiliates: readonly number[],
  assignments: ReadonlyMap<number, Assignment[]>,
): Promise<Material['players']> {
  const { db, days, within, edit, stored, edited, products } = trial
  if (!products.includes('cpa')) return new Map()
  if (changesQualification(stored, edit)) {
    const found = await findQualified(db, { affiliates, assignments, book: edited, ...days, forgetsKept: true })
    const own = found.filter(({ brand }) => within.brands?.includes(brand) ?? true)
    const counted = own.map(({ affiliate, day }) => ({ affiliate, day, count: 1 }))
    return Map.groupBy(counted, ({ affiliate }) => affiliate)
  }
  const kept = await readQualified(db, { affiliates, ...days, book: within })
  const countsOf = (byDay: ReadonlyMap<Day, readonly { readonly count: number }[]>) =>
    [...byDay].flatMap(([day, keys]) => keys.map(({ count }) => ({ day, count })))
  return new Map([...kept].map(([affiliate, byDay]) => [affiliate, countsOf(byDay)]))
}

async function readMaterial(
  trial: Trial,
  affiliates: readonly number[],
  assignments: ReadonlyMap<number, Assignment[]>,
  spans: readonly TriedSpan[],
): Promise<Material> {
  const { db, days, within, stored, edited } = trial
  const questions = spans
    .filter(({ assignment, from }) => assignment.from < from)
    .map(({ affiliate, assignment, from }) => ({ affiliate, assignment, periodStart: from }))
  const asking = spans
    .filter(({ assignment, until }) => asksForEvents(edited, assignment.profile!, addDays(until, -1)))
    .map(({ affiliate }) => affiliate)
  return {
    sums: await readMonthlySums(db, spans, within),
    ...(await openingBalances(db, { questions, book: stored, within, isTrial: true })),
    players: await readPlayers(trial, affiliates, assignments),
    events: await readEventFacts(db, { affiliates: [...new Set(asking)], ...days, book: within }),
  }
}

/** What an affiliate earned, and the admin fee its rewards made. */
interface Reckoned {
  readonly reward: Money
  readonly adminFee: Money
}
const nothingReckoned: Reckoned = { reward: zeroMoney, adminFee: zeroMoney }
const addReckoned = (all: readonly Reckoned[]): Reckoned => ({
  reward: sumMoney(all.map(({ reward }) => reward)),
  adminFee: sumMoney(all.map(({ adminFee }) => adminFee)),
})

/**
 * What a span would have earned by the edited rules: their function of the whole accumulated period, rounded once for
 * each product as its entries add up to it.
 */
function earnedNow({ edited, products, within }: Trial, span: TriedSpan, material: Material): Reckoned {
  const { affiliate, assignment, from, until } = span
  const lastDay = addDays(until, -1)
  const rules = rulesOn(edited, { profile: assignment.profile!, day: lastDay })
  const standing = {
    currency: within.currency,
    sums: material.sums.get(affiliate)?.get(from) ?? emptySums(),
    periodStart: from,
    balances: assignment.from < from ? (material.balances.get(affiliate) ?? noBalances) : noBalances,
    players: (material.players.get(affiliate) ?? [])
      .filter(({ day }) => from <= day && day < until)
      .reduce((sum, { count }) => sum + count, 0),
  }
  return addReckoned(
    products.flatMap((product) => {
      const version = rules?.byProduct[product]
      if (!rules || !version) return []
      const events = material.events.get(affiliate) ?? []
      const { amount, measures } = earnedOn({ standing, rules, version, day: lastDay, events })
      return [{ reward: roundMoney(amount), adminFee: roundMoney(measures?.admin_fee ?? zeroMoney) }]
    }),
  )
}

/** What the closes computed of the spans' days. */
async function readThen({ db, products, within }: Trial, spans: readonly TriedSpan[]): Promise<Map<number, Reckoned>> {
  const span = rowsAs('span', spans, {
    affiliate: 'bigint',
    begins: ['date', ({ from }) => from],
    ends: ['date', ({ until }) => until],
  })
  const { rows } = await sql<Reckoned & { affiliate: number }>`
    select commission.affiliate, sum(commission.reward) as reward, sum(commission.admin_fee) as "adminFee"
    from ${span} join commission on commission.affiliate = span.affiliate and commission.day >= span.begins
      and commission.day < span.ends
    where commission.product = any(${arrayOf('text', products)}) and ${inBook(sql`commission.brand`, within)}
      group by 1`.execute(db)
  return new Map(rows.map(({ affiliate, reward, adminFee }) => [affiliate, { reward, adminFee }]))
}

async function tryAffiliates(
  trial: Trial,
  affiliates: readonly number[],
): Promise<Pick<TriedGroup, 'owners' | 'problems'> & { shifts: AffiliateShift[] }> {
  const assignments = await readAssignments(trial.db, affiliates)
  const spans = spansOf(assignments, trial)
  if (spans.length === 0) return { owners: [], problems: [], shifts: [] }
  const material = await readMaterial(trial, affiliates, assignments, spans)
  const then = await readThen(trial, spans)
  const owners: TriedOwner[] = []
  const shifts: AffiliateShift[] = []
  const problems: { id: number; code: string; message: string }[] = []
  for (const [id, own] of Map.groupBy(spans, ({ affiliate }) => affiliate)) {
    const failure = material.failures.get(id)
    if (failure !== undefined) {
      problems.push({ id, ...failure })
      continue
    }
    try {
      const before = then.get(id) ?? nothingReckoned
      const now = addReckoned(own.map((span) => earnedNow(trial, span, material)))
      owners.push({ id, currency: trial.within.currency, then: before.reward, now: now.reward })
      shifts.push({
        affiliate: id,
        currency: trial.within.currency,
        reward: new Decimal(now.reward).minus(before.reward),
        adminFee: new Decimal(now.adminFee).minus(before.adminFee),
      })
    } catch (error) {
      // As in the close: bad rule data stop this owner and are told, the others go on.
      problems.push({ id, ...failureOf(error) })
    }
  }
  return { owners, problems, shifts }
}

/**
 * What affiliates would have earned on the days of a month by an edited reward or profile, as if it had always been so,
 * against what they did earn; for the products it concerns. What was
 * carried into the month stays as it was.
 * @throws ApiError `trial_too_large`
 */
export async function tryCommission(
  db: Kysely<AnyTables>,
  { edit, days }: { edit: Edit; days: TriedDays },
): Promise<TrialResult> {
  const stored = await readRuleBook(db)
  const profiles = concernedProfiles(stored, edit, days)
  const owners: TriedOwner[] = []
  const shifts: AffiliateShift[] = []
  const problems: { id: number; code: string; message: string }[] = []
  for (const within of stored.books) {
    const trial: Trial = {
      db,
      days,
      within,
      edit,
      stored,
      edited: editedBook(stored, edit),
      profiles: new Set(profiles),
      products: concernedProducts(edit),
    }
    const affiliates = await readAffiliates(db, days, { profiles, within })
    for (let begin = 0; begin < affiliates.length; begin += atOnce) {
      const part = await tryAffiliates(trial, affiliates.slice(begin, begin + atOnce))
      owners.push(...part.owners)
      problems.push(...part.problems)
      shifts.push(...part.shifts)
    }
  }
  return { ownerKind: 'affiliate', owners, problems, above: await tryPartnersAbove(db, { shifts, days }) }
}
