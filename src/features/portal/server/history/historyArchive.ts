import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { reports } from '#resources/reports/index.ts'
import type { Actor } from '#engine/declaration/actor.ts'
import type { Report } from '#engine/declaration/report.ts'
import type { LogOrigin } from '#engine/activityLog/server/activityLog.ts'
import { addMonths, type Day, endOfMonth, startOfMonth } from '#engine/values/calendar.ts'
import { type ZipFile, zipChunks } from '#engine/export/server/zip.ts'
import type { AppContext } from '#engine/server/context.ts'
import { readSelfAs } from '#engine/server/database/rowSecurity/openRowSecurity.ts'
import { firstRow } from '#engine/server/database/rows.ts'
import { readDeal } from '#features/deals/server/portal/readDeal.ts'
import { readStatement, statementOwner } from '#features/ledger/server/readStatement.ts'
import { proveIssue, proveStatement, readPayable } from '#features/ledger/server/statementProof.ts'
import { sheetLines } from '#features/reporting/server/liveSheets/sheetLines.ts'
import { todayOf } from '#engine/records/server/change.ts'
import { parseReportRequest } from '#features/reporting/server/reportQuestion.ts'

/** Whose history, and who asks for it. */
interface Asked {
  readonly actor: Actor
  readonly affiliate: number
  readonly request: LogOrigin
}

interface Span {
  readonly first: Day
  readonly today: Day
  /** In which something was posted to the affiliate. */
  readonly currencies: readonly string[]
}

/** A file of the archive as its manifest names it. */
interface ManifestFile {
  readonly name: string
  readonly bytes: number
  readonly sha256: string
}

async function readSpan(context: AppContext, { affiliate, actor }: Asked): Promise<Span> {
  const today = todayOf(context, actor)
  const row = await firstRow(
    context.database.readDb,
    sql<{ first: Day | null; currencies: string[] }>`select least(
        (select min(day) from movement where affiliate = ${affiliate}::bigint),
        (select min(day) from posting where affiliate = ${affiliate}::bigint))::text as first,
      array(select distinct currency from posting where affiliate = ${affiliate}::bigint order by 1) as currencies`,
  )
  return { first: row!.first ?? today, today, currencies: row!.currencies }
}

/** Every month from the first day to today, both within. */
function* monthsOf({ first, today }: Span): Generator<{ from: Day; to: Day }> {
  for (let from = startOfMonth(first); from <= today; from = addMonths(from, 1)) {
    const to = endOfMonth(from)
    yield { from, to: to < today ? to : today }
  }
}

/** The sums of a month by day and player, who is a number. */
function activityOf(context: AppContext, { affiliate }: Asked, month: { from: Day; to: Day }) {
  const report: Report = reports.affiliateDetail
  const question = parseReportRequest(report, { ...month, rows: 'day,player' }, month.to, true)
  const reader = { kind: 'affiliate', id: affiliate } as const
  return sheetLines(context, { question, reader, hidden: new Set(), language: 'en' })
}

async function statementText(
  context: AppContext,
  { actor, affiliate, request }: Asked,
  { currency, ...days }: { from: Day; to: Day; currency: string },
): Promise<string> {
  const owner = { kind: 'affiliate', id: affiliate } as const
  // Of one moment: what is paid meanwhile would be missing on one side.
  const reading = readSelfAs(context.database, actor)
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
  const read = await reading.execute(async (db) => {
    const { name } = await statementOwner(db, { actor, owner, currency })
    const question = { owner, ...days, currency }
    const statement = await readStatement(db, { actor, name, question })
    return { statement, ledger: await readPayable(db, statement) }
  })
  return JSON.stringify(await proveStatement(context.database, { ...read, actor, request, at: context.now() }))
}

async function* once(text: () => Promise<string>): AsyncGenerator<string, void, undefined> {
  yield await text()
}

async function* filesOf(context: AppContext, asked: Asked): AsyncGenerator<ZipFile, void, undefined> {
  const span = await readSpan(context, asked)
  const months = [...monthsOf(span)]
  for (const month of months)
    yield { path: `activity/${month.from.slice(0, 7)}.csv`, content: activityOf(context, asked, month) }
  yield {
    path: 'deals.json',
    content: once(async () => JSON.stringify(await readDeal(context, asked.affiliate), null, 2)),
  }
  for (const currency of span.currencies)
    for (const month of months)
      yield {
        path: `statements/${currency}-${month.from.slice(0, 7)}.proof.json`,
        content: once(() => statementText(context, asked, { ...month, currency })),
      }
}

/** The files of a source, each with its length and hash noted once it is read. */
async function* noted(files: AsyncIterable<ZipFile>, notes: ManifestFile[]): AsyncGenerator<ZipFile, void, undefined> {
  for await (const { path, content } of files) {
    const hash = createHash('sha256')
    let bytes = 0
    const counted = async function* () {
      for await (const text of content) {
        const written = Buffer.from(text, 'utf8')
        hash.update(written)
        bytes += written.length
        yield text
      }
    }
    yield { path, content: counted() }
    notes.push({ name: path, bytes, sha256: hash.digest('hex') })
  }
}

async function* withManifest(context: AppContext, asked: Asked): AsyncGenerator<ZipFile, void, undefined> {
  const files: ManifestFile[] = []
  yield* noted(filesOf(context, asked), files)
  const { affiliate: id, actor, request } = asked
  const named = sql<{ name: string }>`select name from affiliate where id = ${id}::bigint`
  const { name } = (await firstRow(context.database.db, named))!
  const owner = { kind: 'affiliate', id, name } as const
  const manifest = JSON.stringify({ owner, madeAt: context.now().toISOString(), files }, null, 2)
  const content = createHash('sha256').update(manifest).digest('hex')
  const issue = { owner, operation: 'issueHistory', field: 'history', content } as const
  const proof = await proveIssue(context.database, { ...issue, actor, request, at: context.now() })
  yield { path: 'manifest.json', content: [manifest] }
  yield { path: 'manifest.proof.json', content: [JSON.stringify(proof)] }
}

/**
 * The whole history of an affiliate as an archive, piece by piece: sums by day and player's number for each month, the
 * deal in all its versions, each month's statement with its proof, and a manifest whose hash stands in the signed log.
 * `src/cli/verifyStatement.mjs` checks all of it offline.
 */
export const historyArchive = (context: AppContext, asked: Asked): AsyncGenerator<Buffer, void, undefined> =>
  zipChunks(withManifest(context, asked))
