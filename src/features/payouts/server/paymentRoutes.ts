import type { FastifyInstance } from 'fastify'
import { currency } from '#resources/choices.ts'
import { type Payee, payeeKinds } from '#rules/payouts/payments.ts'
import type { AppContext } from '#engine/server/context.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { isObject, readChoice, requireEmptyBody } from '#engine/server/http/bodies.ts'
import type { WriteContext } from '#engine/records/server/change.ts'
import { createPayment } from './payments/createPayment.ts'
import { approvePayment, declinePayment } from './payments/decidePayment.ts'
import { readOwnerHandPayment, readPart } from './payments/manualPayment.ts'
import { canSeePayee } from './payees/payee.ts'
import type { PartialAmount } from './payments/partialPayment.ts'
import { payPayeeManually } from './payments/payManually.ts'
import { sendPayment } from './disbursement/sendPayment.ts'
import { moneyWrite, readReason } from '#features/commission/server/moneyWrite.ts'

const roles = ['financial', 'paymentByAffiliate'] as const

/** Reads `{currency?, entries?, amount?, invoice?}`. @throws ApiError 400 */
function readOrder(body: unknown): PartialAmount & { readonly currency?: string | undefined } {
  if (!isObject(body)) {
    requireEmptyBody(body)
    return {}
  }
  const { currency: given, entries, amount, invoice, ...rest } = body
  requireEmptyBody(rest)
  const wanted = given === undefined || given === null ? undefined : readChoice(given, 'currency', currency.values)
  return { currency: wanted, ...readPart({ entries, amount, invoice }) }
}

async function requireVisible(change: WriteContext, owner: Payee): Promise<void> {
  if (!(await canSeePayee(change, owner))) throw new ApiError('not_found')
}

/** What people do with payments: pay now, confirm by hand, approve, decline. */
export function paymentRoutes(app: FastifyInstance, context: AppContext): void {
  for (const kind of payeeKinds) {
    // The answer is the payment as it was made, the same for the same Idempotency-Key.
    moneyWrite(app, context, {
      url: `/api/payment/${kind}/:id`,
      roles,
      summary: `Pay the pending entries of this ${kind} now, {currency} where they have several, {entries} or an {amount} of them; takes an Idempotency-Key`,
      read: readOrder,
      hasPreview: true,
      async work(change, wanted, id) {
        await requireVisible(change, { kind, id })
        const { waits: _, ...made } = await createPayment(change, { owner: { kind, id }, ...wanted, asked: 'person' })
        const said = { method: 'automatic', state: 'created', requestedBy: change.actor.name }
        return { ...made, value: Number(made.value), ...said }
      },
      // After the commit, so that a crash in between leaves a payment that is sent later. A repeated request finds it
      // sent.
      async after({ id, awaitsApproval }) {
        if (!awaitsApproval) await sendPayment(context, id as number)
      },
    })
    moneyWrite(app, context, {
      url: `/api/payment/${kind}/:id/manual`,
      roles: ['financial'],
      summary: `Confirm that pending entries of this ${kind} were paid by hand, in one sum; takes an Idempotency-Key`,
      read: readOwnerHandPayment,
      async work(change, asked, id) {
        await requireVisible(change, { kind, id })
        return ['payment', (await payPayeeManually(change, { kind, id }, asked)).id]
      },
    })
  }
  moneyWrite(app, context, {
    url: '/api/payment/:id/approve',
    roles,
    summary: 'Approve a payment that another person or the job asked for; it is sent',
    read: requireEmptyBody,
    async work(change, _asked, id) {
      await approvePayment(change, id)
      return ['payment', id]
    },
    after: async ({ id }) => sendPayment(context, id as number),
  })
  moneyWrite(app, context, {
    url: '/api/payment/:id/decline',
    roles,
    summary: 'Decline a payment that waits for approval: {reason}; its entries are pending again',
    stopsMoney: true,
    read: readReason,
    async work(change, reason, id) {
      await declinePayment(change, id, reason)
      return { id, declined: true }
    },
  })
}
