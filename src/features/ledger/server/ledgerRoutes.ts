import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { language as languages } from '#resources/choices.ts'
import type { Actor } from '#engine/declaration/actor.ts'
import type { Problem } from '#engine/declaration/problems.ts'
import { type Day, isDay } from '#engine/values/calendar.ts'
import { actorWithRoles } from '#engine/auth/server/actorWithRoles.ts'
import type { AppContext } from '#engine/server/context.ts'
import { firstRow } from '#engine/server/database/rows.ts'
import { ApiError, validationError } from '#engine/server/http/errors.ts'
import { csvChunks, csvType } from '#engine/export/server/csv.ts'
import { type FileLanguage, textsOf } from '#engine/export/server/texts.ts'
import { requireWholeCompanyVisible } from '#features/commission/server/periods/changePeriod.ts'
import { journalOf } from './journal.ts'
import { type LedgerQuestion, readTrialBalance } from './trialBalance.ts'

interface Asked {
  readonly company: string | undefined
  readonly from: Day
  readonly to: Day
  readonly language: FileLanguage
}

/** Reads `company`, `from`, `to` and `language`. @throws ApiError 400 with all that is wrong */
function readAsked({ query }: FastifyRequest): Asked {
  const { company, from, to, language = languages.values[0], ...rest } = query as Readonly<Record<string, unknown>>
  const problems: Problem[] = Object.keys(rest).map((name) => ({ field: name.slice(0, 60), code: 'unknown_property' }))
  for (const [field, day] of Object.entries({ from, to })) {
    if (day === undefined) problems.push({ field, code: 'required' })
    else if (!isDay(day)) problems.push({ field, code: 'invalid_date' })
  }
  if (company !== undefined && !/^[1-9]\d{0,15}$/.test(String(company)))
    problems.push({ field: 'company', code: 'invalid_company' })
  if (!languages.values.some((each) => each === language))
    problems.push({ field: 'language', code: 'invalid_language' })
  if (problems.length === 0 && (to as Day) < (from as Day)) problems.push({ field: 'to', code: 'before_begin' })
  if (problems.length > 0) throw validationError(problems)
  return { company, from, to, language } as Asked
}

/**
 * The company that is meant: the one named, else that of whoever asks, else the first.
 * @throws ApiError `not_found`, `partly_visible` where this person does not see all of it
 */
async function companyOf({ database: { db } }: AppContext, actor: Actor, named: string | undefined) {
  const own = named ?? (actor.company === null ? null : String(actor.company))
  const company = await firstRow(
    db,
    sql<LedgerQuestion['company']>`select id, name from company
      where ${own === null ? sql`true` : sql`id = ${own}::text::bigint`} order by id limit 1`,
  )
  if (!company || !(actor.root || actor.company === company.id)) throw new ApiError('not_found')
  // As the owner: it is about a whole company, of which the roles show a part.
  await requireWholeCompanyVisible(db, actor, company.id)
  return company
}

/**
 * The ledger of a company: `GET /api/ledger?company&from&to` is its trial balance, `GET /api/ledger/export` every
 * posting as CSV, by the plan of accounts.
 */
export function ledgerRoutes(app: FastifyInstance, context: AppContext): void {
  const question = async (request: FastifyRequest) => {
    const actor = await actorWithRoles(request, context, ['financial'])
    const { company, language, ...days } = readAsked(request)
    return { language, asked: { company: await companyOf(context, actor, company), ...days } }
  }
  app.get('/api/ledger', async (request, reply) => {
    const { asked } = await question(request)
    return reply.header('cache-control', 'no-store').send(await readTrialBalance(context.database.db, asked))
  })
  app.get('/api/ledger/export', async (request, reply) => {
    const { asked, language } = await question(request)
    const texts = textsOf(language)
    const file = Readable.from(csvChunks(journalOf(context.database, asked, texts), texts), { objectMode: false })
    return reply
      .type(csvType)
      .header('cache-control', 'no-store')
      .header('content-disposition', `attachment; filename="ledger-${asked.from}-${asked.to}.csv"`)
      .send(file)
  })
}
