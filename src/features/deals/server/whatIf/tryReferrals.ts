import { type Kysely, sql } from 'kysely'
import { type Day } from '#engine/values/calendar.ts'
import { type Money, sumMoney, zeroMoney } from '#engine/values/money.ts'
import type { AnyTables } from '#engine/server/database/connect.ts'
import { rowsAs } from '#engine/server/database/arrays.ts'
import {
  hasReferrals,
  readReferred,
  type ReferredRow,
  referralDays,
  termsOf,
} from '#features/commission/server/calculation/referrals.ts'
import { readAssignments, type RuleSet } from '#features/commission/server/calculation/ruleSet.ts'
import type { Edit } from './editedRuleSet.ts'
import { daysToCompute } from './ruleIntervals.ts'
import type { SimulatedRange, SimulatedPayee } from './simulation.ts'
import type { AffiliateShift } from './tryPartners.ts'

/** Where what affiliates are paid for those they referred turns; nothing where nobody was referred. */
export async function referralCuts(db: Kysely<AnyTables>, book: RuleSet): Promise<Day[]> {
  if (!(await hasReferrals(db))) return []
  const { rows } = await sql<{ day: Day }>`select distinct valid_from::text as day from affiliate_referral
    union select distinct valid_from::text from affiliate_span
      where affiliate in (select referrer from affiliate_referral)`.execute(db)
  return [...rows.map(({ day }) => day), ...[...book.profiles.values()].flat().map(({ from }) => from)]
}

/** Shifts of commission as rows of those who referred their affiliates. */
async function shiftedRows(db: Kysely<AnyTables>, shifts: readonly AffiliateShift[]): Promise<ReferredRow[]> {
  const { rows } = await sql<ReferredRow>`select span.referrer, shift.day::text as day, span.level, 0 as brand,
      sum(shift.reward)::text as commission, (- sum(shift.admin_fee))::text as ngr
    from ${rowsAs('shift', shifts, {
      affiliate: 'bigint',
      day: 'date',
      reward: 'numeric',
      admin_fee: ['numeric', ({ adminFee }) => adminFee],
    })}
    join affiliate_referral span on span.affiliate = shift.affiliate and span.valid_from <= shift.day
      and span.valid_until > shift.day group by 1, shift.day, 3`.execute(db)
  return rows
}

/**
 * What affiliates would have been paid for those they referred, by the edited rules and with what these would have
 * earned by them: of those whom either concerns.
 */
export async function simulateReferrals(
  db: Kysely<AnyTables>,
  given: {
    edit: Edit
    days: SimulatedRange
    books: { readonly stored: RuleSet; readonly edited: RuleSet }
    shifts: readonly AffiliateShift[]
  },
): Promise<SimulatedPayee[]> {
  if (!(await hasReferrals(db))) return []
  const { edit, days, books, shifts } = given
  const tried: SimulatedPayee[] = []
  for (const within of books.stored.books) {
    const { currency } = within
    const kept = await readReferred(db, { ...daysToCompute(days), book: within })
    const own = shifts.filter(
      (shift) => shift.currency === currency && [shift.reward, shift.adminFee].some((amount) => amount !== zeroMoney),
    )
    const shifted = Map.groupBy(own.length > 0 ? await shiftedRows(db, own) : [], ({ referrer }) => referrer)
    const ids = [...new Set([...kept.keys(), ...shifted.keys()])].toSorted((one, other) => one - other)
    const assignments = await readAssignments(db, ids)
    for (const id of ids) {
      const list = assignments.get(id) ?? []
      const isEdited = edit.kind === 'rewardProfile' && list.some(({ profile }) => profile === edit.id)
      if (!isEdited && !shifted.has(id)) continue
      const [before, more] = [kept.get(id) ?? [], shifted.get(id) ?? []]
      const after = [...before, ...more].toSorted((one, other) => one.day.localeCompare(other.day))
      const sumOf = (rows: readonly ReferredRow[], book: RuleSet): Money =>
        sumMoney(
          referralDays(rows, termsOf(book, list), currency)
            .filter(({ day }) => day >= days.from)
            .map(({ value }) => value),
        )
      const owner = { id, currency, then: sumOf(before, books.stored), now: sumOf(after, books.edited) }
      if (owner.then !== zeroMoney || owner.now !== zeroMoney) tried.push(owner)
    }
  }
  return tried
}
