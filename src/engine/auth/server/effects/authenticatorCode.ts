import { isByKey } from '#engine/declaration/actor.ts'
import { isStepUpRequired, proveStepUp } from '../twoStep/stepUp.ts'
import type { Guard } from '#engine/records/server/write/effect.ts'
import { requirePersonalSignIn } from '../personalSignIn.ts'

/**
 * Asks for the code of the authenticator of whoever writes. Who has none confirmed is not asked, unless a company
 * demands it: two-step is a choice of people and companies. What follows from the change
 * (automatic payment waits) holds for everybody.
 */
export const authenticatorCode: Guard = {
  isAsked: ({ actor, transaction }) => isStepUpRequired(transaction, actor),
  prove: ({ context, actor, http }, { totp }) => proveStepUp(context, { actor, origin: http }, totp),
}

/** Asks for the code as {@link authenticatorCode} does, and refuses a session that an access key opened. */
export const personalCode: Guard = {
  isAsked: async (step) => isByKey(step.actor) || authenticatorCode.isAsked(step),
  prove(request, proof) {
    requirePersonalSignIn(request.actor)
    return authenticatorCode.prove(request, proof)
  },
}
