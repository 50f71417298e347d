import { businessDay } from '#engine/values/calendar.ts'
import {
  allocateMoney,
  compareMoney,
  Decimal,
  type Money,
  negated,
  roundMoney,
  sumMoney,
} from '#engine/values/money.ts'
import { decimalsOf } from '#engine/values/currencies.ts'
import { decimalsProblem } from '#rules/payouts/currencyDecimals.ts'
import type { Payee } from '#rules/payouts/payments.ts'
import { ApiError, validationError } from '#engine/server/http/errors.ts'
import type { WriteContext } from '#engine/records/server/change.ts'
import { addAdjustment } from '#features/commission/server/close/adjustEntry.ts'
import { readAllocations } from '#features/commission/server/close/entryDetails.ts'
import type { PaidEntry } from './payment.ts'

/** A part of what is pending that somebody asks to be paid; without both all of it. */
export interface PartialAmount {
  /** These alone. */
  readonly entries?: readonly number[] | null | undefined
  /** As much of it, the oldest first. */
  readonly amount?: Money | null | undefined
  /** The number of its invoice, in place of the one that was entered before. */
  readonly invoice?: string | null | undefined
}

/** What splits an entry that is paid in part is written as, in the list of its adjustments. */
const reason = 'partial_payment'

/**
 * Splits what goes beyond an amount off an entry: an adjustment that takes it out of this payment, and one that leaves it
 * pending. The entry itself stays as it is, and both together are nothing.
 * @returns the one that is paid
 */
async function splitOff(
  change: WriteContext,
  owner: Payee,
  { id: source, excess, currency }: { id: number; excess: Money; currency: string },
) {
  const { db, actor } = change
  const parts = await readAllocations(db, [source])
  const weights = parts.map(({ value }) => new Decimal(value).abs())
  const isNothing = weights.every((weight) => weight.isZero())
  const values = allocateMoney({
    amount: excess,
    weights: isNothing ? weights.map(() => new Decimal(1)) : weights,
    places: decimalsOf(currency),
  })
  const left = parts.map(({ brand }, index) => ({ brand, value: values[index]! }))
  const taken = left.map(({ brand, value }) => ({ brand, value: negated(value) }))
  const common = { source, owner, reason, today: businessDay(change), actor }
  const paid = await addAdjustment(db, { ...common, value: negated(excess), parts: taken })
  await addAdjustment(db, { ...common, value: excess, parts: left })
  return { id: paid, value: negated(excess) }
}

/** The oldest entries that come to an amount; of the last one as much as is needed. */
async function takeAmount(
  change: WriteContext,
  owner: Payee,
  { entries, amount, currency }: { entries: readonly PaidEntry[]; amount: Money; currency: string },
) {
  const taken: PaidEntry[] = []
  let sum = new Decimal(0)
  for (const entry of entries) {
    if (sum.greaterThanOrEqualTo(amount)) break
    taken.push(entry)
    sum = sum.plus(entry.value)
  }
  const excess = roundMoney(sum.minus(amount))
  if (excess === '0.00') return taken
  return [...taken, await splitOff(change, owner, { id: taken.at(-1)!.id, excess, currency })]
}

/**
 * The part of an owner's pending entries that is paid; what is left stays pending, and is no debt.
 * @param pending all of them, locked, the oldest first
 * @throws ApiError `more_than_owed`, `entry_not_pending`; 400 where nothing is left of an amount
 */
export async function selectEntriesFor(
  change: WriteContext,
  owner: Payee,
  { pending, asked }: { pending: readonly PaidEntry[]; asked: PartialAmount & { readonly currency: string } },
): Promise<readonly PaidEntry[]> {
  const { entries, amount } = asked
  const owed = sumMoney(pending.map(({ value }) => value))
  if (amount !== undefined && amount !== null) {
    if (entries) throw validationError([{ field: 'amount', code: 'not_applicable' }])
    const decimals = decimalsProblem('amount', amount, asked.currency)
    if (decimals) throw validationError([decimals])
    if (compareMoney(amount, owed) > 0) throw new ApiError('more_than_owed')
    const { currency } = asked
    return compareMoney(amount, owed) === 0
      ? pending
      : takeAmount(change, owner, { entries: pending, amount, currency })
  }
  if (!entries) return pending
  const named = new Set(entries)
  const taken = pending.filter(({ id }) => named.has(id))
  if (taken.length < named.size) throw new ApiError('entry_not_pending')
  const value = sumMoney(taken.map((entry) => entry.value))
  if (compareMoney(value, 0) <= 0) throw new ApiError('sum_not_positive', { values: { value } })
  if (compareMoney(value, owed) > 0) throw new ApiError('more_than_owed')
  return taken
}
