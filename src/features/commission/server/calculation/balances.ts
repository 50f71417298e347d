import { type Kysely, sql } from 'kysely'
import { Decimal } from '#engine/values/money.ts'
import { addDays, addMonths, type Day, endOfMonth, latestDay, startOfMonth } from '#engine/values/calendar.ts'
import { products } from '#rules/activity/measures.ts'
import { rewardTriggerIsWhole } from '#rules/commission/rewardRules.ts'
import type { RewardRule } from '#rules/commission/rewardRules.ts'
import { deductsByCountry } from '#rules/deals/deductions.ts'
import { needsGameGroups } from '#rules/deals/gameGroups.ts'
import { capsPlayers } from '#rules/deals/playerCeiling.ts'
import { countsActive, countsTraffic } from '#rules/deals/minimums.ts'
import { quarantines } from '#rules/deals/quarantine.ts'
import { triggerFact } from '#rules/commission/triggers.ts'
import type { CurrencyGroup } from '#features/currency/server/currencyGroups.ts'
import { rowsAs } from '#engine/server/database/arrays.ts'
import { closingBalances } from './closing.ts'
import { type Lookback, emptyLookback, readLookbacks } from './lookback.ts'
import { readQualified } from './qualification.ts'
import {
  type Balances,
  type Failure,
  failureOf,
  emptyBalances,
  emptyPlayerCounts,
  type QualifiedPlayers,
  withQualified,
} from './types.ts'
import { needsEvents, readEventFacts, type EventFacts } from './eventFacts.ts'
import type { CountedPlayer } from './playerLifetimes.ts'
import { type Assignment, beginningOfTime, periodStart, type RuleSet, rulesOn } from './ruleSet.ts'
import { emptySums, type MovementSums, readMonthlySums } from './rollupSums.ts'

/** A period whose opening balance is asked for. */
export interface PeriodQuestion {
  readonly affiliate: number
  readonly assignment: Assignment
  readonly periodStart: Day
}

const tableOf = (brand: number | undefined) =>
  sql.table(brand === undefined ? 'carried_balance' : 'carried_brand_balance')

async function readKept(
  db: Kysely<any>,
  questions: readonly PeriodQuestion[],
  { currency, brand }: CurrencyGroup,
  book: RuleSet,
): Promise<Map<number, { periodStart: Day; balances: Balances }>> {
  // What brands carry by themselves stands as a sum where the others stand, for the ledger.
  const isOwn =
    brand !== undefined
      ? sql`kept.brand = ${brand}`
      : book.byBrand
        ? sql`not exists (select from carried_brand_balance single where single.affiliate = kept.affiliate
            and single.currency = kept.currency and single.period_start = kept.period_start)`
        : sql`true`
  const { rows } = await sql<{
    affiliate: number
    period_start: string
    balances: Balances
    state: NonNullable<Balances['state']> | null
  }>`
    select distinct on (kept.affiliate) kept.affiliate, kept.period_start::text as period_start, kept.balances, kept.state
    from ${rowsAs('asked', questions, {
      affiliate: 'bigint',
      earliest: ['date', ({ assignment }) => assignment.from],
      latest: ['date', (question) => question.periodStart],
    })} join ${tableOf(brand)} kept on kept.affiliate = asked.affiliate and kept.currency = ${currency}::text
      and kept.period_start between asked.earliest and asked.latest and ${isOwn}
    order by kept.affiliate, kept.period_start desc`.execute(db)
  return new Map(
    rows.map(({ affiliate, period_start: start, balances, state }) => [
      affiliate,
      { periodStart: start, balances: state ? { ...balances, state } : balances },
    ]),
  )
}

/** Keeps what periods began with in a book, for the days to come. */
export async function keepBalances(
  db: Kysely<any>,
  { currency, brand }: CurrencyGroup,
  rows: readonly { affiliate: number; periodStart: Day; balances: Balances }[],
): Promise<void> {
  if (rows.length === 0) return
  const [column, value] = brand === undefined ? [sql``, sql``] : [sql`, brand`, sql`, ${brand}::bigint`]
  await sql`insert into ${tableOf(brand)} (affiliate, currency, period_start, balances, state${column})
    select affiliate, ${currency}::text, period_start, balances, state${value} from ${rowsAs('kept', rows, {
      affiliate: 'bigint',
      period_start: ['date', (row) => row.periodStart],
      balances: ['jsonb', ({ balances: { state: _, ...amounts } }) => JSON.stringify(amounts)],
      state: ['jsonb', ({ balances: { state } }) => (state ? JSON.stringify(state) : null)],
    })} on conflict (affiliate, currency, period_start${column}) do update
      set balances = excluded.balances, state = excluded.state`.execute(db)
}

