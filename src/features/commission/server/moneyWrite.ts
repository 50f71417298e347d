import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import { resources } from '#resources/index.ts'
import type { Actor } from '#engine/declaration/actor.ts'
import { text } from '#engine/declaration/fields/index.ts'
import type { RoleName } from '#engine/declaration/names.ts'
import { actorWithRoles } from '#engine/auth/server/actorWithRoles.ts'
import { inIdempotentTransaction, inStepUpTransaction, withoutStepUpCode } from '#engine/auth/server/idempotency.ts'
import { parseIdParam } from '#engine/auth/server/requestBody.ts'
import { requestOrigin } from '#engine/auth/server/requestOrigin.ts'
import type { AppContext } from '#engine/server/context.ts'
import { inTransaction } from '#engine/server/database/transaction.ts'
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
  /** Serves `{url}/preview`, too: the same is done and taken back, so that what it answers is what would be. */
  readonly hasPreview?: true
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

class Undone extends Error {
  readonly answer: string

  constructor(answer: string) {
    super('What was tried is taken back.')
    this.answer = answer
  }
}

/** Does something in a transaction and takes all of it back. @returns what it answered */
async function undone(db: Kysely<any>, work: (db: Kysely<any>) => Promise<string>): Promise<string> {
  try {
    return await inTransaction(db, async (transaction) => {
      throw new Undone(await work(transaction))
    })
  } catch (error) {
    if (error instanceof Undone) return error.answer
    throw error
  }
}

/**
 * Serves a write that moves money: once for each `Idempotency-Key`, and proved by a code of the authenticator. Refused
 * with `clocks_apart` where this server's clock is not the database's, but for what stops money.
 */
export function moneyWrite<Asked>(app: FastifyInstance, context: AppContext, write: MoneyWrite<Asked>): void {
  const { url, roles, summary, bodyLimit, stopsMoney, hasPreview, read, work, after } = write
  const inOneTransaction = stopsMoney ? inIdempotentTransaction : inStepUpTransaction
  const schema = summary ? { schema: { tags: ['payment'], summary } } : {}
  /** Reads what is asked. @returns what does it in a transaction, and answers the text of the answer */
  const prepare = async (request: FastifyRequest, actor: Actor) => {
    const id = url.includes('/:id') ? parseIdParam(request.params) : 0
    const asked = read(withoutStepUpCode(request.body), currentBusinessTime(context, actor))
    if (!stopsMoney) await context.database.clock.requireAgreement()
    return async (db: Kysely<any>): Promise<string> => {
      const done = await work(
        { db, actor, request: requestOrigin(request), ...currentBusinessTime(context, actor) },
        asked,
        id,
      )
      if (!isRecordName(done)) return JSON.stringify(done)
      const [name, record] = done
      const origin = `${request.protocol}://${request.host}`
      const found = await selectRecord({ context, actor, resource: resources[name], origin }, String(record), db)
      return found ?? JSON.stringify({ id: record })
    }
  }
  if (hasPreview)
    app.post(`${url}/preview`, { ...(bodyLimit ? { bodyLimit } : {}), ...schema }, async (request, reply) => {
      const doIt = await prepare(request, await actorWithRoles(request, context, roles))
      const answer = await undone(context.database.db, doIt)
      return reply.type('application/json; charset=utf-8').header('cache-control', 'no-store').send(answer)
    })
  app.post(url, { ...(bodyLimit ? { bodyLimit } : {}), ...schema }, async (request, reply) => {
    const actor = await actorWithRoles(request, context, roles)
    const doIt = await prepare(request, actor)
    const answer = await inOneTransaction(context, { request, actor }, doIt)
    await after?.(JSON.parse(answer) as Readonly<Record<string, unknown>>)
    return reply.type('application/json; charset=utf-8').send(answer)
  })
}
