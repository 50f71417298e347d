import { type Kysely, sql } from 'kysely'
import type { Actor } from '#engine/declaration/actor.ts'
import { type Day, eachDay, startOfMonth } from '#engine/values/calendar.ts'
import { type CurrencyGroup, inCurrencyGroup } from '#features/currency/server/currencyGroups.ts'
import { idArray, rowsAs } from '#engine/server/database/arrays.ts'
import { firstRow } from '#engine/server/database/rows.ts'
import { withStoppedProducts } from './stoppedProducts.ts'
import { writeCommission } from './writeCommission.ts'
import { type EntryChanges, type EntryWrite, noChanges, plusChanges, writeEntries } from './writeEntries.ts'
import { accumulate } from '../calculation/accumulate.ts'
import { affiliatesByBrand, brandBooks, type BrandOutcome, withBrands } from '../calculation/byBrand.ts'
import { emptyLookback, readLookbacks } from '../calculation/lookback.ts'
import {
  type AffiliateHistory,
  type AffiliateOutcome,
  type CloseProblem,
  emptyBalances,
  emptyPlayerCounts,
  withQualified,
} from '../calculation/types.ts'
import { needsEventFacts, keepBalances, openingBalances, type PeriodQuestion } from '../calculation/balances.ts'
import { readEventFacts } from '../calculation/eventFacts.ts'
import { qualifyPlayers, readQualified } from '../calculation/qualification.ts'
import {
  type Assignment,
  assignmentOn,
  beginningOfTime,
  bookIn,
  endOfTime,
  periodStart,
  readAssignments,
  type RuleSet,
} from '../calculation/ruleSet.ts'
import { readMovedIn, sinceMovedIn } from '../calculation/settledElsewhere.ts'
import { emptySums, readMovement, readSums } from '../calculation/rollupSums.ts'

/** Some affiliates and the days of one month to be computed for them. */
export interface AffiliateClose {
  readonly affiliates: readonly number[]
  readonly from: Day
  readonly to: Day
  /**
   * Days in between that were never closed pass by: they count in what is accumulated, but no entries are written of
   * them.
   */
  readonly isComputed: (day: Day) => boolean
  readonly book: RuleSet
  readonly today: Day
  readonly actor: Actor
  /** Why it is computed, see {@link EntryWrite}. */
  readonly cause?: EntryWrite['cause']
}

/** What a close came to. */
export interface CloseOutcome {
  /** How many days of affiliates earned something. */
  readonly entries: number
  readonly changes: EntryChanges
  readonly problems: readonly CloseProblem[]
}

/** Nothing was closed. */
export const nothingClosed: CloseOutcome = { entries: 0, changes: noChanges, problems: [] }

/** What two closes came to together. */
export function plusOutcome(one: CloseOutcome, other: CloseOutcome): CloseOutcome {
  return {
    entries: one.entries + other.entries,
    changes: plusChanges(one.changes, other.changes),
    problems: [...one.problems, ...other.problems],
  }
}

/** The period each affiliate is in on the first day, where it has a profile then. */
function questionsOf(
  affiliates: readonly number[],
  assignments: ReadonlyMap<number, readonly Assignment[]>,
  from: Day,
): PeriodQuestion[] {
  return affiliates.flatMap((affiliate) => {
    const assignment = assignmentOn(assignments.get(affiliate) ?? [], from)
    return assignment && assignment.profile !== null
      ? [{ affiliate, assignment, periodStart: periodStart(assignment, from) }]
      : []
  })
}

/**
 * Where all days of the month before were closed, who qualified on them is known; else it is found out from the first
 * of the month on.
 */
async function qualifyFrom(db: Kysely<any>, from: Day): Promise<Day> {
  const first = startOfMonth(from)
  const counted = sql<{ closed: number }>`select count(*) as closed from closed_day
    where day >= ${first}::text::date and day < ${from}::text::date`
  return (await firstRow(db, counted))!.closed === Number(from.slice(8)) - 1 ? from : first
}

