import type { FastifyInstance } from 'fastify'
import { choice, integer, text } from '#engine/declaration/fields/index.ts'
import { decodeText } from '#engine/values/spreadsheet/decodeText.ts'
import { parseIdParam } from '#engine/auth/server/requestBody.ts'
import { type BankCodeRow, type CodeMeaning, codeMeanings } from '../answers/reconciliation.ts'
import { requestOrigin } from '#engine/auth/server/requestOrigin.ts'
import type { AppContext } from '#engine/server/context.ts'
import { ApiError, validationError } from '#engine/server/http/errors.ts'
import { isObject, parseBody, propertiesOf } from '#engine/server/http/bodies.ts'
import { currentBusinessTime } from '#engine/records/server/change.ts'
import { actorWithRoles } from '#engine/auth/server/actorWithRoles.ts'
import { inIdempotentTransaction } from '#engine/auth/server/idempotency.ts'
import { readStatementInThread } from './inThread.ts'
import { moneyWrite, readReason } from '#features/commission/server/moneyWrite.ts'
import { closeStatement, listWaiting, readWaitingStatement, requireSecondPerson } from './bankStatements.ts'
import { answerCode, readCodes } from './bankAnswers.ts'
import { askGateways } from './askGateways.ts'
import { type Confirmation, confirmReconciliation, queueUnknownCodes, reconcile, withAccepted } from './reconcile.ts'

const roles = ['financial', 'paymentByAffiliate'] as const
const statementLengthMax = 4_000_000
const schema = {
  tags: ['payment'],
  summary:
    'Compare a statement with our payments: {statement} (the text of CSV, OFX or CNAB 240) or {file} (its bytes in base64); with {confirmation} of that answer, do what was found, and what is accepted by line: {accept, dismiss}',
}
const inputFields = { confirmation: text({ max: 64 }), company: integer({ min: 1 }) }
const codeFields = {
  bank: text({ required: true, max: 3, min: 3 }),
  // Empty where the bank left its place blank.
  code: text({ max: 10 }),
  means: choice({ name: 'codeMeaning', values: codeMeanings }),
  company: integer({ min: 1 }),
}

/** The text of a file that came as its bytes, in base64: those of a bank are not always UTF-8. */
function fileText(file: unknown): string {
  const isBase64 = typeof file === 'string' && /^[A-Za-z0-9+/]*={0,2}$/.test(file)
  if (!isBase64) throw validationError([{ field: 'file', code: 'invalid_type', values: { expected: 'base64' } }])
  return decodeText(Buffer.from(file, 'base64'))
}

/** Numbers of lines. @throws ApiError 400 */
function readLines(value: unknown, field: string): number[] {
  const given = value ?? []
  if (!Array.isArray(given) || !given.every((line) => Number.isSafeInteger(line)))
    throw validationError([{ field, code: 'invalid_type', values: { expected: 'an array of line numbers' } }])
  return given as number[]
}

type Input = Pick<Confirmation, 'accept' | 'dismiss' | 'company'> & {
  readonly text: string
  readonly confirmation: string | null
}

function readInput(body: unknown): Input {
  if (!isObject(body)) throw new ApiError('invalid_request', { values: { reason: 'the body must be a JSON object' } })
  const { statement: given, file, accept, dismiss, ...rest } = body
  const statement = given ?? (file === undefined ? undefined : fileText(file))
  if (statement === undefined || statement === '') throw validationError([{ field: 'statement', code: 'required' }])
  if (typeof statement !== 'string')
    throw validationError([{ field: 'statement', code: 'invalid_type', values: { expected: 'the text of a file' } }])
  const { confirmation, company } = parseBody(inputFields, rest) as {
    confirmation: string | null
    company: number | null
  }
  const lines = { accept: readLines(accept, 'accept'), dismiss: readLines(dismiss, 'dismiss') }
  return { text: statement, confirmation, company, ...lines }
}

const shown = <Side extends { amount: string } | null>(side: Side) => side && { ...side, amount: Number(side.amount) }

const shownComparison = ({ lines, payments: _, ...found }: Awaited<ReturnType<typeof reconcile>>) => ({
  ...found,
  lines: lines.map((line) => ({ ...line, there: shown(line.there), here: shown(line.here) })),
})

