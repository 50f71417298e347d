import type { FastifyInstance, FastifyRequest } from 'fastify'
import { currency } from '#resources/choices.ts'
import type { InvoicesAnswer } from '../../answers/invoices.ts'
import type { PayoutRequest } from '../../answers/requests.ts'
import type { Actor } from '#engine/declaration/actor.ts'
import { choice } from '#engine/declaration/fields/index.ts'
import type { Payee } from '#rules/payouts/payments.ts'
import { actorOf } from '#engine/auth/server/authenticate.ts'
import { ofAffiliatesHourly, openToAffiliates } from '#engine/auth/server/openToAffiliates.ts'
import { parseIdParam } from '#engine/auth/server/requestBody.ts'
import { requestOrigin } from '#engine/auth/server/requestOrigin.ts'
import type { AppContext } from '#engine/server/context.ts'
import { inTransaction } from '#engine/server/database/transaction.ts'
import { sendAttachment } from '#engine/server/http/attachment.ts'
import { parseBody } from '#engine/server/http/bodies.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { currentBusinessTime, type WriteContext } from '#engine/records/server/change.ts'
import { moneyWrite, readReason } from '#features/commission/server/moneyWrite.ts'
import { enterInvoice, readInvoices } from '../invoices/invoices.ts'
import { selfBilledDocument } from '../invoices/selfBilledDocument.ts'
import { invoiceBodyLimit, readWaiting } from '../invoices/invoiceRoutes.ts'
import { askPayout, declineRequest, lastRequests } from './payoutRequests.ts'

/** What an affiliate enters or asks for by itself an hour. */
const ownWrites = ofAffiliatesHourly(30)

/** The affiliate whose own session asks. @throws ApiError `forbidden` for everybody else */
async function ownOf(request: FastifyRequest, context: AppContext): Promise<{ actor: Actor; owner: Payee }> {
  const actor = await actorOf(request, context)
  if (actor.affiliate === undefined) throw new ApiError('forbidden')
  return { actor, owner: { kind: 'affiliate', id: actor.affiliate } }
}

/**
 * What affiliates do about their own payments: `GET|POST /api/portal/invoice` enters the invoice for the next one, `GET
 * /api/portal/payment/{id}/invoice` is the one that its company wrote, `POST
 * /api/portal/payment_request` asks for it. Staff decline a request: `POST /api/paymentRequest/{id}/decline`.
 */
export function requestRoutes(app: FastifyInstance, context: AppContext): void {
  const change = async <Answer>(request: FastifyRequest, work: (to: WriteContext, own: Payee) => Promise<Answer>) => {
    const { actor, owner } = await ownOf(request, context)
    const origin = requestOrigin(request)
    return inTransaction(context.database.db, (db) =>
      work({ db, actor, request: origin, ...currentBusinessTime(context, actor) }, owner),
    )
  }
  app.get('/api/portal/invoice', openToAffiliates, async (request, reply): Promise<InvoicesAnswer> => {
    const { owner } = await ownOf(request, context)
    void reply.header('cache-control', 'no-store')
    return readInvoices(context.database.db, owner)
  })
  app.get('/api/portal/payment/:id/invoice', openToAffiliates, async (request, reply) => {
    const { actor } = await ownOf(request, context)
    return sendAttachment(reply, await selfBilledDocument(context.database.db, actor, parseIdParam(request.params)))
  })
  app.post('/api/portal/invoice', { ...ownWrites, bodyLimit: invoiceBodyLimit }, async (request) => {
    const { currency: code, invoice } = readWaiting(request.body)
    return change(request, async (to, owner): Promise<InvoicesAnswer> => {
      await enterInvoice(to, { ...owner, currency: code }, invoice)
      return readInvoices(to.db, owner)
    })
  })
  app.post('/api/portal/payment_request', ownWrites, async (request) => {
    const { currency: code } = parseBody({ currency: choice(currency, { required: true }) }, request.body)
    return change(request, async (to, owner): Promise<PayoutRequest> => {
      await askPayout(to, { ...owner, currency: String(code) })
      const asked = await lastRequests(to.db, { kind: owner.kind, owners: [owner.id] })
      const { owner: _, ...answer } = asked.find((each) => each.currency === code)!
      return answer
    })
  })
  moneyWrite(app, context, {
    url: '/api/paymentRequest/:id/decline',
    roles: ['financial', 'paymentByAffiliate'],
    summary: 'Decline what an affiliate asked to be paid: {reason}',
    stopsMoney: true,
    read: readReason,
    async work(to, reason, id) {
      await declineRequest(to, id, reason)
      return { state: 'declined' }
    },
  })
}
