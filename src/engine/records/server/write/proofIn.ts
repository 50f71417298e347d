import type { Proof } from './writeRequest.ts'

/** What a body brings to prove a change of a guarded field. */
export function proofIn(body: unknown): Proof {
  const { totp, currentPassword } = (body ?? {}) as Record<string, unknown>
  return { given: { totp, currentPassword }, isTaken: false }
}
