import { type Kysely, sql } from 'kysely'
import { type ProductType } from '#rules/commission/constants.ts'
import { entryAmount } from '#rules/commission/commission.ts'
import { addDays, type Day, startOfMonth } from '#engine/values/calendar.ts'
import { type Money, sumMoney, zeroMoney } from '#engine/values/money.ts'
import type { AnyTables } from '#engine/server/database/connect.ts'
import { type CurrencyGroup, inCurrencyGroup } from '#features/currency/server/currencyGroups.ts'
import { rowsAs } from '#engine/server/database/arrays.ts'
import { requireKnownPlayers } from '#features/commission/server/calculation/accumulate.ts'
import { closingBalances } from '#features/commission/server/calculation/closing.ts'
import { commissionOnDay } from '#features/commission/server/calculation/commissionOnDay.ts'
import {
  type Lookback,
  launchEnds,
  introStart,
  emptyLookback,
  readLookbacks,
} from '#features/commission/server/calculation/lookback.ts'
import {
  type Balances,
  type Failure,
  failureOf,
  emptyBalances,
  emptyPlayerCounts,
  withQualified,
} from '#features/commission/server/calculation/types.ts'
import { needsEventFacts, openingBalances } from '#features/commission/server/calculation/balances.ts'
import { type EventFacts, readEventFacts } from '#features/commission/server/calculation/eventFacts.ts'
import type { CountedPlayer } from '#features/commission/server/calculation/playerLifetimes.ts'
import { readPartnerRuleSet } from '#features/commission/server/calculation/partnerRules.ts'
import {
  type Assignment,
  beginningOfTime,
  periodStart,
  type ProfileRules,
  readAssignments,
  readRuleSet,
  type RewardVersion,
  type RuleSet,
  bookIn,
  rulesOn,
  turningDays,
} from '#features/commission/server/calculation/ruleSet.ts'
import {
  emptySums,
  type MovementSums,
  plusSums,
  readMonthlySums,
} from '#features/commission/server/calculation/rollupSums.ts'
import {
  changesQualification,
  concernedProducts,
  concernedProfiles,
  type Edit,
  editedRuleSet,
} from './editedRuleSet.ts'
import {
  affiliateCuts,
  commonCuts,
  earliestEnd,
  lastDayOf,
  partnerCuts,
  type RuleInterval,
  piecesOf,
  readClosed,
  daysToCompute,
} from './ruleIntervals.ts'
import type { SimulationResult, SimulatedRange, SimulatedGroup, SimulatedPayee } from './simulation.ts'
import { type AffiliateShift, tryPartnersAbove } from './tryPartners.ts'
import { readAffiliates } from './readAffiliates.ts'
import { joinedParts, trialBooks } from './trialBooks.ts'
import { readTriedCounted, readTriedPlayers, type TriedPlayers } from './simulatedPlayers.ts'
import { referralCuts, simulateReferrals } from './tryReferrals.ts'

/** Affiliates that are computed at once: what bounds the memory. */
const atOnce = 1_000

/**
 * Days of the trial on which an affiliate had a concerned profile, cut where something turns; or, for CPA alone, a later
 * one: a player counts once, so who qualifies there depends on who did before.
 */
interface TriedSpan {
  readonly affiliate: number
  readonly products: readonly ProductType[]
  readonly assignment: Assignment & { readonly profile: number }
  readonly pieces: readonly RuleInterval[]
}

/** What is tried of whom. */
export interface Trial {
  readonly db: Kysely<AnyTables>
  readonly days: SimulatedRange
  /** Only days that were closed are reckoned against what closes wrote. */
  readonly closed: ReadonlySet<Day>
  readonly partnerCuts: readonly Day[]
  /** What is tried of: one currency at a time. */
  readonly within: CurrencyGroup
  readonly edited: RuleSet
  /** What profiles are tried for each instead of their own. */
  readonly reassigned?: (own: ReadonlyMap<number, Assignment[]>) => Map<number, Assignment[]>
  readonly profiles: ReadonlySet<number>
  readonly products: readonly ProductType[]
  /** Whether the edit may change who qualifies for CPA. */
  readonly requalifies: boolean
}

