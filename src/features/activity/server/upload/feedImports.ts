import { type Kysely, sql } from 'kysely'
import { type FeedProblemCode, feedProblemText, type CodedMessage } from '#engine/declaration/messageCodes.ts'
import { idArray } from '#engine/server/database/arrays.ts'
import type { AnyTables } from '#engine/server/database/connect.ts'
import { WorkerUnavailable } from '#engine/server/database/unavailable.ts'
import type { JobTask } from '#engine/jobs/server/job.ts'
import { type ClaimedUpload, processUpload } from './processUpload.ts'

/** An upload that ended the work so often is given up: it may be what ends the server. */
const triesMax = 3
const givenUp: CodedMessage<FeedProblemCode> = { code: 'givenUp' }

/**
 * Takes the next upload that waits, or that a server left behind which died: the job runs once at a time.
 * @param passed those that are left for another run
 */
async function takeUpload(db: Kysely<AnyTables>, passed: readonly number[]): Promise<ClaimedUpload | null> {
  await sql`update feed_upload set state = 'failed', problem = ${feedProblemText(givenUp)}::text,
    problem_remark = ${JSON.stringify(givenUp)}::text::jsonb, finished_at = now()
    where state = 'running' and tries >= ${sql.lit(triesMax)}`.execute(db)
  const { rows } = await sql<ClaimedUpload>`
    with taken as (
      update feed_upload set state = 'running', tries = tries + 1
      where id = (select id from feed_upload where state in ('waiting', 'running')
        and id <> all(${idArray(passed)}) order by updated_at, id limit 1 for update skip locked) returning *)
    select taken.id, brand.slug as "brandSlug", taken.file_name as "fileName", taken.create_missing as "createMissing",
      reward_profile.name as "profileName", taken.product, taken.step,
      taken.created_by as "createdBy", taken.created_by_name as "createdByName", case taken.step
        when 'import' then coalesce((taken.check_report ->> 'rows')::integer, 0) else 0 end as "expectedRows"
    from taken join brand on brand.id = taken.brand left
      join reward_profile on reward_profile.id = taken.profile`.execute(db)
  return rows[0] ?? null
}

/** Leaves an upload to another run, as if this one had not begun with it. */
async function giveUploadBack(db: Kysely<AnyTables>, { id }: ClaimedUpload): Promise<void> {
  await sql`update feed_upload set state = 'waiting', tries = tries - 1, progress = null
    where id = ${id} and state = 'running'`.execute(db)
}

/** Files that nobody imported, and what arrived in part when a server died. */
async function removeLeftovers(db: Kysely<AnyTables>, now: Date): Promise<void> {
  const moment = sql`${now.toISOString()}::text::timestamptz`
  await sql`delete from feed_upload where state = 'receiving' and created_at < ${moment} - interval '1 day'`.execute(db)
  await sql`delete from feed_upload_part using feed_upload where feed_upload.id = feed_upload_part.upload
    and feed_upload.state in ('done', 'failed') and feed_upload.finished_at < ${moment} - interval '7 days'`.execute(db)
  await sql`delete from feed_upload where state in ('done', 'failed') and finished_at < ${moment} - interval
    '400 days'`.execute(db)
}

/**
 * Checks and imports uploaded feed files, one after the other; asked for by each upload. Files of brands on a node that is
 * away wait for it, and the others do not.
 */
export const feedImports: JobTask = {
  async run(work) {
    const { db } = work.context.database
    await removeLeftovers(db, work.context.now())
    const passed: number[] = []
    let count = 0
    let away: WorkerUnavailable | null = null
    for (let upload = await takeUpload(db, passed); upload; upload = await takeUpload(db, passed)) {
      try {
        await processUpload(work, upload)
        count += 1
      } catch (error) {
        if (!(error instanceof WorkerUnavailable)) throw error
        away = error
        passed.push(upload.id)
        await giveUploadBack(db, upload)
      }
      work.signal.throwIfAborted()
    }
    if (away) throw away
    return [{ code: 'uploads', values: { count } }]
  },
}
