import type { StepUpCredentials } from './writeRequest.ts'

/** What a body brings to prove a change of a guarded field. */
export function stepUpCredentialsIn(body: unknown): StepUpCredentials {
  const { totp, currentPassword } = (body ?? {}) as Record<string, unknown>
  return { given: { totp, currentPassword }, isTaken: false }
}
