import { type Kysely, sql } from 'kysely'
import { resources } from '#resources/index.ts'
import type { Actor } from '#engine/declaration/actor.ts'
import { columnName, tableName } from '#engine/declaration/derive/table.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { readUserActor } from '#engine/auth/server/session/readSession.ts'
import type { AppContext } from '#engine/server/context.ts'
import type { AnyTables } from '#engine/server/database/connect.ts'
import { inTransaction } from '#engine/server/database/transaction.ts'
import { orIfWorkerDown, WorkerUnavailable } from '#engine/server/database/unavailable.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import type { JobWork } from '#engine/jobs/server/job.ts'
import { idArray } from '#engine/server/database/arrays.ts'
import { logActivity } from '#engine/activityLog/server/activityLog.ts'
import { readPaybacks } from '../../cohorts/paybacks.ts'
import { freshnessOfReport } from '../../freshness.ts'
import { newestEvent } from '../../newestEvent.ts'
import { streamReportLines } from '../../readLines.ts'
import { readReportAs } from '../../reportReader.ts'
import type { ReportFilters } from '../../reportQuestion.ts'
import type { ReportLine } from '../../sql/reportSql.ts'
import { bytesMax } from '../limits.ts'
import { questionOf } from '../reportRequest.ts'
import type { FileLine, FilterNames } from '../writer/fileOrder.ts'
import { writeFile } from '../writer/writeFile.ts'
import {
  failDownload,
  type FileProblem,
  requeueDownload,
  keepContent,
  keepDownload,
  type ClaimedDownload,
} from './takeDownload.ts'
import { zoneOf } from '#engine/records/server/change.ts'

/** How often it is said how far a file is, and asked whether it is still wanted. */
const heartbeatMs = 1_000
/** Who makes files: the product itself. What it may read are its owner's rights. */
const maker: Actor = {
  kind: 'system',
  userId: null,
  name: 'system:reportFiles',
  root: false,
  roles: new Set(),
  company: null,
  allowedBrands: [],
  partner: null,
}

/** What the filters of a report name, for people; who asks sees all of it, or the question would have been refused. */
async function namesOf(db: Kysely<AnyTables>, filters: ReportFilters): Promise<FilterNames[]> {
  return Promise.all(
    Object.entries(filters).map(async ([name, values]): Promise<FilterNames> => {
      const resource = (resources as Readonly<Record<string, AnyResource>>)[name]
      if (!resource) return { name, values: values.map(String) }
      const { rows } = await sql<{
        name: string
      }>`select ${sql.id(columnName(resource.title))} as name from ${sql.table(tableName(resource.name))}
        where id = any(${idArray(values as readonly number[])}) order by 1`.execute(db)
      return { name, values: rows.map((row) => row.name) }
    }),
  )
}

async function* textOf(
  parts: AsyncIterable<readonly ReportLine[]>,
): AsyncGenerator<readonly FileLine[], void, undefined> {
  for await (const lines of parts) yield lines.map(({ json, currency }) => ({ json, currency }))
}

/** Reads the report with its owner's rights of this moment, and writes it. */
async function writeReport(
  context: AppContext,
  taken: ClaimedDownload,
  { signal, onRows }: { signal: AbortSignal; onRows: (rows: number) => void },
): Promise<{ bytes: Buffer; rows: number }> {
  const { database, now } = context
  const actor = await readUserActor(database.db, taken.userId)
  if (!actor) throw new ApiError('user_not_found')
  const { report, query, from, to, format, language } = taken
  const { question, reader } = await questionOf(context, actor, { report, query, period: { from, to } })
  const search = new URLSearchParams(query)
  const db = readReportAs(database, reader)
  // The figures are whole without it.
  const upTo = orIfWorkerDown(() => newestEvent(db, { question, reader }), null)
  // Awaited by the writer; until then its failure is nobody's.
  upTo.catch(() => {})
  return writeFile({
    order: {
      report,
      format,
      language,
      from,
      to,
      sort: search.get('sort'),
      hide: search.get('hide'),
      zone: zoneOf(context, actor),
      generatedAt: now().toISOString(),
      filters: await namesOf(db, question.filters),
    },
    lines: textOf(streamReportLines(db, question, reader)),
    upTo,
    notes: async () => ({
      freshness: await freshnessOfReport(context, { question, reader }),
      ...(question.report.source === 'cohorts' ? { payback: await readPaybacks(db, question, reader) } : {}),
    }),
    signal,
    onRows,
  })
}

/** Keeps a file, removes the oldest of its owner beyond what is kept, and notes that it was made. */
async function keepFile(
  context: AppContext,
  taken: ClaimedDownload,
  { bytes, rows }: { bytes: Buffer; rows: number },
): Promise<void> {
  await inTransaction(context.database.db, async (db) => {
    // One after the other for one owner: two files that end at once would each leave room for one.
    await sql`select from "user" where id = ${taken.userId} for no key update`.execute(db)
    if (!(await keepContent(db, taken, { now: context.now(), rows, content: bytes }))) return
    await sql`delete from download where id in (select id from (
      select id, sum(bytes) over (order by finished_at desc, id desc) as kept from download
        where user_id = ${taken.userId} and state = 'ready') newest where kept > ${sql.lit(bytesMax)})`.execute(db)
    const changes = [
      { field: 'report', before: null, after: taken.report },
      { field: 'period', before: null, after: `${taken.from} ${taken.to}` },
      { field: 'user', before: null, after: taken.userId },
    ]
    await logActivity(db, {
      actor: maker,
      operation: 'makeFile',
      object: 'download',
      objectId: taken.id,
      changes,
      at: context.now(),
    })
  })
}

function problemOf(error: unknown): FileProblem {
  if (error instanceof ApiError) return { code: error.code, values: error.values, passes: error.status >= 500 }
  if (error instanceof WorkerUnavailable) return { code: 'unavailable', values: undefined, passes: true, isAway: true }
  return { code: 'internal_error', values: undefined, passes: true }
}

/**
 * Makes one file that was taken, and keeps it or why it could not be made. Nothing is kept of a file that was cancelled
 * or removed meanwhile, or that another server has taken.
 * @returns whether there is a file now.
 */
export async function makeFile(
  { context, signal, log }: Pick<JobWork, 'context' | 'signal' | 'log'>,
  taken: ClaimedDownload,
): Promise<boolean> {
  const { db } = context.database
  const unwanted = new AbortController()
  let rows = 0
  const heartbeat = setInterval(() => {
    keepDownload(db, taken, { now: context.now(), rows })
      .then((isWanted) => isWanted || unwanted.abort(new Error('Nobody wants this file any more.')))
      .catch((error: unknown) => log(`the file ${taken.id} could not say that it is being made: ${String(error)}`))
  }, heartbeatMs)
  try {
    const written = await writeReport(context, taken, {
      signal: AbortSignal.any([signal, unwanted.signal]),
      onRows: (read) => {
        rows = read
      },
    })
    await keepFile(context, taken, written)
    return true
  } catch (error) {
    if (unwanted.signal.aborted) return false
    if (signal.aborted) {
      await requeueDownload(db, taken)
      throw error
    }
    const problem = problemOf(error)
    if (problem.passes) log(`the file ${taken.id} of ${taken.report} could not be made: ${String(error)}`)
    await failDownload(db, taken, { now: context.now(), problem })
    return false
  } finally {
    clearInterval(heartbeat)
  }
}