/** What the edited rules are applied to, of the affiliates that are computed together. */
interface Material {
  readonly sums: ReadonlyMap<number, ReadonlyMap<Day, MovementSums>>
  readonly balances: Awaited<ReturnType<typeof openingBalances>>['balances']
  readonly failures: ReadonlyMap<number, Failure>
  readonly players: ReadonlyMap<number, TriedPlayers>
  readonly events: ReadonlyMap<number, EventFacts[]>
  readonly backgrounds: ReadonlyMap<number, Lookback>
}

/** The products of which a profile that an affiliate had from a day on is tried. */
function productsOf(
  { profiles, products, requalifies }: Trial,
  profile: number,
  from: Day,
  assignments: readonly Assignment[],
): readonly ProductType[] {
  if (profiles.has(profile)) return products
  const follows = assignments.some((each) => each.profile !== null && profiles.has(each.profile) && each.from < from)
  return requalifies && follows ? ['cpa'] : []
}

async function readSpans(
  trial: Trial,
  affiliates: readonly number[],
  assignments: ReadonlyMap<number, readonly Assignment[]>,
  backgrounds: Material['backgrounds'],
): Promise<TriedSpan[]> {
  const { db, days, closed, edited } = trial
  const own = await affiliateCuts(db, affiliates, days)
  const common = [...commonCuts(days, closed), ...trial.partnerCuts]
  const { from, to } = daysToCompute(days)
  return [...assignments].flatMap(([affiliate, list]) =>
    list.flatMap(({ profile, ...span }) => {
      if (profile === null || span.from > to || span.until <= from) return []
      const products = productsOf(trial, profile, span.from, list)
      if (products.length === 0) return []
      const assignment = { ...span, profile }
      const whole = { from: periodStart(assignment, from), until: earliestEnd(days, span.until) }
      const launch = introStart(backgrounds.get(affiliate) ?? emptyLookback, assignment)
      const turns = [...turningDays(edited, profile), ...launchEnds(edited, profile, launch)]
      const cuts = [...common, ...(own.get(affiliate) ?? []), ...turns]
      return [{ affiliate, products, assignment, pieces: piecesOf(whole, cuts) }]
    }),
  )
}

/** Of CPA nothing is carried from month to month but what waits for a minimum. */
const carriesBalances = (products: readonly ProductType[], { withholdsCpa }: RuleSet) =>
  withholdsCpa || products.some((product) => product !== 'cpa')

async function readMaterial(
  trial: Trial,
  given: Pick<Material, 'backgrounds'> & {
    affiliates: readonly number[]
    assignments: ReadonlyMap<number, Assignment[]>
    spans: readonly TriedSpan[]
    counted: readonly CountedPlayer[] | undefined
  },
): Promise<Material> {
  const { affiliates, assignments, spans, backgrounds, counted } = given
  const { db, days, within, edited, products } = trial
  const questions = spans
    .filter(({ products: own }) => carriesBalances(own, edited))
    .map(({ affiliate, assignment, pieces }) => ({ affiliate, assignment, periodStart: pieces[0]!.from }))
    .filter(({ assignment, periodStart: start }) => assignment.from < start)
  const asking = spans
    .filter(({ assignment, pieces }) =>
      pieces.some((piece) => needsEventFacts(edited, assignment.profile, lastDayOf(piece))),
    )
    .map(({ affiliate }) => affiliate)
  const parts = spans.flatMap(({ affiliate, pieces }) => pieces.map((piece) => ({ affiliate, ...piece })))
  const { from, to } = daysToCompute(days)
  const asked = { ...trial, affiliates, assignments }
  const players = products.includes('cpa')
    ? await readTriedPlayers({ ...asked, days: { from: edited.withholdsCpa ? beginningOfTime : from, to } })
    : new Map<number, TriedPlayers>()
  return {
    backgrounds,
    sums: await readMonthlySums(db, parts, within),
    ...(await openingBalances(db, {
      questions,
      book: edited,
      within,
      isTrial: true,
      counted,
      players: edited.withholdsCpa ? players : new Map(),
    })),
    players,
    events: await readEventFacts(db, {
      affiliates: [...new Set(asking)],
      ...daysToCompute(days),
      ...(edited.cutsLives ? { from: beginningOfTime } : {}),
      book: within,
      ofPlayers: edited,
    }),
  }
}

