import type { FastifyInstance } from 'fastify'
import { text } from '#engine/declaration/fields/index.ts'
import { decodeBankText } from '#rules/payouts/bankText.ts'
import { requestOrigin } from '#engine/auth/server/requestOrigin.ts'
import type { AppContext } from '#engine/server/context.ts'
import { ApiError, validationError } from '#engine/server/http/errors.ts'
import { isObject, parseBody } from '#engine/server/http/bodies.ts'
import { currentBusinessTime } from '#engine/records/server/change.ts'
import { actorWithRoles } from '#engine/auth/server/actorWithRoles.ts'
import { inIdempotentTransaction } from '#engine/auth/server/idempotency.ts'
import { readStatementInThread } from './inThread.ts'
import { confirmReconciliation, reconcile } from './reconcile.ts'

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

/**
 * `POST /api/payment/reconcile` with `{statement}` (the text of a CSV, OFX or CNAB 240 file) compares a bank's or gateway's statement
 * with our payments and changes nothing; with the `confirmation` of that
 * answer beside it, it does what was found.
 */
export function reconciliationRoutes(app: FastifyInstance, context: AppContext): void {
  app.post('/api/payment/reconcile', { bodyLimit: statementLengthMax, schema }, async (request, reply) => {
    const actor = await actorWithRoles(request, context, ['financial', 'paymentByAffiliate'])
    const { text: given, confirmation } = readInput(request.body)
    const statement = await readStatementInThread(given)
    const common = { actor, ...currentBusinessTime(context) }
    if (confirmation === null) {
      const { lines, ...found } = await reconcile(context.database.db, common, statement)
      return { ...found, lines: lines.map((line) => ({ ...line, there: shown(line.there), here: shown(line.here) })) }
    }
    const answer = await inIdempotentTransaction(context, { request, actor }, async (db) => {
      const change = { db, request: requestOrigin(request), ...common }
      return JSON.stringify(await confirmReconciliation(change, { statement, confirmation }))
    })
    return reply.type('application/json; charset=utf-8').send(answer)
  })
}
