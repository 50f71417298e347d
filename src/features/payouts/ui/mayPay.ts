import type { Actor } from '#engine/declaration/actor.ts'

/** Whether this person may say that entries were paid by hand, and write adjustments. */
export const mayPay = (actor: Actor): boolean => actor.root || actor.roles.has('financial')
