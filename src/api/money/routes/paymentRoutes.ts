import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { currency as currencies } from '../../../../resources/choices.ts'
import { resources } from '../../../../resources/index.ts'
import { validateInput } from '../../../config/derive/validator.ts'
import { text } from '../../../config/fields/index.ts'
import type { AppContext } from '../../context.ts'
import { ApiError, problemsError } from '../../errors.ts'
import { requestOrigin } from '../../auth/requestOrigin.ts'
import { readId } from '../../auth/requestBody.ts'
import { inIdempotentTransaction, withoutProof } from '../../auth/idempotency.ts'
import { inProvenTransaction } from '../../auth/provenTransaction.ts'
import { type OwnerKind, ownerKinds } from '../../../domain/payments.ts'
import { actorWithRoles } from '../../auth/actorWithRoles.ts'
import { selectRecord } from '../../records/operations/read.ts'
import { scopeCondition } from '../../records/scope.ts'
import { approvePayment, declinePayment } from '../pay/decidePayment.ts'
import type { PaymentChange } from '../../records/change.ts'
import { createPayment } from '../pay/createPayment.ts'
import { payOwnerByHand, readOwnerHandPayment } from '../pay/payOwnerByHand.ts'
import { sendPayment } from '../send/sendPayment.ts'

const paymentRoles = ['financial', 'paymentByAffiliate'] as const
const declineFields = { reason: text({ required: true, max: 300 }) }

function sendJson(reply: FastifyReply, json: string): FastifyReply {
  return reply.type('application/json; charset=utf-8').header('cache-control', 'no-store').send(json)
}

interface WithId {
  Params: { id: string }
}

/** Reads `{currency?}`. @throws ApiError 400 */
function readCurrency(body: unknown): string | undefined {
  const { currency: given, ...rest } = (
    typeof body === 'object' && body !== null && !Array.isArray(body) ? body : {}
  ) as Record<string, unknown>
  emptyBody(given === undefined ? body : rest)
  if (given === undefined || given === null) return undefined
  if (!currencies.values.some((each) => each === given))
    throw problemsError([
      { field: 'currency', code: 'invalid_choice', values: { choices: currencies.values.join(', ') } },
    ])
  return given as string
}

function emptyBody(body: unknown): void {
  const isEmpty = body === undefined || body === null || (typeof body === 'object' && !Array.isArray(body))
  if (!isEmpty) throw new ApiError('invalid_request', { values: { reason: 'the body must be a JSON object' } })
  const unknown = Object.keys(body ?? {})
  if (unknown.length > 0) throw problemsError(unknown.map((field) => ({ field, code: 'unknown_property' as const })))
}

async function requireVisible(
  { db, actor }: Pick<PaymentChange, 'db' | 'actor'>,
  kind: OwnerKind,
  id: number,
): Promise<void> {
  const { rows } = await sql`select from ${sql.table(kind)} owner where owner.id = ${String(id)}::text::bigint
      and ${scopeCondition({ actor, resource: resources[kind], alias: 'owner' })}`.execute(db)
  if (rows.length === 0) throw new ApiError('not_found')
}

/**
 * `POST /api/payment/affiliate/{id}` and `/partner/{id}`: the pending entries are paid now. The answer is the payment
 * as it was made, the same for the same Idempotency-Key.
 */
function payNowRoute(app: FastifyInstance, context: AppContext, kind: OwnerKind): void {
  app.post<WithId>(
    `/api/payment/${kind}/:id`,
    {
      schema: {
        tags: ['payment'],
        summary: `Pay the pending entries of this ${kind} now, {currency} where they have several; takes an Idempotency-Key`,
      },
    },
    async (request, reply) => {
      const actor = await actorWithRoles(request, context, paymentRoles)
      const id = readId(request.params)
      const currency = readCurrency(withoutProof(request.body))
      const answer = await inProvenTransaction(context, { request, actor }, async (db) => {
        const change: PaymentChange = { db, actor, at: context.now(), request: requestOrigin(request) }
        await requireVisible(change, kind, id)
        const created = await createPayment(change, {
          owner: { kind, id },
          currency,
          asked: 'person',
          zone: context.environment.businessTimeZone,
        })
        return JSON.stringify({
          ...created,
          value: Number(created.value),
          method: 'automatic',
          state: 'created',
          requestedBy: actor.name,
        })
      })
      const payment = JSON.parse(answer) as { id: number; awaitsApproval: boolean }
      // After the commit, so that a crash in between leaves a payment that is sent later. A repeated request finds it
      // sent.
      if (!payment.awaitsApproval) await sendPayment(context, payment.id)
      return sendJson(reply, answer)
    },
  )
}

