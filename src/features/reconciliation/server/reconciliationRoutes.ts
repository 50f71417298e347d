import type { FastifyInstance } from 'fastify'
import { text } from '#engine/declaration/fields/index.ts'
import { decodeBankText } from '#rules/payouts/bankText.ts'
import { parseIdParam } from '#engine/auth/server/requestBody.ts'
import { inTransaction } from '#engine/server/database/transaction.ts'
import { requestOrigin } from '#engine/auth/server/requestOrigin.ts'
import type { AppContext } from '#engine/server/context.ts'
import { ApiError, validationError } from '#engine/server/http/errors.ts'
import { isObject, parseBody } from '#engine/server/http/bodies.ts'
import { currentBusinessTime } from '#engine/records/server/change.ts'
import { actorWithRoles } from '#engine/auth/server/actorWithRoles.ts'
import { inIdempotentTransaction } from '#engine/auth/server/idempotency.ts'
import { readStatementInThread } from './inThread.ts'
import { moneyWrite, readReason } from '#features/commission/server/moneyWrite.ts'
import {
  closeStatement,
  listWaiting,
  readWaitingStatement,
  requireSecondPerson,
  storeStatement,
} from './bankStatements.ts'
import { askGateways } from './askGateways.ts'
import { confirmReconciliation, reconcile, type Reconciliation, settledReturns } from './reconcile.ts'

const roles = ['financial', 'paymentByAffiliate'] as const
const statementLengthMax = 4_000_000
const schema = {
  tags: ['payment'],
  summary:
    'Compare a statement with our payments: {statement} (the text of CSV, OFX or CNAB 240) or {file} (its bytes in base64); with {confirmation} of that answer, do what was found',
}
const inputFields = { confirmation: text({ max: 64 }) }

/** The text of a file that came as its bytes, in base64: those of a bank are not always UTF-8. */
function fileText(file: unknown): string {
  const isBase64 = typeof file === 'string' && /^[A-Za-z0-9+/]*={0,2}$/.test(file)
  if (!isBase64) throw validationError([{ field: 'file', code: 'invalid_type', values: { expected: 'base64' } }])
  return decodeBankText(Buffer.from(file, 'base64'))
}

function readInput(body: unknown): { text: string; confirmation: string | null } {
  if (!isObject(body)) throw new ApiError('invalid_request', { values: { reason: 'the body must be a JSON object' } })
  const { statement: given, file, ...rest } = body
  const statement = given ?? (file === undefined ? undefined : fileText(file))
  if (statement === undefined || statement === '') throw validationError([{ field: 'statement', code: 'required' }])
  if (typeof statement !== 'string')
    throw validationError([{ field: 'statement', code: 'invalid_type', values: { expected: 'the text of a file' } }])
  const { confirmation } = parseBody(inputFields, rest)
  return { text: statement, confirmation: confirmation as string | null }
}

const shown = <Side extends { amount: string } | null>(side: Side) => side && { ...side, amount: Number(side.amount) }

const shownComparison = ({ lines, ...found }: Reconciliation) => ({
  ...found,
  lines: lines.map((line) => ({ ...line, there: shown(line.there), here: shown(line.here) })),
})

/**
 * Files that wait for a second person: listed, compared anew, approved with the confirmation of that comparison, or
 * declined.
 */
function storedStatementRoutes(app: FastifyInstance, context: AppContext): void {
  app.get('/api/bankStatement', async (request) => {
    return listWaiting(context.database.db, await actorWithRoles(request, context, roles))
  })
  app.get('/api/bankStatement/:id', async (request) => {
    const actor = await actorWithRoles(request, context, roles)
    const { db } = context.database
    const { content } = await readWaitingStatement(db, { actor, id: parseIdParam(request.params) })
    const common = { actor, ...currentBusinessTime(context) }
    return shownComparison(await reconcile(db, common, await readStatementInThread(content)))
  })
  moneyWrite(app, context, {
    url: '/api/bankStatement/:id/approve',
    roles,
    summary: 'Approve a stored bank statement that another person uploaded: {confirmation} of its comparison',
    read: (body) => parseBody({ confirmation: text({ required: true, max: 64 }) }, body)['confirmation'] as string,
    async work(change, confirmation, id) {
      const row = await readWaitingStatement(change.db, { actor: change.actor, id, isLocked: true })
      await requireSecondPerson(change, row)
      const statement = await readStatementInThread(row.content)
      const { lines } = await reconcile(change.db, change, statement)
      const words = await askGateways(context, lines)
      return confirmReconciliation(change, { statement, text: row.content, confirmation, words })
    },
  })
  moneyWrite(app, context, {
    url: '/api/bankStatement/:id/decline',
    roles,
    summary: 'Decline a stored bank statement: {reason}; nothing of it is done',
    stopsMoney: true,
    read: readReason,
    async work(change, reason, id) {
      await readWaitingStatement(change.db, { actor: change.actor, id, isLocked: true })
      await closeStatement(change, id, { state: 'declined', reason })
      return { id, declined: true }
    },
  })
}

/**
 * `POST /api/payment/reconcile` with `{statement}` (the text of a CSV, OFX or CNAB 240 file) compares a bank's or gateway's statement
 * with our payments and changes no payment; with the `confirmation` of that
 * answer beside it, it does what was found. A file that says that money of settled payments came back is stored when it
 * is compared: another person than who uploaded it first confirms these.
 */
export function reconciliationRoutes(app: FastifyInstance, context: AppContext): void {
  storedStatementRoutes(app, context)
  app.post('/api/payment/reconcile', { bodyLimit: statementLengthMax, schema }, async (request, reply) => {
    const actor = await actorWithRoles(request, context, roles)
    const { text: given, confirmation } = readInput(request.body)
    const statement = await readStatementInThread(given)
    const common = { actor, ...currentBusinessTime(context) }
    const found = await reconcile(context.database.db, common, statement)
    if (confirmation === null) {
      const payments = settledReturns(found.lines)
      if (payments.length > 0)
        await inTransaction(context.database.db, (db) =>
          storeStatement({ db, request: requestOrigin(request), ...common }, { text: given, payments }),
        )
      return shownComparison(found)
    }
    const words = await askGateways(context, found.lines)
    const answer = await inIdempotentTransaction(context, { request, actor }, async (db) => {
      const change = { db, request: requestOrigin(request), ...common }
      return JSON.stringify(await confirmReconciliation(change, { statement, text: given, confirmation, words }))
    })
    return reply.type('application/json; charset=utf-8').send(answer)
  })
}
