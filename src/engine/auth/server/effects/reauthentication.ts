import { requireCurrentPassword } from '../signIn/currentPassword.ts'
import { hasAuthenticator, proveStepUp } from '../twoStep/stepUp.ts'
import type { Guard } from '#engine/records/server/write/effect.ts'

/**
 * Whoever changes their own way in shows that they are who signed in: the present password, and the code where there is
 * an authenticator. An open session that somebody found is not enough.
 */
export const reauthentication: Guard = {
  isAsked: async ({ actor, id }) => actor.kind === 'user' && actor.userId !== null && String(actor.userId) === id,
  async prove({ context, actor, http }, { currentPassword, totp }) {
    await requireCurrentPassword(context, {
      userId: actor.userId!,
      given: currentPassword,
      address: http?.address ?? '',
    })
    if (await hasAuthenticator(context.database.db, { userId: actor.userId! }))
      await proveStepUp(context, { actor, origin: http }, totp)
  },
}
