import type { Actor } from '../../config/actor.ts'

/**
 * The product itself as an actor: `system:close`, `system:payout`. Sees and may do everything, and the activity log
 * names it.
 */
export function systemActor(name: string): Actor {
  return {
    kind: 'system',
    userId: null,
    name: `system:${name}`,
    root: true,
    roles: new Set(),
    company: null,
    allowedBrands: [],
    partner: null,
  }
}
