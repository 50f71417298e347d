/**
 * A JSON value as one text, whatever the order of its names: what PostgreSQL gives back is the same text as what was
 * written.
 */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value ?? null)
  const fields = Object.entries(value)
    .filter(([, content]) => content !== undefined)
    .sort(([first], [second]) => (first < second ? -1 : 1))
  return `{${fields.map(([name, content]) => `${JSON.stringify(name)}:${canonical(content)}`).join(',')}}`
}
