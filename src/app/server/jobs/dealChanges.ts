import { tellDealChanges } from '#features/deals/server/dealChanges/tellDealChanges.ts'
import type { JobTask } from '#engine/jobs/server/job.ts'

/** Tells affiliates what a changed deal would have made of their last month. */
export const dealChanges: JobTask = {
  async run({ context, signal }) {
    return [{ code: 'told', values: { taken: await tellDealChanges(context, { signal }), failed: 0 } }]
  },
}