/** Forgets balances that a late event on a day may have changed. */
export async function forgetBalances(db: Kysely<any>, days: readonly { affiliate: number; day: Day }[]): Promise<void> {
  if (days.length === 0) return
  for (const table of ['carried_balance', 'carried_brand_balance'])
    await sql`delete from ${sql.table(table)} kept using ${rowsAs('late', days, { affiliate: 'bigint', day: 'date' })}
      where kept.affiliate = late.affiliate and kept.period_start > late.day`.execute(db)
}

/**
 * What the losses that another system left come to in an assignment's first period: what its profile would carry of a
 * period before that came to them.
 */
export function broughtAlong(
  book: RuleSet,
  assignment: Assignment,
  { currency, isOfBrand }: { currency: string; isOfBrand: boolean },
): Balances {
  const { brought, profile, from } = assignment
  if (!brought || profile === null) return emptyBalances
  const none = emptySums()
  const lost = { ...none[brought.product], payout: new Decimal(brought.netRevenue).negated() }
  const standing = {
    assignment,
    periodStart: startOfMonth(addDays(from, -1)),
    sums: { ...none, [brought.product]: lost },
    ...emptyPlayerCounts,
    balances: emptyBalances,
    currency,
    background: emptyLookback,
    isOfBrand,
  }
  return closingBalances({ standing, book, profile, lastDay: from, events: [] })
}

/** What is known before a period: from where on, what was carried to there, and what moved since. */
interface Before {
  readonly start: Day | null
  readonly balances: Balances
  readonly months: ReadonlyMap<Day, MovementSums>
  /** Who counted for CPA on days, where some of it waits for a minimum. */
  readonly players: CountedOnDays
  readonly events: readonly EventFacts[]
  readonly background: Lookback
  readonly book: RuleSet
  readonly currency: string
  /** Of one brand, reckoned by itself. */
  readonly isOfBrand: boolean
}

function fold(
  question: PeriodQuestion,
  { start: known, months, players, events, book, currency, background, isOfBrand, ...kept }: Before,
): Balances {
  const { assignment } = question
  let { balances } = kept
  const first = known ?? [...months.keys(), ...players.map(({ day }) => day)].sort()[0]
  if (first === undefined || assignment.profile === null) return balances
  for (let month = startOfMonth(first); month < startOfMonth(question.periodStart); month = addMonths(month, 1)) {
    const start = periodStart(assignment, month > assignment.from ? month : first)
    const sums = months.get(start) ?? emptySums()
    const own = players.filter(({ day }) => start <= day && day <= endOfMonth(month))
    const counted = { assignment, periodStart: start, sums, ...withQualified(emptyPlayerCounts, own) }
    const standing = { ...counted, balances, currency, background, isOfBrand }
    const { profile } = assignment
    balances = closingBalances({ standing, book, profile, lastDay: endOfMonth(month), events })
  }
  return balances
}

/**
 * What carry-over brings into the periods asked for in a book, where the profile carries: from the last kept balance
 * on, every period in between is computed from movement.
 * @param input.isTrial the rules are another's than those by which balances were kept: all is computed from the first
 * period on, and nothing is written.
 * @returns by affiliate, absent where nothing is carried; and the affiliates whose rules gave no result, with the
 * reason: they must not be paid.
 */
