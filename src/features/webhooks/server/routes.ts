import type { FastifyInstance, FastifyRequest } from 'fastify'
import { resources } from '#resources/index.ts'
import type { Actor } from '#engine/declaration/actor.ts'
import type { SignalSecretAnswer } from '../answers/webhooks.ts'
import { can } from '#engine/declaration/derive/access.ts'
import { validateInput } from '#engine/declaration/derive/validator.ts'
import { moment } from '#engine/declaration/fields/index.ts'
import { actorOf } from '#engine/auth/server/authenticate.ts'
import { openToAffiliates, ofAffiliatesHourly } from '#engine/auth/server/openToAffiliates.ts'
import { parseIdParam } from '#engine/auth/server/requestBody.ts'
import { requestOrigin } from '#engine/auth/server/requestOrigin.ts'
import { withStepUp } from '#engine/auth/server/twoStep/withStepUp.ts'
import type { AppContext } from '#engine/server/context.ts'
import { readPrimaryAs } from '#engine/server/database/rowSecurity/openRowSecurity.ts'
import { firstRow } from '#engine/server/database/rows.ts'
import { inTransaction } from '#engine/server/database/transaction.ts'
import { ApiError, validationError } from '#engine/server/http/errors.ts'
import { type WriteContext, writeAuditEntry, currentBusinessTime } from '#engine/records/server/change.ts'
import { stepUpCredentialsIn } from '#engine/records/server/write/stepUpCredentials.ts'
import { scopeCondition } from '#engine/records/server/visibility/scope.ts'
import { makeSecret, readSecrets, type SecretRow } from './secrets.ts'
import { readQueue, readTarget, replay, retryDeadDeliveries, type TargetRow, testTarget } from './target.ts'
import { sql } from 'kysely'

/** An affiliate has its own system called so often an hour, and so often whole ranges. */
const [testsPerHour, replaysPerHour] = [60, 6]

const rangeFields = { from: moment({ required: true }), to: moment({ required: true }) }

const secretAnswer = ({ id, hint, made_at, ends_at, is_unseen }: SecretRow): SignalSecretAnswer => ({
  id,
  hint,
  madeAt: made_at.toISOString(),
  endsAt: ends_at?.toISOString() ?? null,
  isUnseen: is_unseen,
})

/** @throws ApiError the problem of each field; `in_past` where the last moment lies before the first */
function readRange(body: unknown): { from: Date; to: Date } {
  const read = validateInput({ fields: rangeFields, input: body })
  if (!read.ok) throw validationError([...read.problems])
  const [from, to] = [new Date(String(read.values.from)), new Date(String(read.values.to))]
  if (to < from) throw validationError([{ field: 'to', code: 'before_begin' }])
  return { from, to }
}

async function targetOfDelivery(context: AppContext, actor: Actor, delivery: number): Promise<number> {
  const isVisible = scopeCondition({ actor, resource: resources.signalDelivery, alias: 'delivery' })
  const row = await firstRow(
    readPrimaryAs(context.database, actor),
    sql<{
      target: number
    }>`select target from signal_delivery delivery where id = ${delivery}::bigint and ${isVisible}`,
  )
  if (!row) throw new ApiError('not_found')
  return row.target
}

/**
 * What is done to a signal target beside writing it: a test, secrets, sending again. Whoever may change it, may.
 * @param wake has what is due looked for at once
 */
export function signalRoutes(app: FastifyInstance, context: AppContext, wake: () => void): void {
  const { database } = context
  const asked = async (
    request: FastifyRequest,
    targetOf = async (_actor: Actor) => parseIdParam(request.params),
  ): Promise<{ actor: Actor; target: TargetRow; change: Omit<WriteContext, 'db'> }> => {
    const actor = await actorOf(request, context)
    if (!can({ actor, resource: resources.signalTarget, operation: 'update' })) throw new ApiError('forbidden')
    const target = await readTarget(readPrimaryAs(database, actor), actor, await targetOf(actor))
    return { actor, target, change: { ...currentBusinessTime(context, actor), actor, request: requestOrigin(request) } }
  }
  const path = '/api/signalTarget/:id'
  // Whose sessions these are open to follows from the declaration: whoever may change a target, of their own.
  app.get(`${path}/queue`, openToAffiliates, async (request) => readQueue(context, (await asked(request)).target.id))
  app.post(`${path}/test`, ofAffiliatesHourly(testsPerHour), async (request) =>
    testTarget(context, (await asked(request)).target),
  )
  app.get(`${path}/secret`, async (request) => {
    const { target } = await asked(request)
    return (await readSecrets(database.db, target.id, context.now())).map(secretAnswer)
  })
  app.post(`${path}/secret`, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const { actor, target, change } = await asked(request)
    if (target.kind !== 'webhook') throw new ApiError('not_found')
    const proof = { actor, origin: requestOrigin(request), totp: stepUpCredentialsIn(request.body).given.totp }
    return withStepUp(context, proof, async (transaction) => {
      const { secret, ...row } = await makeSecret(context, transaction, { target: target.id, now: context.now() })
      const changes = [{ field: 'secret', before: null, after: `…${row.hint}` }]
      const line = { operation: 'makeSecret', object: 'signalTarget', objectId: target.id, changes }
      await writeAuditEntry({ ...change, db: transaction }, line)
      return { ...secretAnswer(row), secret }
    })
  })
  app.post(`${path}/replay`, ofAffiliatesHourly(replaysPerHour), async (request) => {
    const { target, change } = await asked(request)
    const range = readRange(request.body)
    const count = await inTransaction(database.db, (db) => replay({ ...change, db }, target, range))
    wake()
    return { count }
  })
  app.post(`${path}/again`, ofAffiliatesHourly(replaysPerHour), async (request) => {
    const { target, change } = await asked(request)
    const count = await inTransaction(database.db, (db) => retryDeadDeliveries({ ...change, db }, target, null))
    wake()
    return { count }
  })
  app.post('/api/signalDelivery/:id/again', ofAffiliatesHourly(testsPerHour), async (request) => {
    const delivery = parseIdParam(request.params)
    const { target, change } = await asked(request, (actor) => targetOfDelivery(context, actor, delivery))
    const count = await inTransaction(database.db, (db) => retryDeadDeliveries({ ...change, db }, target, delivery))
    wake()
    return { count }
  })
}
