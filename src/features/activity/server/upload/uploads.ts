import { type Kysely, sql } from 'kysely'
import type { ShownUpload } from '../../answers/uploads.ts'
import type { AnyTables } from '#engine/server/database/connect.ts'

const iso = (column: string) =>
  sql.raw(`to_char(feed_upload.${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`)
const shown = sql`feed_upload.id, feed_upload.file_name as "fileName", feed_upload.bytes,
  feed_upload.create_missing as "createMissing", feed_upload.profile, feed_upload.product, feed_upload.step, feed_upload.state,
  feed_upload.progress, feed_upload.check_report as "check", feed_upload.import_report as "import", feed_upload.problem,
    feed_upload.problem_remark as "problemRemark", feed_upload.created_by_name as "createdBy",
    ${iso('created_at')} as "createdAt", ${iso('finished_at')} as "finishedAt"`

const uploadsShown = 20

/** Where an upload is looked for: one of this brand. */
export interface UploadName {
  readonly brand: number
  readonly id: number
}

/** The newest uploads of a brand, newest first. */
export async function listUploads(db: Kysely<AnyTables>, brand: number): Promise<ShownUpload[]> {
  const { rows } =
    await sql<ShownUpload>`select ${shown} from feed_upload where brand = ${brand} and state <> 'receiving'
      order by id desc limit ${sql.lit(uploadsShown)}`.execute(db)
  return rows
}

/** An upload; null where the brand has none of this id. */
export async function readUpload(db: Kysely<AnyTables>, { brand, id }: UploadName): Promise<ShownUpload | null> {
  const { rows } =
    await sql<ShownUpload>`select ${shown} from feed_upload where id = ${id} and brand = ${brand}`.execute(db)
  return rows[0] ?? null
}

/** The refused lines of the last step that ended, as a CSV file; null where there are none. */
export async function readRefusals(
  db: Kysely<AnyTables>,
  { brand, id }: UploadName,
): Promise<{ fileName: string; csv: string } | null> {
  const { rows } = await sql<{
    fileName: string
    csv: string | null
  }>`select file_name as "fileName", refusals as csv from feed_upload where id = ${id} and brand = ${brand}`.execute(db)
  return rows[0]?.csv ? { fileName: rows[0].fileName, csv: rows[0].csv } : null
}

/** Lets a checked file be imported. @returns false where it was not checked, or is on its way already */
export async function beginImport(db: Kysely<AnyTables>, { brand, id }: UploadName, now: Date): Promise<boolean> {
  const { rows } =
    await sql`update feed_upload set step = 'import', state = 'waiting', tries = 0, progress = null, problem = null,
      problem_remark = null, finished_at = null, updated_at = ${now.toISOString()}::text::timestamptz
    where id = ${id} and brand = ${brand} and exists (select from feed_upload_part where upload = ${id})
      and ((step = 'check' and state = 'done') or (step = 'import' and state = 'failed')) returning id`.execute(db)
  return rows.length > 0
}

/**
 * Removes an upload with its file; an import under way stops at the next batch. What it has imported stays.
 * @returns its file's name, null where there was none
 */
export async function removeUpload(db: Kysely<AnyTables>, { brand, id }: UploadName): Promise<string | null> {
  const { rows } = await sql<{
    file_name: string
  }>`delete from feed_upload where id = ${id} and brand = ${brand} returning file_name`.execute(db)
  return rows[0]?.file_name ?? null
}
