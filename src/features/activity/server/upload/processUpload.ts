import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Kysely, sql } from 'kysely'
import type { Actor } from '#engine/declaration/actor.ts'
import type { AnyTables } from '#engine/server/database/connect.ts'
import type { JobWork } from '#engine/jobs/server/job.ts'
import { type FeedReport, refusalsAsCsv, refusedCount } from '../feed/feedReport.ts'
import type { Product } from '#rules/activity/measures.ts'
import { importFeed } from '../feed/importFeed.ts'
import { FeedError } from '../feed/feedError.ts'
import type { FeedLimits } from '../feed/parseFeed.ts'
import { feedLimits } from '../feed/readFeed.ts'
import type { UploadReport, UploadStep } from '../../answers/uploads.ts'

/** An upload that the job has taken. */
export interface ClaimedUpload {
  readonly id: number
  readonly brandSlug: string
  readonly fileName: string
  readonly createMissing: boolean
  readonly profileName: string | null
  readonly product: Product | null
  readonly step: UploadStep
  readonly createdBy: number | null
  readonly createdByName: string
  readonly expectedRows: number
}

/** How often the progress is written. */
const progressMs = 1_000
/** What an uploaded file may come to: its check remembers every row of it, in the server's memory. */
const uploadLimits: FeedLimits = { ...feedLimits, bytesMax: 1024 ** 3, rowsMax: 2_000_000 }
const namesShown = 20
/** Refused lines that are named for each reason; the file of them names all. */
const linesShown = 10

/** Somebody removed the upload while it was worked on. */
class UploadRemoved extends Error {}

async function writeFile(db: Kysely<AnyTables>, id: number, path: string): Promise<void> {
  async function* parts() {
    for (let number = 0; ; number += 1) {
      const {
        rows: [part],
      } = await sql<{
        content: Buffer
      }>`select content from feed_upload_part where upload = ${id} and number = ${number}::integer`.execute(db)
      if (!part) return
      yield part.content
    }
  }
  await pipeline(Readable.from(parts()), createWriteStream(path, { mode: 0o600 }))
}

/** Who asked: what an import makes is made in that person's name. What they may do was asked when they uploaded. */
function askedBy({ createdBy, createdByName }: ClaimedUpload): Actor {
  return {
    kind: 'user',
    userId: createdBy,
    name: createdByName,
    root: false,
    roles: new Set(),
    company: null,
    allowedBrands: [],
    partner: null,
  }
}

function summary({
  rows,
  accepted,
  duplicates,
  unattributed,
  refused,
  reasons,
  days,
  kit,
  control,
  ignoredColumns,
  made,
}: FeedReport): UploadReport {
  const names = [...made.affiliates, ...made.actions].slice(0, namesShown)
  const linesOf = (code: string) => refused.flatMap((row) => (row.code === code ? row.line : [])).slice(0, linesShown)
  return {
    rows,
    accepted,
    duplicates,
    unattributed,
    refused: refusedCount({ reasons }),
    reasons,
    lines: Object.fromEntries(Object.keys(reasons).map((code) => [code, linesOf(code)])),
    days,
    kit,
    control,
    ignoredColumns: ignoredColumns.slice(0, namesShown),
    made: { affiliates: made.affiliates.length, actions: made.actions.length, names },
  }
}

async function keepReport(db: Kysely<AnyTables>, upload: ClaimedUpload, report: FeedReport, now: Date): Promise<void> {
  const column = sql.id(upload.step === 'check' ? 'check_report' : 'import_report')
  const csv = report.refused.length === 0 ? null : refusalsAsCsv(report.refused)
  await sql`update feed_upload set state = 'done', ${column} = ${JSON.stringify(summary(report))}::text::jsonb,
    refusals = ${csv}::text, progress = null, problem = null, problem_remark = null,
    finished_at = ${now.toISOString()}::text::timestamptz where id = ${upload.id}`.execute(db)
  // What was imported is in the events; the file is no longer needed.
  if (upload.step === 'import') await sql`delete from feed_upload_part where upload = ${upload.id}`.execute(db)
}

/** Writes how far a step is, at most once a second, and learns whether it is still wanted. */
function progressKeeper({ context, signal, progress }: JobWork, upload: ClaimedUpload): (report: FeedReport) => void {
  let [writtenAt, isRemoved] = [0, false]
  return ({ rows, accepted, duplicates, reasons }) => {
    signal.throwIfAborted()
    if (isRemoved) throw new UploadRemoved()
    progress({ done: rows, total: upload.expectedRows })
    if (Date.now() - writtenAt < progressMs) return
    writtenAt = Date.now()
    const json = JSON.stringify({ rows, accepted, duplicates, refused: refusedCount({ reasons }) })
    sql`update feed_upload set progress = ${json}::text::jsonb where id = ${upload.id} returning id`
      .execute(context.database.db)
      // A line that is lost now is written a second later; the import itself would say so.
      .then(
        (result) => {
          isRemoved = result.rows.length === 0
        },
        () => undefined,
      )
  }
}

/**
 * Checks or imports one uploaded file and keeps what came of it. A file that cannot be read is kept with the reason;
 * whatever else goes wrong is thrown, and the upload is tried again:
 * an import that is cut off and begun anew ends the same.
 */
export async function processUpload(work: JobWork, upload: ClaimedUpload): Promise<void> {
  const { context } = work
  const { db } = context.database
  const folder = await mkdtemp(join(tmpdir(), 'feed-upload-'))
  try {
    // The name tells nobody anything: whether it is packed is seen from its first bytes.
    const path = join(folder, 'feed')
    await writeFile(db, upload.id, path)
    const report = await importFeed({
      database: context.database,
      path,
      fileName: upload.fileName,
      upload: upload.id,
      brandSlug: upload.brandSlug,
      actor: askedBy(upload),
      zone: context.environment.businessTimeZone,
      now: context.now,
      createMissing: upload.createMissing,
      profile: upload.profileName ?? undefined,
      product: upload.product ?? undefined,
      dryRun: upload.step === 'check',
      limits: uploadLimits,
      onProgress: progressKeeper(work, upload),
    })
    await keepReport(db, upload, report, context.now())
  } catch (error) {
    if (error instanceof UploadRemoved) return
    if (!(error instanceof FeedError)) throw error
    await sql`update feed_upload set state = 'failed', problem = ${error.message}::text,
      problem_remark = ${error.remark && JSON.stringify(error.remark)}::text::jsonb, progress = null,
      finished_at = ${context.now().toISOString()}::text::timestamptz where id = ${upload.id}`.execute(db)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
