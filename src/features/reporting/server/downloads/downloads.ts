import { type Kysely, sql } from 'kysely'
import { fileRequest } from '#resources/reportFiles.ts'
import type { ShownDownload, ShownDownloads } from '../../answers/downloads.ts'
import { validateInput } from '#engine/declaration/derive/validator.ts'
import type { JobName } from '#engine/declaration/names.ts'
import type { AppContext } from '#engine/server/context.ts'
import type { AnyTables } from '#engine/server/database/connect.ts'
import { inTransaction } from '#engine/server/database/transaction.ts'
import { ApiError, validationError } from '#engine/server/http/errors.ts'
import { requestRun } from '#engine/jobs/server/runs/planRuns.ts'
import { bytesMax, filesMax, retentionDays, waitingMax } from './limits.ts'
import type { Owner } from './owner.ts'
import { periodOfAddress, questionOf } from './reportRequest.ts'
import { todayOf } from '#engine/records/server/change.ts'

/** The job that makes files. */
const filesJobName: JobName = 'reportFiles'

/** One file of one user: nobody else's is ever found. */
export interface DownloadName {
  readonly userId: number
  readonly id: number
}

const iso = (column: string) =>
  sql`to_char(${sql.ref(`download.${column}`)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
const shown = sql`download.id, download.report, download.name, download.from_day as "from", download.to_day as "to",
  download.format, download.language, download.state, download.schedule,
  download.rows_done as rows, download.bytes, case when download.problem is null then null
    else json_build_object('code', download.problem, 'values', download.problem_values) end as problem,
  ${iso('created_at')} as "createdAt", ${iso('due_at')} as "dueAt", ${iso('finished_at')} as "finishedAt"`

/** A moment as a parameter. */
export const momentSql = (at: Date) => sql`${at.toISOString()}::text::timestamptz`

/** One's own files, the newest first. */
export async function listDownloads({ database }: AppContext, userId: number): Promise<ShownDownloads> {
  const { rows: files } =
    await sql<ShownDownload>`select ${shown} from download where user_id = ${userId} order by id desc
      limit ${sql.lit(filesMax + waitingMax)}`.execute(database.db)
  return { files, bytes: files.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0), bytesMax, keptDays: retentionDays }
}

/** @throws ApiError `not_found` */
async function requireDownload(db: Kysely<AnyTables>, { userId, id }: DownloadName): Promise<ShownDownload> {
  const {
    rows: [file],
  } = await sql<ShownDownload>`select ${shown} from download where id = ${id} and user_id = ${userId}`.execute(db)
  if (!file) throw new ApiError('not_found')
  return file
}

/**
 * Refuses one more file while so many wait; counted under a lock of the user, so that two requests at once do not both
 * fit.
 */
async function requireRoom(db: Kysely<AnyTables>, userId: number): Promise<void> {
  await sql`select from "user" where id = ${userId} for no key update`.execute(db)
  const {
    rows: [row],
  } = await sql<{
    waiting: number
  }>`select count(*) as waiting from download where user_id = ${userId} and state in ('queued', 'running')`.execute(db)
  if (row!.waiting >= waitingMax) throw new ApiError('too_many_files_waiting', { values: { max: waitingMax } })
}

/**
 * Asks for a file to be made in the background: `{report, query, format, language}`. What could not be read now is
 * refused now; what may be read is asked again when it is made.
 * @throws ApiError of the input, what the report API would answer, `too_many_files_waiting`
 */
export async function requestFile(context: AppContext, owner: Owner, body: unknown): Promise<ShownDownload> {
  const read = validateInput({ fields: fileRequest, input: body })
  if (!read.ok) throw validationError(read.problems)
  const { report, format, language } = read.values as Record<string, string>
  const query = (read.values['query'] as string | null) ?? ''
  const period = periodOfAddress(query, todayOf(context, owner))
  await questionOf(context, owner, { report: report!, query, period })
  const now = context.now()
  return inTransaction(context.database.db, async (db) => {
    await requireRoom(db, owner.userId)
    const {
      rows: [row],
    } = await sql<{
      id: number
    }>`insert into download (user_id, report, query, from_day, to_day, format, language, due_at, created_at)
      values (${owner.userId}, ${report}::text, ${query}::text, ${period.from}::text::date, ${period.to}::text::date,
        ${format}::text, ${language}::text, ${momentSql(now)}, ${momentSql(now)}) returning id`.execute(db)
    await requestRun(db, { name: filesJobName, now, requestedBy: owner.name })
    return requireDownload(db, { userId: owner.userId, id: row!.id })
  })
}

/** Stops a file that waits or is being made. @throws ApiError `not_found`, `file_not_waiting` */
export async function cancelDownload({ database, now }: AppContext, name: DownloadName): Promise<ShownDownload> {
  const { rows } =
    await sql`update download set state = 'cancelled', finished_at = ${momentSql(now())}, lease_until = null,
      problem = null, problem_values = null
    where id = ${name.id} and user_id = ${name.userId} and state in ('queued', 'running') returning id`.execute(
      database.db,
    )
  const file = await requireDownload(database.db, name)
  if (rows.length === 0) throw new ApiError('file_not_waiting')
  return file
}

/**
 * Tries a file again that failed or was cancelled.
 * @throws ApiError `not_found`, `file_not_failed`, `too_many_files_waiting`
 */
export async function retryDownload(context: AppContext, owner: Owner, id: number): Promise<ShownDownload> {
  const name = { userId: owner.userId, id }
  const now = context.now()
  return inTransaction(context.database.db, async (db) => {
    await requireDownload(db, name)
    await requireRoom(db, owner.userId)
    const { rows } =
      await sql`update download set state = 'queued', tries = 0, rows_done = 0, due_at = ${momentSql(now)},
        finished_at = null, problem = null, problem_values = null
      where id = ${id} and user_id = ${owner.userId} and state in ('failed', 'cancelled') returning id`.execute(db)
    if (rows.length === 0) throw new ApiError('file_not_failed')
    await requestRun(db, { name: filesJobName, now, requestedBy: owner.name })
    return requireDownload(db, name)
  })
}

/** Removes a file; one that is being made is not made to its end. @throws ApiError `not_found` */
export async function removeDownload({ database }: AppContext, { userId, id }: DownloadName): Promise<void> {
  const { rows } = await sql`delete from download where id = ${id} and user_id = ${userId} returning id`.execute(
    database.db,
  )
  if (rows.length === 0) throw new ApiError('not_found')
}

const partBytes = 1024 * 1024

/**
 * The bytes of a file, part by part: never more than a part of it is in memory. Ends early where the file is removed
 * meanwhile.
 */
export async function* contentParts(
  db: Kysely<AnyTables>,
  { userId, id }: DownloadName,
): AsyncGenerator<Buffer, void, undefined> {
  for (let start = 1; ; start += partBytes) {
    const {
      rows: [row],
    } = await sql<{
      part: Buffer | null
    }>`select substring(content from ${sql.lit(start)} for ${sql.lit(partBytes)}) as part from download
      where id = ${id} and user_id = ${userId}`.execute(db)
    if (!row?.part?.length) return
    yield row.part
    if (row.part.length < partBytes) return
  }
}

/** A file that can be fetched. @throws ApiError `not_found`, `file_not_ready` */
export async function requireReady(
  { database }: AppContext,
  name: DownloadName,
): Promise<ShownDownload & { readonly bytes: number }> {
  const file = await requireDownload(database.db, name)
  if (file.state !== 'ready' || file.bytes === null) throw new ApiError('file_not_ready')
  return { ...file, bytes: file.bytes }
}
