import { sql } from 'kysely'
import { timestamp } from '#engine/server/database/rows.ts'
import type { JobTask } from '#engine/jobs/server/job.ts'
import { enqueueNotices, skipNotice } from './recordNotices.ts'
import { deliverNotices } from './sendNotices.ts'

/** For so long one can look up what was told. */
const keptDays = 30
const dayMs = 24 * 60 * 60_000

/** Tells the operator's own systems what happened; where none is named, it passes on. */
export const notices: JobTask = {
  async run({ context, signal }) {
    const { database, environment, now } = context
    if (!environment.notices) {
      await skipNotice(database)
      return [{ code: 'told', values: { taken: 0, failed: 0 } }]
    }
    await enqueueNotices(database, now())
    const told = await deliverNotices(context, { signal })
    const before = timestamp(new Date(now().getTime() - keptDays * dayMs))
    await sql`delete from notice where made_at < ${before} and due_at is null`.execute(database.db)
    return [{ code: 'told', values: told }]
  },
}