async function readHistories(
  db: Kysely<any>,
  close: AffiliateClose & { readonly within: CurrencyGroup },
  assignments: ReadonlyMap<number, Assignment[]>,
): Promise<AffiliateOutcome[]> {
  const { affiliates, from, to, book, within } = close
  const questions = questionsOf(affiliates, assignments, from)
  const before = questions.map(({ affiliate, periodStart: start }) => ({ affiliate, from: start, until: from }))
  const opening = await readSums(db, before, within)
  const { balances, failures } = await openingBalances(db, { questions, book, within })
  const rows = await readMovement(db, { affiliates, from, to, book: within })
  const qualified = await readQualified(db, { affiliates, from: startOfMonth(from), to, book: within })
  const asking = affiliates.filter((affiliate) =>
    (assignments.get(affiliate) ?? []).some(({ profile }) => profile !== null && needsEventFacts(book, profile, to)),
  )
  const events = await readEventFacts(db, {
    affiliates: asking,
    // What a player may count for at most is what it deposited over its life.
    from: book.cutsLives ? beginningOfTime : startOfMonth(from),
    to,
    book: within,
    ofPlayers: book,
  })
  const periods = new Map(questions.map((question) => [question.affiliate, question.periodStart]))
  const begun = { before: from, starts: periods }
  const backgrounds = await readLookbacks(db, { assignments, book, within, from: startOfMonth(from), to, begun })
  return affiliates.flatMap((affiliate) => {
    const players = qualified.get(affiliate)
    const failure = failures.get(affiliate)
    if (failure !== undefined)
      return [{ affiliate, days: [], balances: [], stopped: [], problem: { affiliate, day: from, ...failure } }]
    if (!rows.has(affiliate) && !players) return []
    const start = periods.get(affiliate)
    const before = [...(players ?? [])]
      .filter(([day]) => start !== undefined && day >= start && day < from)
      .flatMap(([, keys]) => keys)
    const history: AffiliateHistory = {
      affiliate,
      currency: within.currency,
      assignments: assignments.get(affiliate) ?? [],
      from,
      to,
      opening: opening.get(affiliate) ?? emptySums(),
      openingPlayers: withQualified(emptyPlayerCounts, before),
      openingBalances: balances.get(affiliate) ?? emptyBalances,
      rows: rows.get(affiliate) ?? new Map(),
      qualified: players ?? new Map(),
      events: events.get(affiliate) ?? [],
      background: backgrounds.get(affiliate) ?? emptyLookback,
      isOfBrand: within.brand !== undefined,
    }
    return [accumulate(history, book)]
  })
}

/** Keeps which entries were stopped and why; forgets what was mended. */
export async function keepProblems(
  db: Kysely<any>,
  { ownerKind, owners, from, to }: Pick<EntryWrite, 'ownerKind' | 'owners' | 'from' | 'to'>,
  problems: readonly CloseProblem[],
): Promise<void> {
  await sql`delete from close_problem where owner_kind = ${ownerKind}::text and owner = any(${idArray(owners)})
    and day between ${from}::text::date and ${to}::text::date`.execute(db)
  if (problems.length === 0) return
  await sql`insert into close_problem (day, owner_kind, owner, currency, product, code, message)
    select * from ${rowsAs('stopped', problems, {
      day: 'date',
      owner_kind: ['text', (problem) => problem.ownerKind],
      owner: 'bigint',
      currency: 'text',
      product: ['text', ({ product }) => product ?? ''],
      code: 'text',
      message: 'text',
    })}`.execute(db)
}

/**
 * Computes some affiliates over days of one month and writes commission, entries and what carries over, in the caller's
 * transaction. The caller holds the lock of the
 * bucket these affiliates are in, so that two closes at once do the same one after the other.
 */
export async function closeAffiliates(db: Kysely<any>, close: AffiliateClose): Promise<CloseOutcome> {
  const { affiliates, from, to, book } = close
  if (affiliates.length === 0) return nothingClosed
  let whole = nothingClosed
  const assignments = await readAssignments(db, affiliates)
  await qualifyPlayers(db, { affiliates, assignments, book, from: await qualifyFrom(db, from), to })
  for (const within of book.books) {
    const inCurrency = { ...close, within, book: bookIn(book, within.currency) }
    whole = plusOutcome(whole, await closeBook(db, inCurrency, assignments))
  }
  await keepProblems(db, { ownerKind: 'affiliate', owners: affiliates, from, to }, whole.problems)
  return whole
}

/** What affiliates came to, all brands together or each by itself, as their profiles say; keeps what brands carry. */
async function readOutcomes(
  db: Kysely<any>,
  close: AffiliateClose & { readonly within: CurrencyGroup },
  assignments: ReadonlyMap<number, Assignment[]>,
): Promise<AffiliateOutcome[]> {
  const { book, within, from, to } = close
  const wholes = await readHistories(db, close, assignments)
  const affiliates = affiliatesByBrand(book, close.affiliates, assignments)
  const brands: BrandOutcome[] = []
  for (const single of await brandBooks(db, { affiliates, within, from: startOfMonth(from), to })) {
    const outcomes = await readHistories(db, { ...close, ...single }, assignments)
    await keepBalances(db, single.within, balancesOf(outcomes))
    brands.push(...outcomes.map((outcome) => ({ brand: single.within.brand!, outcome })))
  }
  return withBrands(wholes, brands)
}

const balancesOf = (outcomes: readonly AffiliateOutcome[]) =>
  outcomes.flatMap(({ affiliate, balances }) => balances.map((each) => ({ ...each, affiliate })))

type Stop = NonNullable<AffiliateOutcome['problem']>

