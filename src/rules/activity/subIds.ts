import { subLengthMax, type SubName, subNames } from './subNames.ts'
import { isUnexpandedMacro } from './macros.ts'
import { hasUnstorableCharacters } from '#engine/values/text.ts'

/** In filters: what has no such sub id. So nothing is called so. */
export const noSub = 'none'

/** The sub ids of a visit, as many as {@link subNames} in their order; each may be missing. */
export type Subs = readonly (string | null)[]

const isAbsent = (value: unknown) => value === undefined || value === null || value === '' || value === noSub

/**
 * The sub ids that something names; null where it names none, undefined where one is no text, too long or cannot be
 * stored.
 */
export function subsOf(given: { readonly [Name in SubName]?: unknown }): Subs | null | undefined {
  let subs: (string | null)[] | null = null
  for (let index = 0; index < subNames.length; index += 1) {
    const value = given[subNames[index]!]
    if (isAbsent(value)) continue
    const text = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value
    if (typeof text !== 'string' || text.length > subLengthMax || hasUnstorableCharacters(text)) return undefined
    subs ??= subNames.map(() => null)
    subs[index] = text
  }
  return subs
}

/**
 * The same of a visitor's address, whom nobody refuses: what is given twice counts once, what is too long is cut, and
 * what cannot be stored is left out.
 */
export function subsOfVisit(query: Readonly<Record<string, unknown>>): Subs | null {
  const given: { [Name in SubName]?: string } = {}
  for (const name of subNames) {
    const text = visitText(query[name])
    if (text !== null) given[name] = text
  }
  return subsOf(given) ?? null
}

/**
 * A text that a visitor brought along, cut where it is too long; null where there is none that can be stored, and where it
 * is a placeholder that nobody filled in.
 */
export function visitText(value: unknown, lengthMax: number = subLengthMax): string | null {
  const text: unknown = Array.isArray(value) ? value[0] : value
  if (typeof text !== 'string' || text === '') return null
  const kept = text.slice(0, lengthMax).toWellFormed()
  return hasUnstorableCharacters(kept) || isUnexpandedMacro(kept) ? null : kept
}