/** The payment as whoever asks sees it, in the transaction that changed it. */
async function recordOf(
  { db, actor }: PaymentChange,
  { context, request, id }: { context: AppContext; request: FastifyRequest; id: number },
): Promise<string> {
  return (
    (await selectRecord(
      { context, actor, resource: resources.payment, origin: `${request.protocol}://${request.host}` },
      String(id),
      db,
    )) ?? JSON.stringify({ id })
  )
}

/**
 * `POST /api/payment/affiliate/{id}/manual` and `/partner/{id}/manual`: pending entries were paid by hand, in one sum.
 */
function manualRoute(app: FastifyInstance, context: AppContext, kind: OwnerKind): void {
  const summary = `Confirm that pending entries of this ${kind} were paid by hand, in one sum; takes an Idempotency-Key`
  app.post<WithId>(
    `/api/payment/${kind}/:id/manual`,
    { schema: { tags: ['payment'], summary } },
    async (request, reply) => {
      const actor = await actorWithRoles(request, context, ['financial'])
      const id = readId(request.params)
      const present = { now: context.now(), zone: context.environment.businessTimeZone }
      const asked = readOwnerHandPayment(withoutProof(request.body), present)
      const answer = await inProvenTransaction(context, { request, actor }, async (db) => {
        const change: PaymentChange = { db, actor, at: present.now, request: requestOrigin(request) }
        await requireVisible(change, kind, id)
        const { payment } = await payOwnerByHand(change, { ...asked, owner: { kind, id }, present })
        return recordOf(change, { context, request, id: payment })
      })
      return sendJson(reply, answer)
    },
  )
}

/** Two-person approval: `POST /api/payment/{id}/approve` and `/decline`. */
function approvalRoutes(app: FastifyInstance, context: AppContext): void {
  app.post<WithId>(
    '/api/payment/:id/approve',
    {
      schema: { tags: ['payment'], summary: 'Approve a payment that another person or the job asked for; it is sent' },
    },
    async (request, reply) => {
      const actor = await actorWithRoles(request, context, paymentRoles)
      const id = readId(request.params)
      emptyBody(withoutProof(request.body))
      const answer = await inProvenTransaction(context, { request, actor }, async (db) => {
        const change: PaymentChange = { db, actor, at: context.now(), request: requestOrigin(request) }
        await approvePayment(change, id, context.environment.businessTimeZone)
        return recordOf(change, { context, request, id })
      })
      await sendPayment(context, id)
      return sendJson(reply, answer)
    },
  )
  app.post<WithId>(
    '/api/payment/:id/decline',
    {
      schema: {
        tags: ['payment'],
        summary: 'Decline a payment that waits for approval: {reason}; its entries are pending again',
      },
    },
    async (request, reply) => {
      const actor = await actorWithRoles(request, context, paymentRoles)
      const id = readId(request.params)
      const validated = validateInput({ fields: declineFields, input: (request.body ?? {}) as Record<string, unknown> })
      if (!validated.ok) throw problemsError(validated.problems)
      const answer = await inIdempotentTransaction(context, { request, actor }, async (db) => {
        await declinePayment(
          { db, actor, at: context.now(), request: requestOrigin(request) },
          id,
          validated.values.reason as string,
        )
        return JSON.stringify({ id, declined: true })
      })
      return sendJson(reply, answer)
    },
  )
}

/** What people do with payments: pay now, confirm by hand, approve, decline. */
export function payoutPaymentRoutes(app: FastifyInstance, context: AppContext): void {
  for (const kind of ownerKinds) {
    payNowRoute(app, context, kind)
    manualRoute(app, context, kind)
  }
  approvalRoutes(app, context)
}