/**
 * Files that wait for a second person: listed, compared anew, approved with the confirmation of that comparison, or
 * declined.
 */
function storedStatementRoutes(app: FastifyInstance, context: AppContext): void {
  app.get('/api/bankStatement', async (request) => {
    const actor = await actorWithRoles(request, context, roles)
    return listWaiting({ db: context.database.db, actor, ...currentBusinessTime(context, actor) })
  })
  app.get('/api/bankStatement/:id', async (request) => {
    const actor = await actorWithRoles(request, context, roles)
    const { db } = context.database
    const { content } = await readWaitingStatement(db, { actor, id: parseIdParam(request.params) })
    const common = { actor, ...currentBusinessTime(context, actor) }
    return shownComparison(await reconcile(db, common, await readStatementInThread(content)))
  })
  moneyWrite(app, context, {
    url: '/api/bankStatement/:id/approve',
    roles,
    summary:
      'Approve a stored bank statement that another person uploaded: {confirmation} of its comparison, {accept} of its proposals',
    read: (body) => {
      const { accept, ...rest } = propertiesOf(body)
      const { confirmation } = parseBody({ confirmation: text({ required: true, max: 64 }) }, rest)
      return { confirmation: confirmation as string, accept: readLines(accept, 'accept') }
    },
    async work(change, { confirmation, accept }, id) {
      const row = await readWaitingStatement(change.db, { actor: change.actor, id, isLocked: true })
      await requireSecondPerson(change, row)
      const statement = await readStatementInThread(row.content)
      const { lines } = await reconcile(change.db, change, statement)
      const words = await askGateways(context, withAccepted(lines, accept))
      const asked = { accept, dismiss: [], company: null }
      return confirmReconciliation(change, { statement, text: row.content, confirmation, words, ...asked })
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
 * with our payments and changes nothing; with the `confirmation` of that
 * answer beside it, it does what was found. A file that says that money of settled payments came back is stored when it
 * is confirmed first: these change once another person confirms it, or approves what was stored.
 */
export function reconciliationRoutes(app: FastifyInstance, context: AppContext): void {
  storedStatementRoutes(app, context)
  app.post('/api/payment/reconcile', { bodyLimit: statementLengthMax, schema }, async (request, reply) => {
    const actor = await actorWithRoles(request, context, roles)
    const { text: given, confirmation, ...asked } = readInput(request.body)
    const statement = await readStatementInThread(given)
    const common = { actor, ...currentBusinessTime(context, actor) }
    const found = await reconcile(context.database.db, common, statement)
    if (confirmation === null) {
      await queueUnknownCodes({ db: context.database.db, at: common.at }, found)
      return shownComparison(found)
    }
    const words = await askGateways(context, withAccepted(found.lines, asked.accept))
    const answer = await inIdempotentTransaction(context, { request, actor }, async (db) => {
      const change = { db, request: requestOrigin(request), ...common }
      return JSON.stringify(
        await confirmReconciliation(change, { statement, text: given, confirmation, words, ...asked }),
      )
    })
    return reply.type('application/json; charset=utf-8').send(answer)
  })
  app.get('/api/payment/bank_code', async (request): Promise<BankCodeRow[]> => {
    const actor = await actorWithRoles(request, context, roles)
    return readCodes(context.database.db, actor)
  })
  moneyWrite(app, context, {
    url: '/api/payment/bank_code',
    roles,
    summary: 'Say what a code of a bank means: {bank, code, means, company}; means null forgets it',
    // It pays nothing: what a statement says is confirmed apart.
    stopsMoney: true,
    read: (body) =>
      parseBody(codeFields, body) as {
        bank: string
        code: string | null
        means: CodeMeaning | null
        company: number | null
      },
    async work(change, { bank, code, means, company: given }) {
      const { actor, db } = change
      const company = actor.root ? (given ?? actor.company) : actor.company
      if (company === null) throw validationError([{ field: 'company', code: 'required' }])
      if (given !== null && given !== company) throw new ApiError('not_found')
      await answerCode(change, { company, bank, code: code ?? '' }, means)
      return { codes: await readCodes(db, actor) }
    },
  })
}
