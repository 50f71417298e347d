import type { FastifyInstance } from 'fastify'
import { currency, paymentType } from '#resources/choices.ts'
import type { PayRunPayee, PayRunAnswer } from '../answers/payRun.ts'
import { defineChoices } from '#engine/declaration/choices.ts'
import { boolean, choice, integer, list, money, text } from '#engine/declaration/fields/index.ts'
import { invoiceLengthMax } from '#rules/payouts/invoices.ts'
import { payeeKinds } from '#rules/payouts/payments.ts'
import type { AppContext } from '#engine/server/context.ts'
import { validationError } from '#engine/server/http/errors.ts'
import { readAs } from '#engine/server/database/rowSecurity/openRowSecurity.ts'
import { actorWithRoles } from '#engine/auth/server/actorWithRoles.ts'
import { propertiesOf, readIds, parseBody } from '#engine/server/http/bodies.ts'
import type { BusinessTime } from '#engine/records/server/change.ts'
import { readManualPayment } from './payments/manualPayment.ts'
import { readInvoice } from './invoices/readInvoice.ts'
import { type PayRun, payRun } from './payments/payRun.ts'
import { waitingRuns } from './payments/waitingRuns.ts'
import { sendPayments } from './disbursement/sendPayments.ts'
import { moneyWrite } from '#features/commission/server/moneyWrite.ts'

const roles = ['financial', 'paymentByAffiliate'] as const

/** One run pays so many at most: all of it is one transaction. */
const payeesMax = 200

const invalid = (field: string, expected: string) =>
  validationError([{ field, code: 'invalid_type', values: { expected } }])

const runFields = {
  payees: list(
    {
      kind: choice(defineChoices('ownerKind', payeeKinds), { required: true }),
      id: integer({ required: true, min: 1 }),
      currency: choice(currency, { required: true }),
      value: money({ required: true, min: 0.01 }),
      amount: money({ min: 0.01 }),
      method: choice(paymentType, { required: true }),
      invoice: text({ max: invoiceLengthMax }),
      awaitsApproval: boolean(),
    },
    { max: payeesMax },
  ),
}

/** Reads `{payees, approvals, paidAt, reference, note}`. @throws ApiError 400 */
function readRun(body: unknown, present: BusinessTime): PayRun {
  const { payees: given = [], approvals: asked = [], ...hand } = propertiesOf(body)
  const named = (parseBody(runFields, { payees: given })['payees'] ?? []) as readonly PayRunPayee[]
  const payees = named.map((payee) => ({ ...payee, invoice: readInvoice(payee.invoice) }))
  if (!Array.isArray(asked)) throw invalid('approvals', 'a list of ids')
  if (payees.length + asked.length === 0) throw validationError([{ field: 'payees', code: 'required' }])
  if (payees.length + asked.length > payeesMax)
    throw validationError([{ field: 'payees', code: 'too_many_items', values: { max: payeesMax } }])
  const keys = new Set(payees.map(({ kind, id, currency: code }) => `${kind} ${id} ${code}`))
  if (keys.size < payees.length) throw invalid('payees', 'each payee once a currency')
  const approvals = asked.length === 0 ? [] : readIds(asked, { field: 'approvals', max: payeesMax })
  const isByHand = payees.some(({ method }) => method === 'manual')
  if (!isByHand && Object.keys(hand).length === 0) return { payees, approvals, byHand: null }
  return { payees, approvals, byHand: readManualPayment(hand, present) }
}

/**
 * `POST /api/payment/run`: pays several owners, one payment each, and approves what others asked for, with one code of
 * the authenticator; `/preview` says what would become of it. `GET /api/payment/run`: what waits, run by run.
 */
export function payRunRoute(app: FastifyInstance, context: AppContext): void {
  app.get('/api/payment/run', { schema: { tags: ['payment'] } }, async (request, reply) => {
    const actor = await actorWithRoles(request, context, roles)
    reply.header('cache-control', 'no-store')
    return waitingRuns(readAs(context.database, actor), actor)
  })
  moneyWrite(app, context, {
    url: '/api/payment/run',
    roles,
    summary: 'Pay several affiliates and partners, one payment each, and approve payments; takes an Idempotency-Key',
    read: readRun,
    work: payRun,
    hasPreview: true,
    // After the commit: what a crash in between leaves behind is sent later, as what a repeated request finds sent.
    async after(answer) {
      const { payments } = answer as unknown as PayRunAnswer
      await sendPayments(
        context,
        payments.filter(({ awaitsApproval }) => !awaitsApproval).map(({ payment }) => payment),
      )
    },
  })
}
