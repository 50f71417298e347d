import type { Kysely } from 'kysely'
import type { Finding, ReconciliationAnswer } from '../answers/reconciliation.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import type { WriteContext } from '#engine/records/server/change.ts'
import { lockPayment } from '#features/payouts/server/payments/payment.ts'
import type { PayoutStatus } from '#features/payouts/server/disbursement/payoutGateway.ts'
import { applyGatewayResult } from '#features/payouts/server/disbursement/applyGatewayResult.ts'
import type { ComparedLine } from './compareStatement.ts'
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

/**
 * Does what a comparison found: payments whose outcome the statement knows are settled, rejected or returned, all in
 * the caller's transaction. Everything else is left to people.
 * @param confirmation of the comparison that was looked at.
 * @returns the payments that changed.
 * @throws ApiError `statement_outdated` where something changed since
 */
export async function confirmReconciliation(
  change: WriteContext,
  { statement, confirmation }: { statement: ReadStatement; confirmation: string },
): Promise<{ changed: number[] }> {
  const found = await reconcile(change.db, change, statement)
  if (found.confirmation !== confirmation) throw new ApiError('statement_outdated')
  const changed: number[] = []
  // In order of id, so that two people who confirm at once take the locks one after the other.
  const due = found.lines
    .filter(({ nextStep }) => nextStep === 'confirm')
    .toSorted((one, other) => one.payment! - other.payment!)
  const begun = new Set<number>()
  for (const { payment: id, finding, here } of due) {
    const payment = await lockPayment(change.db, { id: id! })
    if (!payment) throw new ApiError('statement_outdated')
    // A statement may tell that money went and that it came back: the second finds what the first made of it.
    if (payment.state !== here!.state && !begun.has(payment.id)) throw new ApiError('statement_outdated')
    begun.add(payment.id)
    if ((await applyGatewayResult(change, payment, answers[finding]!)) && !changed.includes(payment.id))
      changed.push(payment.id)
  }
  return { changed }
}
