import type { FastifyInstance } from 'fastify'
import { resources } from '#resources/index.ts'
import { text } from '#engine/declaration/fields/index.ts'
import type { RoleName } from '#engine/declaration/names.ts'
import { actorWithRoles } from '#engine/auth/server/actorWithRoles.ts'
import { inIdempotentTransaction, inStepUpTransaction, withoutStepUpCode } from '#engine/auth/server/idempotency.ts'
import { parseIdParam } from '#engine/auth/server/requestBody.ts'
import { requestOrigin } from '#engine/auth/server/requestOrigin.ts'
import type { AppContext } from '#engine/server/context.ts'
import { parseBody } from '#engine/server/http/bodies.ts'
import { type WriteContext, type BusinessTime, currentBusinessTime } from '#engine/records/server/change.ts'
import { selectRecord } from '#engine/records/server/operations/read.ts'

/** A write over HTTP that moves money: who may, what is read of it and what is done, in one transaction. */
export interface MoneyWrite<Asked> {
  readonly url: string
  readonly roles: readonly RoleName[]
  readonly summary?: string
  readonly bodyLimit?: number
  /** Stopping money asks for no code of the authenticator; everything else does, of whoever has one. */
  readonly stopsMoney?: true
  /** Reads what is asked, before anything is opened. @throws ApiError 400 */
  readonly read: (body: unknown, present: BusinessTime) => Asked
  /** Does it. @returns the answer, or the resource and id of the record to answer */
  readonly work: (change: WriteContext, asked: Asked, id: number) => Promise<object | RecordName>
  /** Follows the commit. */
  readonly after?: (answer: Readonly<Record<string, unknown>>) => Promise<void>
}

/** The record that is answered as whoever asks sees it, in the transaction that changed it. */
export type RecordName = readonly [resource: 'correction' | 'entry' | 'payment' | 'period', id: number]

const isRecordName = (done: object): done is RecordName => Array.isArray(done)

/** Reads `{reason}`, why somebody stops or reopens something. @throws ApiError 400 */
export function readReason(body: unknown): string {
  return parseBody({ reason: text({ required: true, max: 300 }) }, body).reason as string
}

/**
 * Serves a write that moves money: once for each `Idempotency-Key`, and proved by a code of the authenticator. Refused
 * with `clocks_apart` where this server's clock is not the database's, but for what stops money.
 */
export function moneyWrite<Asked>(app: FastifyInstance, context: AppContext, write: MoneyWrite<Asked>): void {
  const { url, roles, summary, bodyLimit, stopsMoney, read, work, after } = write
  const inOneTransaction = stopsMoney ? inIdempotentTransaction : inStepUpTransaction
  const schema = summary ? { schema: { tags: ['payment'], summary } } : {}
  app.post(url, { ...(bodyLimit ? { bodyLimit } : {}), ...schema }, async (request, reply) => {
    const actor = await actorWithRoles(request, context, roles)
    const id = url.includes('/:id') ? parseIdParam(request.params) : 0
    const asked = read(stopsMoney ? request.body : withoutStepUpCode(request.body), currentBusinessTime(context))
    if (!stopsMoney) await context.database.clock.requireAgreement()
    const answer = await inOneTransaction(context, { request, actor }, async (db) => {
      const done = await work(
        { db, actor, request: requestOrigin(request), ...currentBusinessTime(context) },
        asked,
        id,
      )
      if (!isRecordName(done)) return JSON.stringify(done)
      const [name, record] = done
      const origin = `${request.protocol}://${request.host}`
      const found = await selectRecord({ context, actor, resource: resources[name], origin }, String(record), db)
      return found ?? JSON.stringify({ id: record })
    })
    await after?.(JSON.parse(answer) as Readonly<Record<string, unknown>>)
    return reply.type('application/json; charset=utf-8').send(answer)
  })
}
