import { type Kysely, sql } from 'kysely'
import { type Day, startOfMonth } from '#engine/values/calendar.ts'
import { Decimal, zeroMoney } from '#engine/values/money.ts'
import type { ReferralDetail } from '../explanation/explainLine.ts'
import { hasReferrals, readReferred, type ReferralDay, referralDays, termsOf } from '../calculation/referrals.ts'
import { readAssignments, readRuleSet } from '../calculation/ruleSet.ts'
import { type CloseOutcome, nothingClosed } from './closeAffiliates.ts'
import type { EntryLine } from './entryDetails.ts'
import { type EntryChanges, type EntryWrite, noChanges, plusChanges, writeEntries } from './writeEntries.ts'
import { type Todays, todayOfOwners } from './todays.ts'

interface ReferralClose extends Pick<EntryWrite, 'actor' | 'cause'> {
  readonly todays: Todays
  /** Closed days of one month, in order. */
  readonly computed: readonly Day[]
}

function lineOf({ periodStart, levels, version, value }: ReferralDay): EntryLine {
  const base = levels.reduce((sum, { before, after }) => sum.plus(after).minus(before), new Decimal(0))
  const detail: ReferralDetail = { periodStart, levels }
  return {
    product: 'referral',
    base: base.toFixed(),
    rate: levels.length === 1 ? levels[0]!.percentage : null,
    ruleVersion: version,
    amount: value,
    detail,
  }
}

async function standingOwners(db: Kysely<any>, from: Day, to: Day): Promise<number[]> {
  const { rows } = await sql<{ affiliate: number }>`select distinct affiliate from entry
    where kind = 'referral' and day between ${from}::text::date and ${to}::text::date
      and affiliate is not null`.execute(db)
  return rows.map(({ affiliate }) => affiliate)
}

/**
 * Writes what affiliates are paid of the commission of those they referred, on closed days of one month, once that
 * commission is written. In the caller's transaction, which keeps others from doing the same.
 */
export async function closeReferrals(db: Kysely<any>, close: ReferralClose): Promise<CloseOutcome> {
  if (!(await hasReferrals(db))) return nothingClosed
  const { computed, todays, actor, cause } = close
  const [from, to] = [computed[0]!, computed.at(-1)!]
  const book = await readRuleSet(db)
  const isComputed = new Set(computed)
  const standing = await standingOwners(db, from, to)
  let changes: EntryChanges = noChanges
  for (const within of book.books) {
    const referred = await readReferred(db, { from: startOfMonth(from), to, book: within })
    const owners = [...new Set([...standing, ...referred.keys()])].toSorted((one, other) => one - other)
    const assignments = await readAssignments(db, owners)
    const earned = [...referred].flatMap(([owner, rows]) =>
      referralDays(rows, termsOf(book, assignments.get(owner) ?? []), within.currency)
        .filter(({ day, value }) => isComputed.has(day) && value !== zeroMoney)
        .map((each) => ({ owner, day: each.day, value: each.value, lines: [lineOf(each)], parts: each.parts })),
    )
    const written = await writeEntries(db, {
      ownerKind: 'affiliate',
      kind: 'referral',
      currency: within.currency,
      owners,
      from,
      to,
      isComputed: (_, day) => isComputed.has(day),
      earned,
      todayOf: await todayOfOwners(db, { kind: 'affiliate', owners, todays }),
      actor,
      cause,
    })
    changes = plusChanges(changes, written)
  }
  return { entries: 0, changes, problems: [] }
}