/** What an affiliate earned, and the admin fee its rewards made. */
interface Reckoned {
  readonly reward: Money
  readonly adminFee: Money
}
/** The same of one product. */
type ReckonedProduct = Reckoned & { readonly product: ProductType }
const nothingReckoned: Reckoned = { reward: zeroMoney, adminFee: zeroMoney }
const addReckoned = (all: readonly Reckoned[]): Reckoned => ({
  reward: sumMoney(all.map(({ reward }) => reward)),
  adminFee: sumMoney(all.map(({ adminFee }) => adminFee)),
})

type Standing = Parameters<typeof commissionOnDay>[0]['standing']

/** What a piece of days adds to a product: its rule's function to the last day, less the same to the day before all. */
function increment(input: {
  version: RewardVersion
  rules: ProfileRules
  piece: RuleInterval
  before: Standing
  after: Standing
  events: readonly EventFacts[]
}): Reckoned {
  const { version, rules, piece, before, after, events } = input
  const { currency } = after
  const [first, last] = [addDays(piece.from, -1), lastDayOf(piece)].map((day, index) =>
    commissionOnDay({ standing: index === 0 ? before : after, rules, version, day, ruleDay: lastDayOf(piece), events }),
  )
  return {
    reward: entryAmount({ earned: last!.amount, earnedBefore: first!.amount, currency }),
    adminFee: entryAmount({ earned: last!.adminFee, earnedBefore: first!.adminFee, currency }),
  }
}

/**
 * What a span would have earned by the edited rules, piece by piece: what the entries of its days would add up to,
 * because in a piece nothing turns and a day's entry is the difference of two accumulated amounts. Each month begins
 * with what the one before leaves by the edited rules.
 */
function earnedNow(
  { edited, within }: Trial,
  span: TriedSpan,
  material: Material,
): Map<Day, readonly ReckonedProduct[]> {
  const { affiliate, assignment, pieces, products } = span
  const { profile } = assignment
  const isOfBrand = within.brand !== undefined
  const events = material.events.get(affiliate) ?? []
  const players = material.players.get(affiliate) ?? []
  const background = material.backgrounds.get(affiliate) ?? emptyLookback
  const begin = (start: Day, balances: Balances): Standing => {
    const { currency } = within
    const nothing = { sums: emptySums(), ...emptyPlayerCounts }
    return { assignment, background, currency, ...nothing, periodStart: start, balances, isOfBrand }
  }
  const [{ from }] = pieces as [RuleInterval]
  let standing = begin(
    from,
    assignment.from < from ? (material.balances.get(affiliate) ?? emptyBalances) : emptyBalances,
  )
  const found = new Map<Day, readonly ReckonedProduct[]>()
  for (const piece of pieces) {
    if (startOfMonth(piece.from) !== startOfMonth(standing.periodStart)) {
      const lastDay = addDays(piece.from, -1)
      const question = { standing, book: edited, profile, lastDay, events }
      standing = begin(piece.from, carriesBalances(products, edited) ? closingBalances(question) : emptyBalances)
    }
    const moved = material.sums.get(affiliate)?.get(piece.from)
    const qualified = players.filter(({ day }) => piece.from <= day && day < piece.until)
    const after: Standing = {
      ...standing,
      sums: moved ? plusSums(standing.sums, moved) : standing.sums,
      ...withQualified(standing, qualified),
    }
    const rules = rulesOn(edited, { profile, day: lastDayOf(piece) })
    if (rules && rules.byBrand !== isOfBrand) {
      standing = after
      continue
    }
    const versions = products.flatMap((product) => rules?.byProduct[product] ?? [])
    for (const version of versions)
      if (version.rule.productType === 'cpa') requireKnownPlayers(version, after, Object.values(moved ?? {}))
    found.set(
      piece.from,
      versions.map((version) => ({
        product: version.rule.productType,
        ...increment({ version, rules: rules!, piece, before: standing, after, events }),
      })),
    )
    standing = after
  }
  return found
}

