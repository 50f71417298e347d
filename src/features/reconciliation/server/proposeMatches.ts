import type { Confidence, MatchReason } from '../answers/reconciliation.ts'
import { addDays, daysBetween } from '#engine/values/calendar.ts'
import { compareMoney, sumMoney } from '#engine/values/money.ts'
import type { StatementLine } from './formats/statementLine.ts'
import type { KnownPayment } from './knownPayments.ts'
import { isOtherMovement, isReturnText, nameKey, namedAs, nameWords } from './payeeNames.ts'
import type { RememberedText } from './remembered.ts'

/** Days between leaving us and the bank's day: a weekend and a holiday. */
const settleDaysMax = 5
/** Days within which money comes back. */
const returnDaysMax = 60

/** Of more payments of one amount a person has to choose. */
const candidatesMax = 30

/** Payments that a line may be, accepted by a person only. */
export interface Proposal {
  readonly payments: readonly KnownPayment[]
  readonly reason: Extract<MatchReason, 'learned' | 'payee' | 'amount' | 'batch_day'>
  readonly confidence: Confidence
}

interface Pair extends Omit<Proposal, 'payments'> {
  readonly there: StatementLine
  readonly payment: KnownPayment
  readonly gapDays: number
}

/** The same amount of the same currency; a statement that says none is of the payment's. */
export const isSameAmount = (
  payment: Pick<KnownPayment, 'value' | 'currency'>,
  { amount, currency }: Pick<StatementLine, 'amount' | 'currency'>,
): boolean => compareMoney(payment.value, amount) === 0 && (currency === undefined || currency === payment.currency)

/** Whether the outcome of a payment that left is still open here. */
export const isOpenThere = ({ state }: KnownPayment): boolean => state === 'sent' || state === 'unknown'

/** Days from a payment to a line that may be its settlement or return; null where it is neither. */
function gapDays(payment: KnownPayment, { day, state, text }: StatementLine): number | null {
  if (payment.day === undefined) return null
  const days = daysBetween({ from: payment.day, to: day })
  if (state === 'settled') return isOpenThere(payment) && days >= -1 && days <= settleDaysMax ? Math.abs(days) : null
  const mayReturn = state === 'returned' && (payment.state === 'settled' || isOpenThere(payment)) && isReturnText(text)
  return mayReturn && days >= 0 && days <= returnDaysMax ? days : null
}

function pairOf(there: StatementLine, payment: KnownPayment, texts: readonly RememberedText[]): Pair | null {
  const gap = isSameAmount(payment, there) ? gapDays(payment, there) : null
  if (gap === null) return null
  const pair = { there, payment, gapDays: gap }
  const { owner, payee } = payment
  const isLearned = texts.some((each) => owner && each.owner?.kind === owner.kind && each.owner.id === owner.id)
  if (isLearned) return { ...pair, reason: 'learned', confidence: 'likely' }
  const confidence = payee ? namedAs(there.text, payee) : null
  if (confidence) return { ...pair, reason: 'payee', confidence }
  return nameWords(there.text).length === 0 ? { ...pair, reason: 'amount', confidence: 'possible' } : null
}

const ranks: readonly string[] = ['learned likely', 'payee likely', 'payee possible', 'amount possible']
const rankOf = ({ reason, confidence }: Pair) => ranks.indexOf(`${reason} ${confidence}`)

/** The payments of one day that add up to a line which names nobody. */
function batchOf(there: StatementLine, payments: readonly KnownPayment[]): Proposal | null {
  if (there.state !== 'settled' || nameWords(there.text).length > 0) return null
  const days = Array.from({ length: settleDaysMax }, (_, back) => addDays(there.day, -back))
  for (const day of days) {
    const ofDay = payments.filter((payment) => isOpenThere(payment) && payment.day === day)
    const value = sumMoney(ofDay.map((each) => each.value))
    const isOneCurrency = new Set(ofDay.map(({ currency }) => currency)).size === 1
    if (ofDay.length > 1 && isOneCurrency && isSameAmount({ value, currency: ofDay[0]!.currency }, there))
      return { payments: ofDay, reason: 'batch_day', confidence: 'possible' }
  }
  return null
}

/**
 * Proposes payments for lines that name none: by amount, day and the payee's name as banks abbreviate it, or as a person
 * accepted it before. Each payment is proposed once, the surest first; where payees of one amount cannot be told apart,
 * none is.
 */
export function proposeMatches(
  lines: readonly StatementLine[],
  { payments, texts }: { payments: readonly KnownPayment[]; texts: readonly RememberedText[] },
): Map<StatementLine, Proposal | 'not_ours'> {
  const found = new Map<StatementLine, Proposal | 'not_ours'>()
  const byKey = Map.groupBy(texts, ({ text }) => text)
  const byAmount = Map.groupBy(payments, ({ value }) => value)
  const pairs: Pair[] = []
  for (const there of lines) {
    const said = byKey.get(nameKey(there.text)) ?? []
    if (said.some(({ owner }) => owner === null)) found.set(there, 'not_ours')
    else if (!isOtherMovement(there.text))
      for (const payment of (byAmount.get(there.amount) ?? []).slice(0, candidatesMax)) {
        const pair = pairOf(there, payment, said)
        if (pair) pairs.push(pair)
      }
  }
  const taken = new Set<number>()
  const byRank = pairs.toSorted((one, other) => rankOf(one) - rankOf(other) || one.gapDays - other.gapDays)
  const byLine = Map.groupBy(byRank, ({ there }) => there)
  for (const pair of byRank) {
    const { there, payment, reason, confidence } = pair
    if (found.has(there) || taken.has(payment.id)) continue
    const rivals = byLine.get(there)!.filter((each) => !taken.has(each.payment.id) && rankOf(each) === rankOf(pair))
    const isOnePayee = new Set(rivals.map(({ payment: each }) => each.payee ?? each.id)).size === 1
    if (!isOnePayee) continue
    taken.add(payment.id)
    found.set(there, { payments: [payment], reason, confidence })
  }
  for (const there of lines) {
    if (found.has(there) || isOtherMovement(there.text)) continue
    const batch = batchOf(
      there,
      payments.filter(({ id }) => !taken.has(id)),
    )
    if (!batch) continue
    for (const { id } of batch.payments) taken.add(id)
    found.set(there, batch)
  }
  return found
}
