import { beginDue } from '#features/deals/server/scheduledVersions/beginDue.ts'
import type { JobTask } from '#engine/jobs/server/job.ts'

/** Has the versions of rules that were scheduled begin on their first day, and end on the one that was said. */
export const scheduledVersions: JobTask = {
  async run({ context }) {
    return [{ code: 'begun', values: { count: await beginDue(context) } }]
  },
}
