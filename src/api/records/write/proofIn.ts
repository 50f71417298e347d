import { guardProperty } from '../../../config/resource.ts'
import type { Proof } from './writeRequest.ts'

/** What a body brings to prove a change of a guarded field. */
export function proofIn(body: unknown): Proof {
  return { given: (body as Record<string, unknown> | null)?.[guardProperty], isTaken: false }
}
