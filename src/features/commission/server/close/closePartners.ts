import { type Kysely, sql } from 'kysely'
import type { Actor } from '#engine/declaration/actor.ts'
import { type Day, earliestDay, eachDay, endOfMonth, startOfMonth } from '#engine/values/calendar.ts'
import { forEach } from '#rules/activity/measures.ts'
import { roundMoney } from '#engine/values/money.ts'
import { inTransaction } from '#engine/server/database/transaction.ts'
import type { CurrencyGroup } from '#features/currency/server/currencyGroups.ts'
import { arrayOf, rowsAs } from '#engine/server/database/arrays.ts'
import { replaceRows } from '#engine/server/database/replaceRows.ts'
import { type EntryWrite, noChanges, plusChanges, writeEntries } from './writeEntries.ts'
import type { EntryLine } from './entryDetails.ts'
import { type CloseOutcome, keepProblems, nothingClosed, plusOutcome } from './closeAffiliates.ts'
import { awaitLock } from './awaitLock.ts'
import { closeReferrals } from './closeReferrals.ts'
import type { CloseProblem } from '../calculation/types.ts'
import {
  evaluatePartners,
  hasActivity,
  type PartnerDay,
  type PartnerAccumulatorState,
} from '../calculation/evaluatePartners.ts'
import {
  basesWithin,
  type BrandBases,
  readBase,
  readOpening,
  sumBases,
  partnerSums,
} from '../calculation/partnerBase.ts'
import { keepPartnerParts, partnerParts } from '../calculation/partnerAllocations.ts'
import { type PartnerRuleSet, partnersOn, readPartnerRuleSet } from '../calculation/partnerRules.ts'
import { type Todays, todayOfOwners } from './todays.ts'

/** Days to be computed for partners. */
export interface PartnerClose {
  readonly days: readonly Day[]
  /** Closed before, or being closed now: later days of a month are computed anew where an earlier one changed. */
  readonly isClosed: (day: Day) => boolean
  readonly lastClosed: Day
  readonly todays: Todays
  readonly actor: Actor
}

interface DirtyDay {
  readonly day: Day
  readonly bucket: number
  readonly changes: number
}

function lineOf({ day, rule, before, after, grossValue, rewardValue }: PartnerDay): EntryLine {
  const detail = {
    periodStart: startOfMonth(day),
    level: rule.level,
    expression: rule.text,
    partnerVersion: rule.partnerVersion,
    abatement: rule.abatement,
    before,
    after,
  }
  return {
    product: 'partner',
    base: grossValue,
    rate: rule.percentage,
    ruleVersion: rule.levelVersion,
    amount: rewardValue,
    detail,
  }
}

async function keepDays(db: Kysely<any>, computed: readonly Day[], days: readonly PartnerDay[]): Promise<void> {
  await replaceRows(db, {
    table: 'partner_commission',
    rows: days,
    key: { day: 'date', partner: ['bigint', ({ rule }) => rule.partner], currency: 'text' },
    rest: {
      level: ['integer', ({ rule }) => rule.level],
      ...forEach(partnerSums, (name) => ['numeric', ({ base }: PartnerDay) => base[name].toFixed()] as const),
      gross_value: ['numeric', ({ grossValue }) => grossValue],
      abatment: 'numeric',
      value: 'numeric',
      reward_value: ['numeric', ({ rewardValue }) => roundMoney(rewardValue)],
    },
    within: sql`day = any(${arrayOf('date', computed)})`,
  })
}

const noBrands: BrandBases = new Map()

interface MonthClose extends Pick<EntryWrite, 'actor' | 'cause'> {
  readonly todays: Todays
  /** Closed days of one month. */
  readonly computed: readonly Day[]
  readonly book: PartnerRuleSet
}

/** A day of a partner, and what lay below it, by brand. */
type TellingDay = PartnerDay & { readonly brands: BrandBases }

/** What partners came to in one currency on the days of a month. */
async function evaluateBook(
  db: Kysely<any>,
  {
    computed,
    book,
    within,
    bases,
  }: Pick<MonthClose, 'computed' | 'book'> & { within: CurrencyGroup; bases: Awaited<ReturnType<typeof readBase>> },
): Promise<{ days: TellingDay[]; problems: CloseProblem[] }> {
  const from = computed[0]!
  const opening = await readOpening(db, { from: startOfMonth(from), until: from, currency: within.currency })
  const standing: PartnerAccumulatorState = {
    currency: within.currency,
    bases: new Map([...opening].map(([partner, { base }]) => [partner, base])),
    earned: new Map([...opening].map(([partner, { earned }]) => [partner, earned])),
  }
  const results = computed.map((day) => {
    const below = new Map(
      [...(bases.get(day) ?? [])].map(([partner, brands]) => [partner, basesWithin(brands, within)]),
    )
    const result = evaluatePartners({
      day,
      rules: partnersOn(book, day),
      bases: new Map([...below].map(([partner, brands]) => [partner, sumBases(brands)])),
      standing,
    })
    return {
      ...result,
      days: result.days
        .filter(hasActivity)
        .map((each) => ({ ...each, brands: below.get(each.rule.partner) ?? noBrands })),
    }
  })
  return { days: results.flatMap((result) => result.days), problems: results.flatMap((result) => result.problems) }
}

