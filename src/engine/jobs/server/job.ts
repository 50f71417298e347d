import type { AppContext } from '#engine/server/context.ts'
import type { Schedule } from '../answers/jobs.ts'
import type { OfFeature } from '#engine/declaration/feature.ts'
import type { OutcomeCode, CodedMessage } from '#engine/declaration/messageCodes.ts'

/** What a run of a job is given. */
export interface JobWork {
  readonly context: AppContext
  /**
   * Aborted when the server stops or another server took the run: end soon, what is not done is done by the next run.
   */
  readonly signal: AbortSignal
  readonly progress: (progress: { readonly done: number; readonly total: number }) => void
  /** What the job's `readInput` answered; empty for its usual work. */
  readonly input: object
  /** Takes one line for the server's log. */
  readonly log: (line: string) => void
}

/** What a job does. It can be done again, at any time and on any server, with the same result as once. */
export interface JobTask {
  /**
   * Reads what a run is asked to do beside its usual work. Without it a run takes nothing.
   * @throws ApiError with a problem for each property.
   */
  readonly readInput?: (body: unknown, context: Pick<AppContext, 'environment' | 'now'>) => object
  /** @returns what was done, in one or more remarks. */
  run(work: JobWork): Promise<readonly CodedMessage<OutcomeCode>[]>
}

/** Work that the product does by itself: what is done, and when (`resources/jobs.ts`). */
export interface Job extends JobTask, OfFeature {
  /** camelCase; labels are in the locales. */
  readonly name: string
  readonly schedule: Schedule
  /** Runs at the very first start too, not only from its next moment on. */
  readonly runsAtFirstStart: boolean
}
