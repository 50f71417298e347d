import { sql } from 'kysely'
import { timestamp } from '#engine/server/database/rows.ts'
import type { JobTask } from '#engine/jobs/server/job.ts'
import { noteNotices, passOver } from './recordNotices.ts'
import { tellNotices } from './sendNotices.ts'

/** For so long one can look up what was told. */
const keptDays = 30
const dayMs = 24 * 60 * 60_000

/** Tells the operator's own systems what happened; where none is named, it passes on. */
export const notices: JobTask = {
  async run({ context, signal }) {
    const { database, environment, now } = context
    if (!environment.notices) {
      await passOver(database)
      return [{ code: 'told', values: { taken: 0, failed: 0 } }]
    }
    await noteNotices(database, now())
    const told = await tellNotices(context, { signal })
    const before = timestamp(new Date(now().getTime() - keptDays * dayMs))
    await sql`delete from notice where made_at < ${before} and due_at is null`.execute(database.db)
    return [{ code: 'told', values: told }]
  },
}
