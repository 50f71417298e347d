import type { Problem } from '#engine/declaration/problems.ts'
import type { GivenProof, WriteRequest, WriteStep } from './writeRequest.ts'

/** Server-side work that follows a write, in its transaction: it fails with the write and the write with it. */
export type Effect = (step: WriteStep) => Promise<void>

/** A check of a write that needs the database; answers what is wrong. */
export type Check = (step: WriteStep) => Promise<readonly Problem[]>

/** A proof that whoever writes is who they seem, asked for when a guarded field changes. */
export interface Guard {
  /** Whether this person has to prove anything. */
  readonly isAsked: (step: WriteStep) => Promise<boolean>
  /**
   * Takes what was sent as a proof, outside the write's transaction: a wrong one counts though nothing is written.
   * Throws what is wrong with it.
   */
  readonly prove: (request: Omit<WriteRequest, 'transaction' | 'today'>, proof: GivenProof) => Promise<void>
}
