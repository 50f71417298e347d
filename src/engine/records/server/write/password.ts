import { setPassword } from '#engine/auth/server/passwords.ts'
import type { WriteStep } from './writeRequest.ts'

/** Keeps the password of a write hashed in a table of its own; the record never holds it. */
export async function keepPassword(step: WriteStep): Promise<void> {
  for (const name of step.changed) {
    if (step.resource.fields[name]!.kind !== 'password') continue
    const password = step.after![name]
    if (typeof password === 'string') await setPassword(step.transaction, { userId: Number(step.id), password })
  }
}
