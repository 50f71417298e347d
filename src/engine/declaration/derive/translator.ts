import Polyglot from 'node-polyglot'
import type { Translate } from './report/labels.ts'

/**
 * Finds labels where no page translates: in the messages of a language, by the keys that pages use and with the same
 * plurals. For files, which the server and workers of the browser write.
 * @param messages as `locales/` has them.
 */
export function translator(messages: object, language: string): Translate {
  const polyglot = new Polyglot({ phrases: messages, locale: language, allowMissing: true })
  return (key, values = {}) => {
    const path = key.split('.')
    const last = path.at(-1)!
    // Every record has an id and two moments; they are labelled once for all resources.
    const isField = path[0] === 'resources' && path[2] === 'fields'
    return polyglot.t(isField && !polyglot.has(key) ? `system.${last}` : key, { _: last, smart_count: 1, ...values })
  }
}
