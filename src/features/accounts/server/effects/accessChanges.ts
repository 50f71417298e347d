import { storeAccessChange } from '#engine/auth/server/storeAccessChange.ts'
import type { Effect } from '#engine/records/server/write/effect.ts'

/** Tells an affiliate that somebody may sign in for it from now on. */
export const tellNewPerson: Effect = async ({ transaction, id, after, actor, context }) => {
  const { affiliate, email } = after!
  const person = { affiliate: Number(affiliate), subject: Number(id), label: String(email) }
  await storeAccessChange(transaction, { ...person, kind: 'person', author: actor, at: context.now() })
}

/** Tells an affiliate at its old address that it has another. */
export const tellNewEmail: Effect = async ({ transaction, id, before, actor, context }) => {
  const address = before!.email === null ? null : String(before!.email)
  const told = { affiliate: Number(id), address, before: { email: address } }
  await storeAccessChange(transaction, { ...told, kind: 'email', author: actor, at: context.now() })
}