export async function openingBalances(
  db: Kysely<any>,
  input: {
    questions: readonly PeriodQuestion[]
    book: RuleSet
    within: CurrencyGroup
    isTrial?: boolean
    /** Of a trial: who counts for CPA since ever, where some of it waits for a minimum. */
    players?: ReadonlyMap<number, CountedOnDays> | undefined
    counted?: readonly CountedPlayer[] | undefined
  },
): Promise<{ balances: Map<number, Balances>; failures: Map<number, Failure> }> {
  const { book, within, counted } = input
  const questions = input.questions.filter(({ assignment: { profile, from }, periodStart: start }) => {
    if (from === start || profile === null) return false
    const before = rulesOn(book, { profile, day: addDays(start, -1) })
    if ((before?.byBrand ?? false) !== (within.brand !== undefined)) return false
    return before?.leaves || rulesOn(book, { profile, day: start })?.leaves
  })
  const failures = new Map<number, Failure>()
  const kind = { currency: within.currency, isOfBrand: within.brand !== undefined }
  const found = new Map(
    input.questions.flatMap(({ affiliate, assignment, periodStart: start }) =>
      assignment.brought && assignment.from === start
        ? [[affiliate, broughtAlong(book, assignment, kind)] as const]
        : [],
    ),
  )
  if (questions.length === 0) return { balances: found, failures }
  const kept: Awaited<ReturnType<typeof readKept>> = input.isTrial
    ? new Map()
    : await readKept(db, questions, within, book)
  const open = questions.filter((question) => kept.get(question.affiliate)?.periodStart !== question.periodStart)
  const startOf = ({ affiliate, assignment }: PeriodQuestion) =>
    kept.get(affiliate)?.periodStart ?? (assignment.from === beginningOfTime ? null : assignment.from)
  const spans = open.map((question) => {
    const { affiliate, periodStart: until } = question
    return { affiliate, from: startOf(question) ?? beginningOfTime, until }
  })
  const months = await readMonthlySums(db, spans, within)
  const events = await readNeededEvents(db, open, book, within)
  const until = open.reduce((day, question) => latestDay(day, question.periodStart), beginningOfTime)
  const players = input.players ?? (book.withholdsCpa ? await readCountedOnDays(db, open, within, until) : new Map())
  const assignments = new Map(open.map(({ affiliate, assignment }) => [affiliate, [assignment]]))
  const days = { from: beginningOfTime, to: until === beginningOfTime ? until : addDays(until, -1) }
  const backgrounds = await readLookbacks(db, { assignments, book, within, ...days, counted })
  for (const question of open) {
    const { affiliate } = question
    const before = {
      start: startOf(question),
      balances: kept.get(affiliate)?.balances ?? broughtAlong(book, question.assignment, kind),
      months: months.get(affiliate) ?? new Map(),
      players: (players.get(affiliate) ?? []).filter(
        ({ day }: { readonly day: Day }) => day >= question.assignment.from,
      ),
      events: events.get(affiliate) ?? [],
      background: backgrounds.get(affiliate) ?? emptyLookback,
      book,
      currency: within.currency,
      isOfBrand: within.brand !== undefined,
    }
    try {
      found.set(affiliate, fold(question, before))
    } catch (error) {
      failures.set(affiliate, failureOf(error))
    }
  }
  const computed = open.flatMap(({ affiliate, periodStart: start }) => {
    const balances = found.get(affiliate)
    return balances ? [{ affiliate, periodStart: start, balances }] : []
  })
  if (!input.isTrial) await keepBalances(db, within, computed)
  for (const { affiliate } of questions)
    if (!found.has(affiliate) && !failures.has(affiliate)) found.set(affiliate, kept.get(affiliate)!.balances)
  return { balances: found, failures }
}

/** Players that counted, or were taken back, on days; more than one where they are told together. */
type CountedOnDays = readonly (Omit<QualifiedPlayers[number], 'brand' | 'sub_brand' | 'action'> & {
  readonly day: Day
})[]

async function readCountedOnDays(
  db: Kysely<any>,
  questions: readonly PeriodQuestion[],
  within: CurrencyGroup,
  until: Day,
): Promise<Map<number, CountedOnDays>> {
  const affiliates = questions.map(({ affiliate }) => affiliate)
  const found = await readQualified(db, { affiliates, from: beginningOfTime, to: until, book: within })
  return new Map(
    [...found].map(([affiliate, days]) => [
      affiliate,
      [...days].flatMap(([day, keys]) => keys.map((each) => ({ ...each, day }))),
    ]),
  )
}

async function readNeededEvents(
  db: Kysely<any>,
  questions: readonly PeriodQuestion[],
  book: RuleSet,
  within: CurrencyGroup,
): Promise<Map<number, EventFacts[]>> {
  const asking = questions.filter(({ assignment, periodStart: start }) =>
    needsEventFacts(book, assignment.profile!, addDays(start, -1)),
  )
  if (asking.length === 0) return new Map()
  const latest = questions.reduce((day, question) => latestDay(day, question.periodStart), beginningOfTime)
  const affiliates = asking.map(({ affiliate }) => affiliate)
  return readEventFacts(db, {
    affiliates,
    from: beginningOfTime,
    to: addDays(latest, -1),
    book: within,
    ofPlayers: book,
  })
}

/**
 * Whether a rule of the profile needs single events: for its trigger, or because it counts single players or keeps them
 * apart. An incomplete trigger needs none; the calculation reports it.
 */
export function needsEventFacts(book: RuleSet, profile: number, day: Day): boolean {
  if (everAsks(book, profile)) return true
  const rules = rulesOn(book, { profile, day })
  return products.some((product) => {
    const rule = rules?.byProduct[product]?.rule
    return rule !== undefined && rewardTriggerIsWhole(rule).length === 0 && needsEvents(triggerFact(rule))
  })
}

const readsEvents = (rule: RewardRule): boolean =>
  [quarantines, countsActive, countsTraffic, capsPlayers, needsGameGroups, deductsByCountry].some((asks) => asks(rule))

const everAsks = (book: RuleSet, profile: number): boolean =>
  (book.quarantines ||
    book.countsActive ||
    book.countsTraffic ||
    book.cutsPlayers ||
    book.asksForGroups ||
    book.asksForCountries) &&
  (book.profiles.get(profile) ?? [])
    .flatMap(({ rewards }) => rewards)
    .some((reward) => book.rewards.get(reward)?.some(({ rule }) => readsEvents(rule)))
