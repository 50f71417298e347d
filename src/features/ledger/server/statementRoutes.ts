import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { currency as currencies, language as languages } from '#resources/choices.ts'
import type { Actor } from '#engine/declaration/actor.ts'
import type { PaidElsewhere, ProvedStatement, Statement, StatementDocument } from '../answers/statement.ts'
import type { Problem } from '#engine/declaration/problems.ts'
import { daysBetween, type Day, isDay } from '#engine/values/calendar.ts'
import { type PayeeKind, payeeKinds } from '#rules/payouts/payments.ts'
import { openToAffiliates } from '#engine/auth/server/openToAffiliates.ts'
import { parseIdParam } from '#engine/auth/server/requestBody.ts'
import { requestOrigin } from '#engine/auth/server/requestOrigin.ts'
import type { AppContext } from '#engine/server/context.ts'
import { readSelfAs } from '#engine/server/database/rowSecurity/openRowSecurity.ts'
import { validationError } from '#engine/server/http/errors.ts'
import { type FileLanguage, textsOf } from '#engine/export/server/texts.ts'
import { workbookChunks, workbookType } from '#engine/export/server/workbook.ts'
import { actorWithRoles } from '#engine/auth/server/actorWithRoles.ts'
import { whyAdjusted } from '#features/commission/server/close/adjustmentCauses.ts'
import { readPaidElsewhere, readStatement, type StatementOwner, statementOwner } from './readStatement.ts'
import { documentOf, sheetsOf } from './statementDocument.ts'
import { proveStatement, readPayable } from './statementProof.ts'

/** A year, leap or not. */
const daysMax = 366

interface Question {
  readonly from: Day
  readonly to: Day
  readonly currency: string | null
  readonly language: FileLanguage | null
}

/** Reads the days, both inclusive, the currency, and of a document the language, where they are said. @throws ApiError 400 */
function readQuestion({ query }: FastifyRequest, takesLanguage: boolean): Question {
  // An empty parameter is one that is not there.
  const given = Object.entries(query as Readonly<Record<string, unknown>>).filter(([, value]) => value !== '')
  const { from, to, currency, ...others } = Object.fromEntries(given)
  const { language, ...rest } = takesLanguage ? others : { ...others, language: undefined }
  const problems: Problem[] = Object.keys(rest).map((name) => ({ field: name.slice(0, 60), code: 'unknown_property' }))
  for (const [field, day] of Object.entries({ from, to })) {
    if (day === undefined) problems.push({ field, code: 'required' })
    else if (!isDay(day)) problems.push({ field, code: 'invalid_date' })
  }
  if (currency !== undefined && !currencies.values.some((each) => each === currency))
    problems.push({ field: 'currency', code: 'invalid_choice', values: { choices: currencies.values.join(', ') } })
  if (language !== undefined && !languages.values.some((each) => each === language))
    problems.push({ field: 'language', code: 'invalid_language' })
  if (problems.length === 0 && (to as Day) < (from as Day)) problems.push({ field: 'to', code: 'before_begin' })
  else if (problems.length === 0 && daysBetween({ from: from as Day, to: to as Day }) >= daysMax)
    problems.push({ field: 'to', code: 'too_many_days', values: { days: daysMax } })
  if (problems.length > 0) throw validationError(problems)
  return {
    from: from as Day,
    to: to as Day,
    currency: (currency as string | undefined) ?? null,
    language: (language as FileLanguage | undefined) ?? null,
  }
}

/** A statement that is asked for, and the ledger under it, of one moment. */
interface Read extends Pick<ProvedStatement, 'statement' | 'ledger'> {
  readonly actor: Actor
  readonly of: StatementOwner
  readonly elsewhere: readonly PaidElsewhere[]
  /** The one that was asked for, else the owner's own, else the first. */
  readonly language: FileLanguage
}

async function statementOf(
  request: FastifyRequest,
  context: AppContext,
  kind: PayeeKind,
  takesLanguage = false,
): Promise<Read> {
  const actor = await actorWithRoles(request, context, ['entryByAffiliate'])
  const owner = { kind, id: parseIdParam(request.params) }
  const { from, to, currency: asked, language } = readQuestion(request, takesLanguage)
  // Of one moment: what is paid meanwhile would be missing on one side.
  const reading = readSelfAs(context.database, actor)
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
  return reading.execute(async (db) => {
    const of = await statementOwner(db, { actor, owner, currency: asked })
    const question = { owner, from, to, currency: of.currency }
    const statement = await readStatement(db, { actor, name: of.name, question })
    const ledger = await readPayable(db, statement)
    const elsewhere = await readPaidElsewhere(db, question)
    return { actor, statement, ledger, elsewhere, of, language: language ?? of.language ?? languages.values[0]! }
  })
}

/** A statement in words: what came later by its causes, which are found among what the reader may not see. */
async function documentIn(
  { database }: AppContext,
  { statement, elsewhere, of, language }: Read,
): Promise<StatementDocument> {
  const later = statement.adjustments.filter(({ cause }) => cause === 'late_activity').map(({ entry }) => entry)
  const why = await whyAdjusted(database.db, later)
  const causes = new Map([...why].map(([entry, each]) => [entry, each.causes]))
  return documentOf(statement, { owner: of, elsewhere, causes, texts: textsOf(language) })
}

const fileName = ({ owner, from, to, currency }: Statement) =>
  `statement-${owner.kind}-${owner.id}-${from}-${to}-${currency}`

const asFile = (reply: FastifyReply, name: string) =>
  reply.header('cache-control', 'no-store').header('content-disposition', `attachment; filename="${name}"`)

/**
 * `GET /api/statement/{affiliate|partner}/{id}?from&to&currency`: what was owed, what came and went, and what is owed;
 * `GET …/proof` issues it, and answers what the program needs that checks it offline; `GET …/document` and
 * `GET …/workbook` say it in words, for paper and as a file.
 */
export function statementRoutes(app: FastifyInstance, context: AppContext): void {
  for (const kind of payeeKinds) {
    const open = kind === 'affiliate' ? openToAffiliates : {}
    app.get(`/api/statement/${kind}/:id`, open, async (request, reply) => {
      const { statement } = await statementOf(request, context, kind)
      return reply.header('cache-control', 'no-store').send(statement)
    })
    app.get(`/api/statement/${kind}/:id/proof`, open, async (request, reply) => {
      const { actor, statement, ledger } = await statementOf(request, context, kind)
      const by = { actor, request: requestOrigin(request), at: context.now() }
      const proof = await proveStatement(context.database, { statement, ledger, ...by })
      return asFile(reply, `${fileName(statement)}.proof.json`).send(proof)
    })
    app.get(`/api/statement/${kind}/:id/document`, open, async (request, reply) => {
      const document = await documentIn(context, await statementOf(request, context, kind, true))
      return reply.header('cache-control', 'no-store').send(document)
    })
    app.get(`/api/statement/${kind}/:id/workbook`, open, async (request, reply) => {
      const read = await statementOf(request, context, kind, true)
      const sheets = sheetsOf(await documentIn(context, read))
      return asFile(reply, `${fileName(read.statement)}.xlsx`)
        .type(workbookType)
        .send(Readable.from(workbookChunks(sheets), { objectMode: false }))
    })
  }
}
