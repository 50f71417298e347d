import type { FastifyInstance } from 'fastify'
import { validateInput } from '../../../config/derive/validator.ts'
import { text } from '../../../config/fields/index.ts'
import { requestOrigin } from '../../auth/requestOrigin.ts'
import type { AppContext } from '../../context.ts'
import { ApiError, problemsError } from '../../errors.ts'
import { actorWithRoles } from '../../auth/actorWithRoles.ts'
import { inIdempotentTransaction } from '../../auth/idempotency.ts'
import { readStatement, type StatementLine } from '../reconcile/readBankStatement.ts'
import { confirmReconciliation, reconcile } from '../reconcile/reconcile.ts'

const statementLengthMax = 4_000_000
const schema = {
  tags: ['payment'],
  summary:
    'Compare a statement with our payments: {statement} (CSV); with {confirmation} of that answer, do what was found',
}
const inputFields = { confirmation: text({ max: 64 }) }

function readInput(body: unknown): { statement: StatementLine[]; confirmation: string | null } {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new ApiError('invalid_request', { values: { reason: 'the body must be a JSON object' } })
  const { statement, ...rest } = body as Record<string, unknown>
  if (statement === undefined || statement === '') throw problemsError([{ field: 'statement', code: 'required' }])
  if (typeof statement !== 'string')
    throw problemsError([{ field: 'statement', code: 'invalid_type', values: { expected: 'the text of a CSV file' } }])
  const validated = validateInput({ fields: inputFields, input: rest })
  if (!validated.ok) throw problemsError(validated.problems)
  return { statement: readStatement(statement), confirmation: validated.values.confirmation as string | null }
}

/**
 * `POST /api/payment/reconcile` with `{statement}` (the text of a CSV file) compares a bank's or gateway's statement
 * with our payments and changes nothing; with the `confirmation` of that
 * answer beside it, it does what was found.
 */
export function reconciliationRoutes(app: FastifyInstance, context: AppContext): void {
  const zone = context.environment.businessTimeZone
  app.post('/api/payment/reconcile', { bodyLimit: statementLengthMax, schema }, async (request, reply) => {
    const actor = await actorWithRoles(request, context, ['financial', 'paymentByAffiliate'])
    const { statement, confirmation } = readInput(request.body)
    reply.header('cache-control', 'no-store')
    if (confirmation === null) {
      const found = await reconcile(context.database.db, { actor, statement, zone })
      const money = <Side extends { amount: string } | null>(side: Side) =>
        side === null ? null : { ...side, amount: Number(side.amount) }
      return {
        ...found,
        lines: found.lines.map((line) => ({ ...line, there: money(line.there), here: money(line.here) })),
      }
    }
    const answer = await inIdempotentTransaction(context, { request, actor }, async (db) =>
      JSON.stringify(
        await confirmReconciliation(
          { db, actor, at: context.now(), request: requestOrigin(request) },
          { statement, zone, confirmation },
        ),
      ),
    )
    return reply.type('application/json; charset=utf-8').send(answer)
  })
}
