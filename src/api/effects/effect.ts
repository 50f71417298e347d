import type { Problem } from '../../config/problems.ts'
import type { WriteStep } from '../records/write/writeRequest.ts'

/** Server-side work that follows a write, in its transaction: it fails with the write and the write with it. */
export type Effect = (step: WriteStep) => Promise<void>

/** A check of a write that needs the database; answers what is wrong. */
export type Check = (step: WriteStep) => Promise<readonly Problem[]>
