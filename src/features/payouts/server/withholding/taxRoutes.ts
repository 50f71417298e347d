import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { TaxReport, TaxReportRow } from '../../answers/taxes.ts'
import { csvChunks, csvType } from '#engine/export/server/csv.ts'
import { textsFor } from '#engine/export/server/texts.ts'
import { type Day, isDay } from '#engine/values/calendar.ts'
import { type Actor, seesPart } from '#engine/declaration/actor.ts'
import { actorWithRoles } from '#engine/auth/server/actorWithRoles.ts'
import { inStepUpTransaction, withoutStepUpCode } from '#engine/auth/server/idempotency.ts'
import { requestOrigin } from '#engine/auth/server/requestOrigin.ts'
import type { AppContext } from '#engine/server/context.ts'
import { readPrimaryAs } from '#engine/server/database/rowSecurity/openRowSecurity.ts'
import { ApiError, validationError } from '#engine/server/http/errors.ts'
import { requireWholeCompanyVisible } from '#features/commission/server/periods/changePeriod.ts'
import { readTaxReport } from './taxReport.ts'
import { listTaxTables, readTaxTable, withLoaders, writeTaxTable } from './taxTables.ts'

/** The company that is meant: one's own; root names it. @throws ApiError `not_found` */
function companyOf({ query }: FastifyRequest, actor: Actor): number {
  const { company } = query as { company?: unknown }
  const named = company === undefined ? actor.company : /^[1-9]\d{0,14}$/.test(String(company)) ? Number(company) : null
  if (named === null || !(actor.root || actor.company === named)) throw new ApiError('not_found')
  return named
}

/** The first day of the month that is asked for. @throws ApiError 400 */
function monthOf({ query }: FastifyRequest): Day {
  const { month } = query as { month?: unknown }
  const day = typeof month === 'string' && /^\d{4}-\d{2}$/.test(month) ? `${month}-01` : ''
  if (!isDay(day)) throw validationError([{ field: 'month', code: 'invalid_month' }])
  return day
}

const moneyColumns = ['gross', 'withheld', 'givenBack', 'total'] as const
const textColumns = ['tax', 'documentType', 'document', 'name', 'currency'] as const

/** A report as a file for the accountant, in the reader's words. */
function reportFile(rows: readonly TaxReportRow[], language: unknown): Readable {
  const texts = textsFor(language)
  const label = (column: string) => texts.translate(`moneyPages.taxes.report.${column}`)
  const columns = [
    ...textColumns.map((name) => ({ label: label(name), kind: 'text' as const })),
    ...moneyColumns.map((name) => ({
      label: label(name),
      kind: 'money' as const,
      currency: textColumns.indexOf('currency'),
    })),
  ]
  const cells = rows.map((row) => [
    texts.translate(`moneyPages.statement.taxes.${row.tax}`),
    ...textColumns.slice(1).map((name) => row[name]),
    ...moneyColumns.map((name) => row[name]),
  ])
  return Readable.from(csvChunks({ columns, rows: [cells] }, texts), { objectMode: false })
}

/**
 * The register of taxes that are kept back: `GET /api/tax?company` lists the tables with their days and who loaded them, `POST /api/tax`
 * loads one. Whoever pays does both; loading asks for the authenticator's code, since it changes what is sent, and that
 * one sees all of the company, since it changes what is sent to everybody. `GET /api/tax/report?month` is what was withheld in a
 * month, by tax and payee, for whoever pays and sees all of the company; `/export` as a file.
 */
export function taxRoutes(app: FastifyInstance, context: AppContext): void {
  app.get('/api/tax', async (request, reply) => {
    const actor = await actorWithRoles(request, context, ['financial'])
    const company = companyOf(request, actor)
    const tables = await listTaxTables(readPrimaryAs(context.database, actor), company)
    // Names of colleagues are for colleagues.
    const isColleague = actor.userId !== null && !seesPart(actor)
    const listed = isColleague ? await withLoaders(context.database.db, { company, tables }) : tables
    return reply.header('cache-control', 'no-store').send(listed)
  })
  const report = async (request: FastifyRequest) => {
    const actor = await actorWithRoles(request, context, ['financial'])
    const company = companyOf(request, actor)
    const month = monthOf(request)
    const { db } = context.database
    await requireWholeCompanyVisible(db, actor, company)
    return { company, month, rows: await readTaxReport(db, { company, month }) } satisfies TaxReport
  }
  app.get('/api/tax/report', async (request, reply) =>
    reply.header('cache-control', 'no-store').send(await report(request)),
  )
  app.get('/api/tax/report/export', async (request, reply) => {
    const { rows } = await report(request)
    const { language } = request.query as { language?: unknown }
    return reply.type(csvType).header('cache-control', 'no-store').send(reportFile(rows, language))
  })
  app.post('/api/tax', async (request, reply) => {
    const actor = await actorWithRoles(request, context, ['financial'])
    const company = companyOf(request, actor)
    const table = readTaxTable(withoutStepUpCode(request.body))
    const answer = await inStepUpTransaction(context, { request, actor }, async (db) => {
      await requireWholeCompanyVisible(db, actor, company)
      await writeTaxTable(db, { company, table, actor, request: requestOrigin(request), at: context.now() })
      return JSON.stringify({ company, ...table })
    })
    return reply.type('application/json; charset=utf-8').header('cache-control', 'no-store').send(answer)
  })
}
