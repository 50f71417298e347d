import { createHash } from 'node:crypto'
import type { ComparedLine as AnyComparedLine, Finding, MatchReason, NextStep } from '../answers/reconciliation.ts'
import { type Money, sumMoney } from '#engine/values/money.ts'
import { stateOfRememberedCode, type Remembered } from './remembered.ts'
import type { KnownPayment } from './knownPayments.ts'
import type { StatementLine } from './formats/statementLine.ts'
import { bareReference, ReferenceIndex } from './references.ts'
import { NamedPayments } from './namedPayments.ts'
import { isOpenThere, proposeMatches } from './proposeMatches.ts'

/** One line of the comparison, with exact amounts. */
export type ComparedLine = AnyComparedLine<Money>

/** The payments a statement can name, and what people said of earlier ones. */
export interface Payments extends Partial<Remembered> {
  readonly known: readonly KnownPayment[]
  /** Payments of the statement's days, which it should name. */
  readonly expected: readonly KnownPayment[]
}

function judge(payment: KnownPayment, there: StatementLine): [Finding, NextStep] {
  const isOpen = isOpenThere(payment)
  if (there.state === 'unclear') return ['unknown_code', 'answer_code']
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

const hereOf = ({ value, state, currency, payee }: KnownPayment) => ({
  amount: value,
  state,
  currency,
  payee: payee ?? null,
})

function comparedLine(
  there: StatementLine,
  payment: KnownPayment | undefined,
  [finding, nextStep, match = null]: readonly [Finding, NextStep, ComparedLine['match']?],
): ComparedLine {
  const { line, reference, amount, state, day, currency = null, text, code } = there
  return {
    line,
    reference,
    payment: payment?.id ?? null,
    finding,
    nextStep,
    match,
    there: { amount, state, day, currency, text, code: code ? { ...code, company: payment?.company ?? null } : null },
    here: payment ? hereOf(payment) : null,
  }
}

function missingThere(payment: KnownPayment): ComparedLine {
  const nextStep: NextStep = isOpenThere(payment) ? 'ask_gateway' : 'ask_bank'
  return {
    line: null,
    reference: payment.names[0]!,
    payment: payment.id,
    finding: 'missing_there',
    nextStep,
    match: null,
    there: null,
    here: hereOf(payment),
  }
}

const certain = (reason: MatchReason) => ({ reason, confidence: 'certain' }) as const

/** A line that says no amount, with that of the payments it names; the open ones, where it names several. */
function withAmount(there: StatementLine, index: () => ReferenceIndex<KnownPayment>): StatementLine {
  if (!there.isWithoutAmount) return there
  const { isWithoutAmount: _, ...rest } = there
  const named = there.names.map((name) => index().find(bareReference(name))).find((found) => found.length > 0) ?? []
  const open = named.filter(isOpenThere)
  const meant = open.length > 0 ? open : named
  return { ...rest, amount: sumMoney(meant.map(({ value }) => value)) }
}

/** Compares a statement with the payments it could name, line by line. Pure: nothing is changed by looking. */
export function compareStatement(
  given: readonly StatementLine[],
  { known, expected, codes = [], texts = [] }: Payments,
): ComparedLine[] {
  const payments = [...new Map([...known, ...expected].map((payment) => [payment.id, payment])).values()]
  let byName: ReferenceIndex<KnownPayment> | undefined
  const index = () =>
    (byName ??= new ReferenceIndex(payments.flatMap((each) => each.names.map((name) => [name, each] as const))))
  const lines = given.map((line) => withAmount(line, index))
  const named = new NamedPayments(known, lines)
  const taken = lines.map((there) => ({ there, match: named.take(there) }))
  // A batch of which other lines, behind it in the file, have told a part.
  const found = taken.map(({ there, match }) => ({ there, match: match ?? named.take(there) }))
  const claimed = new Set(
    found
      .flatMap(({ match }) => (!match ? [] : 'payments' in match ? match.payments : [match.payment]))
      .map(({ id }) => id),
  )
  const open = found.filter(({ match }) => match === null).map(({ there }) => there)
  const proposed = proposeMatches(open, { payments: payments.filter(({ id }) => !claimed.has(id)), texts })
  const compared = found.flatMap(({ there, match }) => {
    if (match && 'is' in match)
      return comparedLine(
        there,
        match.payment,
        match.is === 'duplicate' ? ['duplicate', 'ask_bank'] : ['amount_differs', 'correct_amount'],
      )
    if (match)
      return match.payments.map((payment) => {
        const answered = stateOfRememberedCode(
          there,
          codes.filter(({ company }) => company === (payment.company ?? null)),
        )
        return comparedLine(answered, payment, [...judge(payment, answered), certain(match.reason)])
      })
    const proposal = proposed.get(there)
    if (proposal === 'not_ours') return comparedLine(there, undefined, ['not_ours', 'none'])
    if (!proposal) return comparedLine(there, undefined, ['missing_here', 'find_payment'])
    const { reason, confidence } = proposal
    for (const { id } of proposal.payments) claimed.add(id)
    return proposal.payments.map((payment) =>
      comparedLine(there, payment, ['proposed', 'accept', { reason, confidence }]),
    )
  })
  return [...compared, ...expected.filter(({ id }) => !claimed.has(id)).map(missingThere)]
}

/** What the confirming call repeats: it stands for exactly this comparison. */
export function comparisonToken(compared: readonly ComparedLine[]): string {
  return createHash('sha256').update(JSON.stringify(compared)).digest('hex')
}
