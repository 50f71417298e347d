import type { Kysely } from 'kysely'
import type { ConfirmedStatement } from '../answers/bankStatements.ts'
import type { Finding, ReconciliationAnswer } from '../answers/reconciliation.ts'
import { type Reason, reasonText } from '#engine/declaration/messageCodes.ts'
import { type Payee, payeeOf } from '#rules/payouts/payments.ts'
import { passAuthorsOn, storeAuthor } from '#engine/auth/server/authorship.ts'
import { addDays } from '#engine/values/calendar.ts'
import { ApiError, validationError } from '#engine/server/http/errors.ts'
import type { WriteContext } from '#engine/records/server/change.ts'
import { placeHold } from '#features/payouts/server/holds/holds.ts'
import { lockPayment } from '#features/payouts/server/payments/payment.ts'
import type { PayoutStatus } from '#features/payouts/server/disbursement/payoutGateway.ts'
import { applyGatewayResult } from '#features/payouts/server/disbursement/applyGatewayResult.ts'
import { passCodeAuthorsOn, queueCodes, readRemembered, rememberText } from './bankAnswers.ts'
import type { ComparedLine } from './compareStatement.ts'
import { closeStatement, isSecondPerson, storeStatement } from './bankStatements.ts'
import type { askGateways } from './askGateways.ts'
import { compareInThread } from './inThread.ts'
import { type KnownPayment, paymentsNamed, paymentsSent } from './knownPayments.ts'
import { nameKey } from './payeeNames.ts'
import { bareReference, longReferencesIn } from './references.ts'
import type { ReadStatement } from './formats/statementLine.ts'

/** Days before a statement's first one in which what it names may have left. */
const namedBeforeDays = 45

/** The comparison of a statement with our payments, with exact amounts. */
export type Reconciliation = Omit<ReconciliationAnswer, 'lines'> & { readonly lines: readonly ComparedLine[] }

async function paymentsFor(
  db: Kysely<any>,
  { actor }: Pick<WriteContext, 'actor'>,
  { lines }: ReadStatement,
): Promise<{ known: KnownPayment[]; expected: KnownPayment[] }> {
  const days = lines.map(({ day }) => day).sort()
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) return { known: [], expected: [] }
  const names = lines.flatMap((line) => [...line.names.map(bareReference), ...longReferencesIn(line.text)])
  const named = await paymentsNamed(db, { actor, names })
  const near = await paymentsSent(db, { actor, from: addDays(first, -namedBeforeDays), to: addDays(last, 1) })
  const expected = near.filter(({ day }) => day !== undefined && day >= first && day <= last)
  return { known: [...named, ...near.toReversed()], expected }
}

/** Compares a statement with our payments. No payment is changed; codes that no table has are queued for a person. */
export async function reconcile(
  db: Kysely<any>,
  moment: Pick<WriteContext, 'actor' | 'at'>,
  statement: ReadStatement,
): Promise<Reconciliation & { readonly payments: ReadonlyMap<number, KnownPayment> }> {
  const { known, expected } = await paymentsFor(db, moment, statement)
  const payments = new Map([...known, ...expected].map((payment) => [payment.id, payment]))
  const remembered = await readRemembered(db, moment.actor)
  const { lines, confirmation } = await compareInThread({
    statement: statement.lines,
    known: [...payments.values()],
    expected,
    ...remembered,
  })
  const counts: Partial<Record<Finding, number>> = {}
  for (const { finding } of lines) counts[finding] = (counts[finding] ?? 0) + 1
  return { lines, counts, skipped: statement.skipped, confirmation, payments }
}

/** Queues the codes of a comparison that no table has. */
export async function queueUnknownCodes(
  change: Pick<WriteContext, 'db' | 'at'>,
  { lines }: Reconciliation,
): Promise<void> {
  const unknown = lines.flatMap(({ finding, there }) => {
    const { company, bank, code } = (finding === 'unknown_code' && there?.code) || {}
    return company == null ? [] : [{ company, bank: bank!, code: code! }]
  })
  await queueCodes(change, [...new Map(unknown.map((each) => [JSON.stringify(each), each])).values()])
}

