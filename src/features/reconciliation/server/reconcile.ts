import type { Kysely } from 'kysely'
import type { ConfirmedStatement } from '../answers/bankStatements.ts'
import type { Finding, ReconciliationAnswer } from '../answers/reconciliation.ts'
import { type Reason, reasonText } from '#engine/declaration/messageCodes.ts'
import { type Payee, payeeOf } from '#rules/payouts/payments.ts'
import { passAuthorsOn, storeAuthor } from '#engine/auth/server/authorship.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import type { WriteContext } from '#engine/records/server/change.ts'
import { placeHold } from '#features/payouts/server/holds/holds.ts'
import { lockPayment } from '#features/payouts/server/payments/payment.ts'
import type { PayoutStatus } from '#features/payouts/server/disbursement/payoutGateway.ts'
import { applyGatewayResult } from '#features/payouts/server/disbursement/applyGatewayResult.ts'
import type { ComparedLine } from './compareStatement.ts'
import { closeStatement, isSecondPerson, storeStatement } from './bankStatements.ts'
import type { askGateways } from './askGateways.ts'
import { compareInThread } from './inThread.ts'
import { paymentsNamed, paymentsSent } from './knownPayments.ts'
import type { ReadStatement } from './formats/statementLine.ts'

/** The comparison of a statement with our payments, with exact amounts. */
export type Reconciliation = Omit<ReconciliationAnswer, 'lines'> & { readonly lines: readonly ComparedLine[] }

/** Compares a statement with our payments. Nothing is changed. */
export async function reconcile(
  db: Kysely<any>,
  { actor, zone }: Pick<WriteContext, 'actor' | 'zone'>,
  { lines: statement, skipped }: ReadStatement,
): Promise<Reconciliation> {
  const days = statement.map(({ day }) => day).sort()
  const names = statement.flatMap((line) => [line.reference, ...(line.names ?? [])])
  const known = await paymentsNamed(db, { actor, names })
  const expected = days.length === 0 ? [] : await paymentsSent(db, { actor, from: days[0]!, to: days.at(-1)!, zone })
  const { lines, confirmation } = await compareInThread({ statement, known, expected })
  const counts: Partial<Record<Finding, number>> = {}
  for (const { finding } of lines) counts[finding] = (counts[finding] ?? 0) + 1
  return { lines, counts, skipped, confirmation }
}

const answers: Readonly<Partial<Record<Finding, PayoutStatus>>> = {
  settle: { kind: 'settled' },
  reject: { kind: 'refused', reason: { code: 'statementRejected' }, isTransient: false },
  returned: { kind: 'returned', reason: { code: 'statementReturned' } },
}

/** The settled payments that a comparison finds to have come back. */
export function settledReturns(lines: readonly ComparedLine[]): number[] {
  const found = lines.filter(({ finding, nextStep, here }) => {
    return finding === 'returned' && nextStep === 'confirm' && here?.state === 'settled'
  })
  return [...new Set(found.map(({ payment }) => payment!))].toSorted((one, other) => one - other)
}

/** A statement as somebody confirms it. */
export interface Confirmation {
  readonly statement: ReadStatement
  readonly text: string
  /** Of the comparison that was looked at. */
  readonly confirmation: string
  /** What gateways say of the payments that it has refused or sent back. */
  readonly words: Awaited<ReturnType<typeof askGateways>>
}

/**
 * Does what a comparison found: payments whose outcome the statement knows are settled, rejected or returned, all in
 * the caller's transaction. What was settled before waits, where this is who uploaded the file; of what the gateway
 * says otherwise nothing changes. Money that is due again by the statement alone is held. Everything else is left to
 * people.
 * @throws ApiError `statement_outdated` where something changed since
 */
export async function confirmReconciliation(
  change: WriteContext,
  { statement, text, confirmation, words }: Confirmation,
): Promise<ConfirmedStatement> {
  const found = await reconcile(change.db, change, statement)
  if (found.confirmation !== confirmation) throw new ApiError('statement_outdated')
  const changed: number[] = []
  const returns = settledReturns(found.lines)
  const stored = returns.length > 0 ? await storeStatement(change, { text, payments: returns }) : null
  const isSecond = stored !== null && (await isSecondPerson(change, { id: stored, payments: returns }))
  const waiting = isSecond ? [] : returns
  // In order of id, so that two people who confirm at once take the locks one after the other.
  const due = found.lines
    .filter(({ nextStep, payment }) => nextStep === 'confirm' && !waiting.includes(payment!))
    .filter(({ payment, finding }) => finding === 'settle' || words.get(payment!) !== 'objects')
    .toSorted((one, other) => one.payment! - other.payment!)
  const begun = new Set<number>()
  for (const { payment: id, finding, here } of due) {
    const payment = await lockPayment(change.db, { id: id! })
    if (!payment) throw new ApiError('statement_outdated')
    // A statement may tell that money went and that it came back: the second finds what the first made of it.
    if (payment.state !== here!.state && !begun.has(payment.id)) throw new ApiError('statement_outdated')
    begun.add(payment.id)
    if (!(await applyGatewayResult(change, payment, answers[finding]!))) continue
    if (!changed.includes(payment.id)) changed.push(payment.id)
    if (finding !== 'settle' && payment.gateway !== null && words.get(payment.id) !== 'agrees')
      await holdDueAgain(change, payeeOf(payment), { finding, statement: returns.includes(payment.id) ? stored : null })
  }
  if (isSecond) await closeStatement(change, stored!, { state: 'approved' })
  const contradicted = [...words].flatMap(([id, word]) => (word === 'objects' ? [id] : []))
  return {
    changed,
    ...(waiting.length > 0 ? { waiting, statement: stored! } : {}),
    ...(contradicted.length > 0 ? { contradicted } : {}),
  }
}

/**
 * What is due again because a person says so waits for another person than them: else one could pay twice. Where two
 * said so, it is who uploaded the file.
 */
async function holdDueAgain(
  change: WriteContext,
  owner: Payee,
  { finding, statement }: { finding: Finding; statement: number | null },
): Promise<void> {
  const { db, actor, at } = change
  const { reason } = answers[finding] as { reason: Reason }
  await placeHold(change, owner, { cause: 'returned', note: reasonText(reason) })
  const authored = { object: owner.kind, id: owner.id, what: 'returned', at }
  if (statement === null) await storeAuthor(db, { ...authored, author: actor })
  else await passAuthorsOn(db, { ...authored, from: { object: 'bankStatement', id: statement } })
}