/** The first day of each stopped affiliate, and those on which it moved since: each of them is stopped. */
async function daysOfStops(
  db: Kysely<any>,
  { to, within, isComputed }: AffiliateClose & { readonly within: CurrencyGroup },
  outcomes: readonly AffiliateOutcome[],
): Promise<Stop[]> {
  const stops = new Map(outcomes.flatMap(({ problem }) => (problem ? [[problem.affiliate, problem]] : [])))
  if (stops.size === 0) return []
  const { rows } = await sql<{ affiliate: number; day: Day }>`select distinct wide.affiliate, wide.day::text as day
    from movement_wide wide
      join ${rowsAs('stop', [...stops.values()], { affiliate: 'bigint', day: 'date' })}
        on stop.affiliate = wide.affiliate and wide.day > stop.day
    where wide.day <= ${to}::text::date and ${inCurrencyGroup(sql`wide.brand`, within)} order by 1, 2`.execute(db)
  const later = rows.filter(({ day }) => isComputed(day))
  return [...stops.values(), ...later.map(({ affiliate, day }): Stop => ({ ...stops.get(affiliate)!, day }))]
}

/** The same of one currency: what another one's activity came to is neither read nor written. */
async function closeBook(
  db: Kysely<any>,
  close: AffiliateClose & { readonly within: CurrencyGroup },
  assignments: ReadonlyMap<number, Assignment[]>,
): Promise<CloseOutcome> {
  const { affiliates, from, to, within } = close
  const { currency } = within
  const movedIn = await readMovedIn(db, { affiliates, within })
  const outcomes = await readOutcomes(db, close, sinceMovedIn(assignments, movedIn))
  const stoppedDays = [
    ...outcomes.flatMap(({ stopped }) => stopped).filter(({ day }) => close.isComputed(day)),
    ...(await daysOfStops(db, close, outcomes)),
  ]
  const problems = stoppedDays.map(({ affiliate, ...why }): CloseProblem => ({
    ownerKind: 'affiliate',
    owner: affiliate,
    currency,
    ...why,
  }))
  const stoppedFrom = new Map(outcomes.flatMap(({ problem }) => (problem ? [[problem.affiliate, problem.day]] : [])))
  const days = (await withStoppedProducts(db, within, outcomes)).filter(({ day }) => close.isComputed(day))
  const computedDays = eachDay({ from, to }).filter(close.isComputed)
  // A stopped owner keeps what was written before: bad data neither pays nor takes back.
  const isComputed = (owner: number, day: Day) => close.isComputed(day) && day < (stoppedFrom.get(owner) ?? endOfTime)
  const isSettledElsewhere = (owner: number, day: Day) => day < (movedIn.get(owner)?.since ?? beginningOfTime)
  await writeCommission(db, {
    inBook: inCurrencyGroup(sql`brand`, within),
    spans: affiliates.flatMap((affiliate) =>
      computedDays.filter((day) => isComputed(affiliate, day)).map((day) => ({ affiliate, day })),
    ),
    rows: days.flatMap(({ affiliate, day, commission }) => commission.map((share) => ({ ...share, affiliate, day }))),
  })
  const { today, actor, cause } = close
  const earned = days.map(({ affiliate, ...day }) => ({ ...day, owner: affiliate }))
  const todayOf = () => today
  const common = { ownerKind: 'affiliate', currency, owners: affiliates, from, to, todayOf, actor, cause } as const
  const changes = await writeEntries(db, { ...common, isComputed, isSettledElsewhere, earned })
  await keepBalances(db, within, balancesOf(outcomes))
  return { entries: earned.length, changes, problems }
}

/** Affiliate and day whose movement changed since it was last computed, as read. */
export interface DirtyDay {
  readonly affiliate: number
  readonly day: Day
  readonly changes: number
}

/** What changed since the last close, of some affiliates, up to a day. */
export async function readDirtyDays(
  db: Kysely<any>,
  input: { affiliates: readonly number[]; to: Day },
): Promise<DirtyDay[]> {
  const { rows } = await sql<DirtyDay>`select affiliate, day::text as day, changes from dirty_day
    where affiliate = any(${idArray(input.affiliates)}) and day <= ${input.to}::text::date
      order by affiliate, dirty_day.day`.execute(db)
  return rows
}

/**
 * Marks changed days as computed, save where more changed in the meantime, and forgets the balances that came after
 * them.
 */
export async function settleDirtyDays(db: Kysely<any>, days: readonly DirtyDay[]): Promise<void> {
  if (days.length === 0) return
  const computed = rowsAs('computed', days, { affiliate: 'bigint', day: 'date', changes: 'bigint' })
  await sql`delete from dirty_day using ${computed}
    where dirty_day.affiliate = computed.affiliate and dirty_day.day = computed.day
      and dirty_day.changes = computed.changes`.execute(db)
}