/** What the closes computed of the spans' days, by affiliate and piece. */
async function readThen({ db, within }: Trial, spans: readonly TriedSpan[]): Promise<Map<number, Map<Day, Reckoned>>> {
  const pieces = spans.flatMap(({ affiliate, products, pieces: own }) =>
    own.flatMap((piece) => products.map((product) => ({ affiliate, product, ...piece }))),
  )
  const { rows } = await sql<Reckoned & { affiliate: number; day: Day }>`
    select commission.affiliate, piece.begins::text as day, sum(commission.reward) as reward,
      sum(commission.admin_fee) as "adminFee"
    from ${rowsAs('piece', pieces, {
      affiliate: 'bigint',
      product: 'text',
      begins: ['date', ({ from }) => from],
      ends: ['date', ({ until }) => until],
    })} join commission on commission.product = piece.product and commission.affiliate = piece.affiliate and commission.day >= piece.begins
      and commission.day < piece.ends
    where ${inCurrencyGroup(sql`commission.brand`, within)}
      group by 1, 2`.execute(db)
  const groups = [...Map.groupBy(rows, ({ affiliate }) => affiliate)]
  return new Map(groups.map(([affiliate, own]) => [affiliate, new Map(own.map(({ day, ...sums }) => [day, sums]))]))
}

/** What trying affiliates comes to. */
export type TriedAffiliates = Pick<SimulatedGroup, 'owners' | 'problems'> & {
  readonly shifts: readonly AffiliateShift[]
}

function tryAffiliate(
  trial: Trial,
  spans: readonly TriedSpan[],
  { material, then }: { material: Material; then: ReadonlyMap<Day, Reckoned> | undefined },
): { owner: SimulatedPayee; shifts: AffiliateShift[] } {
  const { days, closed, within } = trial
  const affiliate = spans[0]!.affiliate
  const pieces = spans.flatMap((span) =>
    [...earnedNow(trial, span, material)]
      .filter(([day]) => closed.has(day))
      .map(([day, parts]) => ({ day, parts, now: addReckoned(parts), before: then?.get(day) ?? nothingReckoned })),
  )
  const counted = pieces.filter(({ day }) => day >= days.from)
  const ofProducts = Map.groupBy(
    counted.flatMap(({ parts }) => parts),
    ({ product }) => product,
  )
  const { currency } = within
  const owner = {
    id: affiliate,
    currency,
    then: sumMoney(counted.map(({ before }) => before.reward)),
    now: sumMoney(counted.map(({ now }) => now.reward)),
    products: new Map([...ofProducts].map(([product, parts]) => [product, addReckoned(parts).reward])),
  }
  const shifts = pieces.map(({ day, now, before }) => ({
    affiliate,
    day,
    currency,
    reward: entryAmount({ earned: now.reward, earnedBefore: before.reward, currency }),
    adminFee: entryAmount({ earned: now.adminFee, earnedBefore: before.adminFee, currency }),
  }))
  return { owner, shifts }
}

