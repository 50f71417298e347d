import type { Translate } from './report/labels.ts'

function textAt(tree: unknown, path: readonly string[]): string | undefined {
  let found = tree
  for (const name of path)
    found =
      typeof found === 'object' && found !== null && Object.hasOwn(found, name)
        ? (found as Record<string, unknown>)[name]
        : undefined
  return typeof found === 'string' ? found : undefined
}

function filledIn(text: string, values: Readonly<Record<string, unknown>>): string {
  const [one, many] = text.split('||||')
  const chosen =
    many !== undefined && values['smart_count'] !== undefined && Number(values['smart_count']) !== 1 ? many : one!
  return chosen.trim().replace(/%\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))
}

/**
 * Finds labels where no page translates: in the messages of a language, by the keys that pages use. For files, which
 * the server and workers of the browser write.
 * @param messages as `locales/` has them.
 */
export function translator(messages: object): Translate {
  return (key, values = {}) => {
    const path = key.split('.')
    // Every record has an id and two moments; they are labelled once for all resources.
    const text =
      textAt(messages, path) ??
      (path[0] === 'resources' && path[2] === 'fields' ? textAt(messages, ['system', path[3]!]) : undefined)
    return text === undefined ? String(values['_'] ?? path.at(-1)) : filledIn(text, values)
  }
}
