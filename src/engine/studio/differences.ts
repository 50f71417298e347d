import type { Overlay } from '#engine/declaration/overlay/overlay.ts'

/** One thing that two overlays say otherwise: the way to it, and what each says. */
interface OverlayDifference {
  readonly path: readonly string[]
  readonly before: unknown
  readonly after: unknown
}

function leaves(value: unknown, path: readonly string[], into: Map<string, unknown>): void {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  const entries = isObject ? Object.entries(value) : []
  if (entries.length === 0 || path.at(-2) === 'values')
    into.set(path.join('\0'), isObject && entries.length === 0 ? undefined : value)
  else for (const [name, each] of entries) leaves(each, [...path, name], into)
}

/** What two overlays say otherwise, thing by thing; the order of sections counts as one. */
export function overlayDifferences(before: Overlay, after: Overlay): OverlayDifference[] {
  const [old, now] = [before, after].map((overlay) => {
    const found = new Map<string, unknown>()
    leaves(overlay, [], found)
    for (const [name, { form, fields = {} }] of Object.entries(overlay.resources ?? {})) {
      if (form) found.set(['resources', name, 'formOrder'].join('\0'), Object.keys(form))
      for (const [field, { values }] of Object.entries(fields))
        if (values) found.set(['resources', name, 'fields', field, 'valueOrder'].join('\0'), Object.keys(values))
    }
    return found
  }) as [Map<string, unknown>, Map<string, unknown>]
  return [...new Set([...old.keys(), ...now.keys()])]
    .map((key) => ({ path: key.split('\0'), before: old.get(key), after: now.get(key) }))
    .filter(({ before: was, after: is }) => JSON.stringify(was) !== JSON.stringify(is))
}