/** Tries affiliates that are computed together. */
export async function tryAffiliates(trial: Trial, affiliates: readonly number[]): Promise<TriedAffiliates> {
  const { db, edited: book, within, days, reassigned = (own) => own } = trial
  const assignments = reassigned(await readAssignments(db, affiliates))
  const counted = await readTriedCounted({ ...trial, affiliates, assignments, to: days.to })
  const backgrounds = await readLookbacks(db, { assignments, book, within, ...daysToCompute(days), counted })
  const spans = await readSpans(trial, affiliates, assignments, backgrounds)
  if (spans.length === 0) return { owners: [], problems: [], shifts: [] }
  const material = await readMaterial(trial, { affiliates, assignments, spans, backgrounds, counted })
  const then = await readThen(trial, spans)
  const owners: SimulatedPayee[] = []
  const shifts: AffiliateShift[] = []
  const problems: { id: number; code: string; message: string }[] = []
  for (const [id, own] of Map.groupBy(spans, ({ affiliate }) => affiliate)) {
    const failure = material.failures.get(id)
    if (failure !== undefined) {
      problems.push({ id, ...failure })
      continue
    }
    try {
      const tried = tryAffiliate(trial, own, { material, then: then.get(id) })
      owners.push(tried.owner)
      shifts.push(...tried.shifts)
    } catch (error) {
      // As in the close: bad rule data stop this owner and are told, the others go on.
      problems.push({ id, ...failureOf(error) })
    }
  }
  return { owners, problems, shifts }
}

/**
 * What affiliates would have earned on past days by an edited reward or profile, as if it had always been so, against
 * what they did earn; for the products it concerns. What was carried into the first month is reckoned anew as well.
 * @throws ApiError `trial_too_large`
 */
export async function simulateCommission(
  db: Kysely<AnyTables>,
  { edit, days }: { edit: Edit; days: SimulatedRange },
): Promise<SimulationResult> {
  const stored = await readRuleSet(db)
  const edited = editedRuleSet(stored, edit)
  const requalifies = changesQualification(stored, edit)
  // Who qualified long before is no more there to qualify.
  const since = requalifies ? beginningOfTime : daysToCompute(days).from
  // Nor is who has done nothing since: what it did before may count by another profile now.
  const moved = { from: since, to: days.to }
  const profiles = concernedProfiles(stored, edit, moved)
  const owners: SimulatedPayee[] = []
  const shifts: AffiliateShift[] = []
  const problems: { id: number; code: string; message: string }[] = []
  const closed = await readClosed(db, days)
  const cuts = [...partnerCuts(await readPartnerRuleSet(db)), ...(await referralCuts(db, stored))]
  const books = await Promise.all(
    stored.books.map((within) => trialBooks(db, { edited, within, days: moved, profiles })),
  )
  for (const within of books.flat()) {
    const trial: Trial = {
      db,
      days,
      closed,
      partnerCuts: cuts,
      within,
      edited: bookIn(edited, within.currency),
      profiles: new Set(profiles),
      products: concernedProducts(edit, [stored, edited]),
      requalifies,
    }
    const affiliates = await readAffiliates(db, moved, { profiles, within })
    for (let begin = 0; begin < affiliates.length; begin += atOnce) {
      const part = await tryAffiliates(trial, affiliates.slice(begin, begin + atOnce))
      owners.push(...part.owners)
      problems.push(...part.problems)
      shifts.push(...part.shifts)
    }
  }
  const carries = profiles.some((id) => edited.profiles.get(id)?.some(({ carryOver }) => carryOver === 'full'))
  const isCpa = concernedProducts(edit).includes('cpa')
  const referrals = await simulateReferrals(db, { edit, days, books: { stored, edited }, shifts })
  return {
    ownerKind: 'affiliate',
    ...joinedParts(edited, { owners: [...owners, ...referrals], problems }),
    above: await tryPartnersAbove(db, { shifts, days }),
    carries,
    asksPlayers: isCpa ? requalifies : null,
    isOfProduct: concernedProducts(edit, [stored, edited]).length === 1,
  }
}
