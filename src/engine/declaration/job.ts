import type { Schedule } from '#engine/jobs/answers/jobs.ts'
import type { OfFeature } from './feature.ts'
import type { Exactly } from './fields/index.ts'

interface CommonDefinition extends OfFeature {
  /** Runs at the very first start too, not only from its next moment on. */
  readonly atFirstStart?: boolean
}

/** What is said of a job: when it runs by itself. */
export type JobDefinition = Schedule & CommonDefinition

/** The same as the check of the configuration looks at it: what it says of whichever moment. */
export type AnyJob = CommonDefinition & { readonly everySeconds?: number; readonly dailyAt?: string }

/** Every job, by its name. */
export type Jobs = Readonly<Record<string, AnyJob>>

/**
 * Declares work that the product does by itself: at a time of the business day, or again and again. What is done is one
 * file under `src/app/server/jobs/`; its page, its runs, its figures and alerts follow.
 * @example dailyClose: defineJob({ dailyAt: '00:10' })
 */
export const defineJob = <const J extends JobDefinition>(definition: Exactly<J, Required<AnyJob>>): J => definition
