import type { Check } from '#engine/records/server/write/effect.ts'

/** Nobody suspends themselves, who could not undo it; a root user is suspended by root alone. */
export const suspension: Check = async ({ actor, id, before, after }) => {
  if (Boolean(after?.suspended) === Boolean(before?.suspended)) return []
  if (before && actor.userId === Number(id)) return [{ field: 'suspended', code: 'suspended_oneself' }]
  return before?.root && !actor.root && actor.kind !== 'system'
    ? [{ field: 'suspended', code: 'user_must_be_root' }]
    : []
}
