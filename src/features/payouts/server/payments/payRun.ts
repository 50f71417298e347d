import { type Kysely, sql } from 'kysely'
import type { PayRunAnswer, PayRunPayee, RunPayment, RunRefusal } from '../../answers/payRun.ts'
import { compareMoney, roundMoney } from '#engine/values/money.ts'
import { payeeOf } from '#rules/payouts/payments.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import type { WriteContext } from '#engine/records/server/change.ts'
import { createPayment } from './createPayment.ts'
import { lockLimits } from './dailyLimits.ts'
import { approvePayment } from './decidePayment.ts'
import type { ManualPayment } from './manualPayment.ts'
import { inLockOrder, canSeePayee } from '../payees/payee.ts'
import { lockPayment, type WrittenPayment } from './payment.ts'
import { payPayeeManually } from './payManually.ts'

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

async function payPayee(change: WriteContext, payee: PayRunPayee, byHand: ManualPayment | null): Promise<RunPayment> {
  const { kind, id, currency, value, method, invoice } = payee
  const amount = payee.amount ? roundMoney(payee.amount) : null
  if (!(await canSeePayee(change, payee))) throw new ApiError('not_found')
  const made: WrittenPayment =
    method === 'manual'
      ? await payPayeeManually(change, { kind, id }, { given: byHand!, currency, entries: null, amount, invoice })
      : await createPayment(change, { owner: { kind, id }, currency, amount, invoice, asked: 'person' })
  if (compareMoney(made.value, amount ?? String(value)) !== 0)
    throw new ApiError('amount_changed', { values: { value: made.value } })
  const { id: payment, awaitsApproval } = made
  return { kind, id, currency, payment, value: Number(made.value), method, awaitsApproval, isApproval: false }
}

async function approve(change: WriteContext, id: number): Promise<RunPayment> {
  await approvePayment(change, id)
  const payment = (await lockPayment(change.db, { id }))!
  const { currency, value, method } = payment
  const shown = { payment: id, currency, value: Number(value), method }
  return { ...payeeOf(payment), ...shown, awaitsApproval: false, isApproval: true }
}

/**
 * Pays several owners, each by one payment of everything pending in a currency, and approves what others asked for, all
 * in the caller's transaction: who cannot be paid is refused with the reason, and the others are paid. What is paid is
 * what was seen: a sum that is another by now is refused (`amount_changed`), but where a part of it was asked for.
 */
export async function payRun(change: WriteContext, { payees, approvals, byHand }: PayRun): Promise<PayRunAnswer> {
  await lockLimits(change.db)
  const payments: RunPayment[] = []
  const refused: RunRefusal[] = []
  const attempt = async (named: Omit<RunRefusal, 'code'>, work: () => Promise<RunPayment>) => {
    try {
      payments.push(await inSavepoint(change.db, work))
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error
      refused.push({ ...named, code: error.code, ...(error.values ? { values: error.values } : {}) })
    }
  }
  for (const payee of inLockOrder(payees)) {
    const { kind, id, currency } = payee
    await attempt({ kind, id, currency }, () => payPayee(change, payee, byHand))
  }
  for (const id of approvals.toSorted((one, other) => one - other)) {
    await attempt({ payment: id }, () => approve(change, id))
  }
  return { payments, refused }
}
