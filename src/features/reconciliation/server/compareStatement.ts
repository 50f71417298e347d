import { createHash } from 'node:crypto'
import type { ComparedLine as AnyComparedLine, Finding, NextStep } from '../answers/reconciliation.ts'
import { compareMoney, type Money } from '#engine/values/money.ts'
import type { PaymentState } from '#rules/payouts/payments.ts'
import type { KnownPayment } from './knownPayments.ts'
import type { StatementLine } from './formats/statementLine.ts'

/** One line of the comparison, with exact amounts. */
export type ComparedLine = AnyComparedLine<Money>

const openStates: readonly PaymentState[] = ['sent', 'unknown']

/** The same amount of the same currency; a statement that says none is of the payment's. */
const isSameAmount = (payment: KnownPayment, { amount, currency }: StatementLine) =>
  compareMoney(payment.value, amount) === 0 && (currency === undefined || currency === payment.currency)

function judge(payment: KnownPayment, there: StatementLine): [Finding, NextStep] {
  if (!isSameAmount(payment, there)) return ['amount_differs', 'correct_amount']
  const isOpen = openStates.includes(payment.state)
  if (there.state === 'accepted')
    return isOpen ? ['matched', 'wait'] : ['state_differs', payment.state === 'created' ? 'wait' : 'ask_gateway']
  if (there.state === payment.state) return ['matched', 'none']
  if (there.state === 'returned' && (isOpen || payment.state === 'settled')) return ['returned', 'confirm']
  if (there.state === 'settled' && isOpen) return ['settle', 'confirm']
  if (there.state === 'rejected' && isOpen) return ['reject', 'confirm']
  // A settled line of a payment that was returned later is the first half of the same story.
  if (there.state === 'settled' && payment.state === 'returned') return ['matched', 'none']
  return ['state_differs', 'ask_bank']
}

const hereOf = ({ value, state, currency }: KnownPayment) => ({ amount: value, state, currency })

function comparedLine(
  there: StatementLine,
  payment: KnownPayment | undefined,
  [finding, nextStep]: [Finding, NextStep],
): ComparedLine {
  return {
    line: there.line,
    reference: there.reference,
    payment: payment?.id ?? null,
    finding,
    nextStep,
    there: { amount: there.amount, state: there.state, day: there.day, currency: there.currency ?? null },
    here: payment ? hereOf(payment) : null,
  }
}

function missingThere(payment: KnownPayment): ComparedLine {
  const nextStep: NextStep = openStates.includes(payment.state) ? 'ask_gateway' : 'ask_bank'
  return {
    line: null,
    reference: payment.names[0]!,
    payment: payment.id,
    finding: 'missing_there',
    nextStep,
    there: null,
    here: hereOf(payment),
  }
}

/**
 * Compares a statement with the payments it could name, line by line. Pure: nothing is changed by looking.
 * @param expected payments of the statement's days, which it should name.
 */
export function compareStatement(
  lines: readonly StatementLine[],
  { known, expected }: { known: readonly KnownPayment[]; expected: readonly KnownPayment[] },
): ComparedLine[] {
  const byName = Map.groupBy(
    known.flatMap((payment) => payment.names.map((name) => ({ name, payment }))),
    ({ name }) => name,
  )
  const called = (name: string) => (byName.get(name.toLowerCase()) ?? []).map(({ payment }) => payment)
  const seen = new Set<string>()
  const named = new Set<number>()
  // One reference is one transfer: of several payments of one name each line takes another one, of its amount where
  // there is one. By its other names, numbers of the bank's own among them, only one of the same amount is meant.
  const meant = (there: StatementLine) => {
    const isLeft = ({ id }: KnownPayment) => !seen.has(`${id} ${there.state}`)
    const fits = (payment: KnownPayment) => isSameAmount(payment, there)
    const byReference = called(there.reference)
    const byOther = (there.names ?? []).flatMap(called).filter(fits)
    return (
      byReference.find((payment) => isLeft(payment) && fits(payment)) ??
      byReference[0] ??
      byOther.find(isLeft) ??
      byOther[0]
    )
  }
  const compared = lines.map((there) => {
    const payment = meant(there)
    const key = `${payment?.id ?? there.reference} ${there.state}`
    if (seen.has(key)) return comparedLine(there, payment, ['duplicate', 'ask_bank'])
    seen.add(key)
    if (!payment) return comparedLine(there, undefined, ['missing_here', 'find_payment'])
    named.add(payment.id)
    return comparedLine(there, payment, judge(payment, there))
  })
  return [...compared, ...expected.filter(({ id }) => !named.has(id)).map(missingThere)]
}

/** What the confirming call repeats: it stands for exactly this comparison. */
export function comparisonToken(compared: readonly ComparedLine[]): string {
  return createHash('sha256').update(JSON.stringify(compared)).digest('hex')
}
