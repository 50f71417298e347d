import type { FieldChange } from '#engine/declaration/derive/difference.ts'

const ownValues = ['actor', 'address', 'url'] as const

/**
 * What can still be taken out of a line of the log, as the API names it: the values of the line itself that are there,
 * `changes.NAME` for a field's. Of what a redaction says only its reason.
 */
export function redactableNames(line: Readonly<Record<string, unknown>>): string[] {
  const isThere = (value: unknown) => value !== null && value !== undefined && value !== ''
  const isRedaction = line['object'] === 'activityLog' && line['operation'] === 'redact'
  const changed = ((line['changes'] ?? []) as (FieldChange & { redacted?: boolean })[]).filter(
    ({ field, before, after, redacted }) =>
      !redacted && (isThere(before) || isThere(after)) && (!isRedaction || field === 'reason'),
  )
  return [
    ...ownValues.filter((name) => isThere(line[name])),
    ...new Set(changed.map(({ field }) => `changes.${field}`)),
  ]
}
