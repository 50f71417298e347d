import { sql } from 'kysely'
import type { JobTask } from '#engine/jobs/server/job.ts'
import { momentSql } from './downloads.ts'
import { filesMax, retentionDays } from './limits.ts'
import { planSchedules } from './planSchedules.ts'
import { makeFile } from './jobs/makeFile.ts'
import { takeDownload } from './jobs/takeDownload.ts'

const dayMs = 24 * 60 * 60_000

/**
 * Makes the files of reports that were asked for, or that a schedule asks for, and removes those that are too old.
 * Asked for by each request for a file.
 */
export const reportFiles: JobTask = {
  async run(work) {
    const { context, signal } = work
    const { db } = context.database
    await sql`delete from download where id in (
      select id from (select id, created_at, row_number() over (partition by user_id order by id desc) as place
        from download where state in ('ready', 'failed', 'cancelled')) ended
      where created_at < ${momentSql(new Date(context.now().getTime() - retentionDays * dayMs))}
        or place > ${sql.lit(filesMax)})`.execute(db)
    await planSchedules(context)
    let [made, failed] = [0, 0]
    for (let taken = await takeDownload(db, context.now()); taken; taken = await takeDownload(db, context.now())) {
      if (await makeFile(work, taken)) made += 1
      else failed += 1
      signal.throwIfAborted()
    }
    return [{ code: 'files', values: { made, failed } }]
  },
}
