import type { JobTask } from '#engine/jobs/server/job.ts'
import { systemActor } from '#engine/declaration/actor.ts'
import { brandsWithUnattributed, reattribute } from './reattribute.ts'

const actor = systemActor('reattribution')

/**
 * Gives events to whom they belong by now: a link that was made after its events came is what people expect to find
 * counted, without having to know of the page that lists them. Only what names
 * its link, click or player is given; what a person must decide on stays for the page.
 */
export const reattribution: JobTask = {
  async run({ context: { database }, signal }) {
    let [count, remaining] = [0, 0]
    for (const brand of await brandsWithUnattributed(database.db)) {
      signal.throwIfAborted()
      const outcome = await reattribute({ database, brand, actor })
      count += outcome.attributed
      remaining += outcome.remaining
    }
    return [{ code: 'attributed', values: { count, remaining } }]
  },
}
