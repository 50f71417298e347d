const unseen = /[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]/g
const dashes = /[\u2010-\u2015\u2212\uFE58\uFE63\uFF0D]/g

/** A text without characters that are not seen, as pages and messages bring them along when they are copied. */
export const withoutUnseen = (text: string): string => text.replace(unseen, '')

/** Typed digits and letters with every kind of dash as a hyphen and without what is not seen. */
export const withPlainDashes = (text: string): string => withoutUnseen(text).replace(dashes, '-')
