import type { Actor } from '#engine/declaration/actor.ts'
import { readableFields } from '#engine/declaration/derive/access.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { ApiError, validationError } from '#engine/server/http/errors.ts'

const isReference = (kind: string | undefined) => kind === 'reference' || kind === 'references'

/** How many fields one list may name the records of. */
const embeddedMax = 20

/**
 * The reference fields whose names a list is to bring along (`embed=["affiliate","brands"]`, as ra-data-simple-rest
 * sends it).
 * @throws ApiError 400 for anything but names of reference fields this person reads
 */
export function parseEmbed({
  value,
  resource,
  actor,
}: {
  value: unknown
  resource: AnyResource
  actor: Actor
}): readonly string[] {
  if (value === undefined) return []
  if (!Array.isArray(value) || value.length > embeddedMax)
    throw new ApiError('invalid_request', { values: { reason: 'embed is ["field",...]' } })
  const readable = readableFields({ actor, resource })
  const wrong = value.find(
    (name) => typeof name !== 'string' || !readable.includes(name) || !isReference(resource.fields[name]?.kind),
  )
  if (wrong !== undefined) throw validationError([{ field: String(wrong).slice(0, 60), code: 'unknown_filter' }])
  return [...new Set(value as string[])]
}