async function closeMonth(
  db: Kysely<any>,
  { computed, book, todays, actor, cause }: MonthClose,
): Promise<CloseOutcome> {
  const [from, to] = [computed[0]!, computed.at(-1)!]
  const bases = await readBase(db, computed)
  const days: TellingDay[] = []
  const problems: CloseProblem[] = []
  for (const within of book.books) {
    const found = await evaluateBook(db, { computed, book, within, bases })
    days.push(...found.days)
    problems.push(...found.problems)
  }
  await keepDays(db, computed, days)
  await keepPartnerParts(db, computed, days)
  const computedDays = new Set(computed)
  const stopped = new Set(problems.map(({ owner, currency, day }) => `${owner} ${currency} ${day}`))
  const owners = [...new Set(book.spans.map(({ partner }) => partner))]
  const todayOf = await todayOfOwners(db, { kind: 'partner', owners, todays })
  const common = { ownerKind: 'partner', owners, from, to, todayOf, actor, cause } as const
  let changes = noChanges
  for (const { currency } of book.books) {
    const earned = days.filter((day) => day.currency === currency && !day.isStopped)
    const written = await writeEntries(db, {
      ...common,
      currency,
      isComputed: (owner, day) => computedDays.has(day) && !stopped.has(`${owner} ${currency} ${day}`),
      earned: earned.map((day) => ({
        owner: day.rule.partner,
        day: day.day,
        value: day.rewardValue,
        lines: [lineOf(day)],
        parts: partnerParts(day.rewardValue, day.brands, day.currency),
      })),
    })
    changes = plusChanges(changes, written)
  }
  await keepProblems(db, common, problems)
  return { entries: 0, changes, problems }
}

const partnersLock = sql`hashtext('closePartners')`

/**
 * Computes what partners earned on closed days of one month, and what affiliates are paid for those they referred: what
 * follows from affiliates' own commission, in the caller's transaction: one after the other, as a
 * lock has it.
 */
export async function closePartnerDays(db: Kysely<any>, close: Omit<MonthClose, 'book'>): Promise<CloseOutcome> {
  await sql`select pg_advisory_xact_lock(${partnersLock})`.execute(db)
  const book = await readPartnerRuleSet(db)
  const partners = book.spans.length > 0 ? await closeMonth(db, { ...close, book }) : nothingClosed
  return plusOutcome(partners, await closeReferrals(db, close))
}

/** By month, the days to be computed: from the first that changed to the last closed one. */
function daysByMonth(close: PartnerClose, changed: readonly Day[]): Day[][] {
  const firsts = new Map<Day, Day>()
  for (const day of [...changed].sort()) if (!firsts.has(startOfMonth(day))) firsts.set(startOfMonth(day), day)
  return [...firsts.values()]
    .map((from) => eachDay({ from, to: earliestDay(endOfMonth(from), close.lastClosed) }).filter(close.isClosed))
    .filter((days) => days.length > 0)
}

/**
 * Computes what partners earned on the days given and on those whose affiliates changed, after the affiliates'
 * commission is written. One month a transaction; a lock lets one close
 * at a time do it.
 */
export async function closePartners(db: Kysely<any>, close: PartnerClose): Promise<CloseOutcome> {
  const { todays, actor } = close
  const { rows } = await sql<DirtyDay>`select day::text as day, bucket, changes from partner_dirty_day
    order by day, bucket`.execute(db)
  let whole = nothingClosed
  for (const computed of daysByMonth(close, [...close.days, ...rows.map(({ day }) => day)])) {
    const outcome = await inTransaction(db, async (transaction) => {
      await awaitLock(transaction, partnersLock)
      const found = await closePartnerDays(transaction, { computed, todays, actor })
      const settled = rows.filter(({ day }) => startOfMonth(day) === startOfMonth(computed[0]!))
      const done = rowsAs('done', settled, { day: 'date', bucket: 'bigint', changes: 'bigint' })
      await sql`delete from partner_dirty_day using ${done}
        where partner_dirty_day.day = done.day and partner_dirty_day.bucket = done.bucket
          and partner_dirty_day.changes = done.changes`.execute(transaction)
      return found
    })
    whole = plusOutcome(whole, outcome)
  }
  return whole
}
