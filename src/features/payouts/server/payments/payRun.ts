import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { PayRunPayee, PayRunAnswer, RunPayment, RunRefusal } from '../../answers/payRun.ts'
import { compareMoney, roundMoney } from '#engine/values/money.ts'
import { payeeKinds, payeeOf } from '#rules/payouts/payments.ts'
import { idArray } from '#engine/server/database/arrays.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import type { WriteContext } from '#engine/records/server/change.ts'
import { approversOf } from './approversOf.ts'
import { createPayment } from './createPayment.ts'
import { lockLimits } from './dailyLimits.ts'
import { approvePayment } from './decidePayment.ts'
import type { ManualPayment } from './manualPayment.ts'
import { inLockOrder, lockPayee, canSeePayee } from '../payees/payee.ts'
import type { PayeeAccount } from '../payees/payeeAccount.ts'
import { lockPayment, type WrittenPayment } from './payment.ts'
import { payPayeeManually } from './payManually.ts'
import { readOwners } from '../payees/readPayees.ts'

/** What a run is asked for. */
export interface PayRun {
  readonly payees: readonly PayRunPayee[]
  readonly approvals: readonly number[]
  /** When and how those were paid who are paid by hand; null where there is none of them. */
  readonly byHand: ManualPayment | null
}

/** Does one piece of a transaction or nothing of it. @throws whatever `work` throws, with its writes undone */
async function inSavepoint<Result>(db: Kysely<any>, work: () => Promise<Result>): Promise<Result> {
  await sql`savepoint payee`.execute(db)
  try {
    const result = await work()
    await sql`release savepoint payee`.execute(db)
    return result
  } catch (error) {
    // A server error ends the transaction whole; only what was refused is taken back by itself.
    if (error instanceof ApiError && error.status < 500) await sql`rollback to savepoint payee`.execute(db)
    throw error
  }
}

/** A payment of a run, and who may approve it where it waits; empty until all are made. */
type Made = Omit<RunPayment, 'waits'> & { readonly waits: WrittenPayment['waits'] }

const keyOf = ({ kind, id, currency }: Pick<PayRunPayee, 'kind' | 'id' | 'currency'>) => `${kind} ${id} ${currency}`

async function payPayee(change: WriteContext, payee: PayRunPayee, byHand: ManualPayment | null): Promise<Made> {
  const { kind, id, currency, value, method, invoice } = payee
  const amount = payee.amount ? roundMoney(payee.amount) : null
  if (!(await canSeePayee(change, payee))) throw new ApiError('not_found')
  const made: WrittenPayment =
    method === 'manual'
      ? await payPayeeManually(change, { kind, id }, { given: byHand!, currency, entries: null, amount, invoice })
      : await createPayment(change, { owner: { kind, id }, currency, amount, invoice, asked: 'person' })
  if (compareMoney(made.value, amount ?? String(value)) !== 0)
    throw new ApiError('amount_changed', { values: { value: made.value } })
  const { id: payment, awaitsApproval, waits, entries } = made
  const shown = { kind, id, currency, payment, value: Number(made.value), method }
  return { ...shown, awaitsApproval, waits, entries: entries.length, isApproval: false }
}

async function approve(change: WriteContext, id: number): Promise<Made> {
  await approvePayment(change, id)
  const payment = (await lockPayment(change.db, { id }))!
  const { currency, value, method } = payment
  const shown = { payment: id, currency, value: Number(value), method }
  return { ...payeeOf(payment), ...shown, awaitsApproval: false, waits: null, entries: 0, isApproval: true }
}

/**
 * The payees in the order in which they use up what one person may send in a day: whoever waits longest first, those
 * last who wait for a second person whatever else is paid. All of them are locked.
 */
async function inPayingOrder(
  change: WriteContext,
  payees: readonly PayRunPayee[],
): Promise<{ payee: PayRunPayee; owner?: PayeeAccount }[]> {
  const { db, at } = change
  const owners = new Map<string, PayeeAccount>()
  for (const payee of inLockOrder(payees)) await lockPayee(db, payee)
  for (const kind of payeeKinds) {
    const ids = payees.filter((payee) => payee.kind === kind).map(({ id }) => id)
    if (ids.length === 0) continue
    const condition = sql<boolean>`owner.id = any(${idArray(ids)})`
    for (const owner of await readOwners(db, { kind, now: at, condition })) owners.set(keyOf(owner), owner)
  }
  const place = (payee: PayRunPayee) => {
    const owner = owners.get(keyOf(payee))
    const isAbove = owner?.approvalAbove && compareMoney(String(payee.amount ?? payee.value), owner.approvalAbove) > 0
    return `${isAbove ? 1 : 0} ${owner?.pendingSince ?? '9999'}`
  }
  return inLockOrder(payees)
    .map((payee) => ({ payee, owner: owners.get(keyOf(payee)), place: place(payee) }))
    .toSorted((one, other) => one.place.localeCompare(other.place))
}

/**
 * Pays several owners, each by one payment of everything pending in a currency, and approves what others asked for, all
 * in the caller's transaction: who cannot be paid is refused with the reason, and the others are paid. What is paid is
 * what was seen: a sum that is another by now is refused (`amount_changed`), but where a part of it was asked for.
 * Limits of the day add up over the run, whoever waits longest being paid first.
 * @throws ApiError `run_changed` where a payee that says what a preview said of it is refused, or waits otherwise
 */
export async function payRun(change: WriteContext, { payees, approvals, byHand }: PayRun): Promise<PayRunAnswer> {
  await lockLimits(change.db)
  const run: WriteContext = { ...change, batch: `run-${randomUUID()}` }
  const made: Made[] = []
  const refused: RunRefusal[] = []
  const attempt = async (named: Omit<RunRefusal, 'code'>, work: () => Promise<Made>) => {
    try {
      made.push(await inSavepoint(change.db, work))
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error
      refused.push({ ...named, code: error.code, ...(error.values ? { values: error.values } : {}) })
    }
  }
  const owners = new Map<string, PayeeAccount>()
  for (const { payee, owner } of await inPayingOrder(change, payees)) {
    const { kind, id, currency, awaitsApproval } = payee
    if (owner) owners.set(keyOf(payee), owner)
    await attempt({ kind, id, currency }, () => payPayee(run, payee, byHand))
    const isSame = made.at(-1)?.awaitsApproval === awaitsApproval && keyOf(made.at(-1)!) === keyOf(payee)
    if (typeof awaitsApproval === 'boolean' && !isSame) throw new ApiError('run_changed')
  }
  for (const id of approvals.toSorted((one, other) => one - other)) {
    await attempt({ payment: id }, () => approve(run, id))
  }
  const approvers = await approversOf(
    change,
    made.flatMap((payment) => (payment.waits ? (owners.get(keyOf(payment)) ?? []) : [])),
  )
  const payments = made.map(({ waits, ...payment }): RunPayment => {
    if (!waits) return { ...payment, waits }
    const { code, limit, before } = waits
    const names = approvers.get(`${payment.kind} ${payment.id}`) ?? []
    return { ...payment, waits: { code, limit: Number(limit), before: Number(before), approvers: names } }
  })
  return { payments, refused }
}