const answers: Readonly<Partial<Record<Finding, PayoutStatus>>> = {
  settle: { kind: 'settled' },
  reject: { kind: 'refused', reason: { code: 'statementRejected' }, isTransient: false },
  returned: { kind: 'returned', reason: { code: 'statementReturned' } },
}

/** The lines of a comparison, with what a person accepted as sure as the rest. @throws ApiError `statement_outdated` */
export function withAccepted(lines: readonly ComparedLine[], accept: readonly number[]): ComparedLine[] {
  const accepted = new Set<number | null>(accept)
  const proposed = new Set(lines.filter(({ nextStep }) => nextStep === 'accept').map(({ line }) => line))
  if (accept.some((line) => !proposed.has(line))) throw new ApiError('statement_outdated')
  return lines.map((each) =>
    each.nextStep === 'accept' && accepted.has(each.line)
      ? { ...each, finding: each.there!.state === 'settled' ? 'settle' : 'returned', nextStep: 'confirm' }
      : each,
  )
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
  /** Lines whose proposals a person accepted. */
  readonly accept: readonly number[]
  /** Lines of which a person said that they are no payment of the company's. */
  readonly dismiss: readonly number[]
  /** Whose payments those are not, where the user is of no company. */
  readonly company: number | null
  /** What gateways say of the payments that it has refused or sent back. */
  readonly words: Awaited<ReturnType<typeof askGateways>>
}

/** Remembers what a person accepted or dismissed, so that the next statement is read with it. */
async function learn(
  change: WriteContext,
  found: Awaited<ReturnType<typeof reconcile>>,
  asked: Confirmation,
): Promise<void> {
  const [accepted, dismissed] = [new Set(asked.accept), new Set(asked.dismiss)]
  for (const { line, payment: id, there } of found.lines) {
    const text = nameKey(there?.text ?? '')
    if (line === null || text === '') continue
    if (dismissed.has(line)) {
      const company = change.actor.company ?? asked.company
      if (company === null) throw validationError([{ field: 'company', code: 'required' }])
      await rememberText(change, { company, text, owner: null })
    }
    const { owner, company } = (id !== null && found.payments.get(id)) || {}
    const isAlone = found.lines.filter((each) => each.line === line).length === 1
    if (accepted.has(line) && isAlone && owner && company != null) await rememberText(change, { company, text, owner })
  }
}

/**
 * Does what a comparison found: payments whose outcome the statement knows are settled, rejected or returned, all in
 * the caller's transaction. What was settled before waits, where this is who uploaded the file; of what the gateway
 * says otherwise nothing changes. Money that is due again by the statement alone is held. Everything else is left to
 * people.
 * @throws ApiError `statement_outdated` where something changed since
 */
export async function confirmReconciliation(change: WriteContext, asked: Confirmation): Promise<ConfirmedStatement> {
  const { statement, text, confirmation, words } = asked
  const found = await reconcile(change.db, change, statement)
  if (found.confirmation !== confirmation) throw new ApiError('statement_outdated')
  const lines = withAccepted(found.lines, asked.accept)
  const changed: number[] = []
  const returns = settledReturns(lines)
  const stored = returns.length > 0 ? await storeStatement(change, { text, payments: returns }) : null
  const companies = new Set([...found.payments.values()].flatMap(({ company }) => (company == null ? [] : [company])))
  const passOn = (to: { object: string; id: number; what: string }) =>
    passCodeAuthorsOn(change, { lines: statement.lines, companies }, to)
  if (stored !== null) await passOn({ object: 'bankStatement', id: stored, what: 'answered' })
  const isSecond = stored !== null && (await isSecondPerson(change, { id: stored, payments: returns }))
  const waiting = isSecond ? [] : returns
  // In order of id, so that two people who confirm at once take the locks one after the other.
  const due = lines
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
    if (finding !== 'settle' && payment.gateway !== null && words.get(payment.id) !== 'agrees') {
      const owner = payeeOf(payment)
      await holdDueAgain(change, owner, { finding, statement: returns.includes(payment.id) ? stored : null })
      await passOn({ object: owner.kind, id: owner.id, what: 'returned' })
    }
  }
  if (isSecond) await closeStatement(change, stored!, { state: 'approved' })
  await learn(change, found, asked)
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
