import { isBic, isIban, normalizeBic, normalizeIban } from '#engine/values/documents/bankAccounts.ts'
import { timeZoneName } from '#engine/values/calendar.ts'
import { isCountry } from '#engine/values/countries.ts'
import { normalizeTaxNumber } from '#engine/values/documents/taxNumbers.ts'
import {
  isSlug,
  slugLengthMax,
  hasSpecialCharacters,
  hasUnstorableCharacters,
  isReservedUtmWord,
} from '#engine/values/text.ts'
import { asciiHost, siteAddress } from '#engine/values/siteAddress.ts'
import { typedCode } from '#engine/values/typedCode.ts'
import { withoutUnseen } from '#engine/values/typedText.ts'
import { parseComparison } from '#rules/commission/triggers.ts'
import type { Field } from '../fields/index.ts'
import { invalid, valid, type Kind, type Parsed } from './kind.ts'

const textLengthMax = 200
const urlLengthMax = 2000
const expressionLengthMax = 500
const hostPattern = /^[\p{L}\p{M}\p{N}-]+(?:\.[\p{L}\p{M}\p{N}-]+)+(?::\d+)?(?:\/\S*)?$/u
const hostNamePattern = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/
/** Those of other systems begin and end with signs, too. */
const tokenPattern = /^(?=.*[A-Za-z0-9])[A-Za-z0-9_-]{2,64}$/

/**
 * Any text: of the right type, storable byte by byte, within its length. Every kind whose value is text begins here.
 */
export function parseText(
  value: unknown,
  { min = 0, max = textLengthMax }: { min?: number; max?: number } = {},
): Parsed {
  if (typeof value !== 'string') return invalid('invalid_type', { expected: 'a text' })
  if (hasUnstorableCharacters(value)) return invalid('unstorable_characters')
  const length = [...value].length
  if (length > max) return invalid('too_long', { max })
  return length < min ? invalid('too_short', { min }) : valid(value)
}

function parseHost(content: string): Parsed {
  const host = asciiHost(content)
  return host !== null && hostNamePattern.test(host) ? valid(host) : invalid('invalid_host')
}

function parseTypedCode(content: string): Parsed {
  const code = typedCode(content)
  return code === null ? invalid('invalid_typed_code') : valid(code)
}

function parseTimeZone(content: string): Parsed {
  const name = timeZoneName(content)
  return name === null ? invalid('invalid_time_zone') : valid(name)
}

function parsePlainText(value: unknown, field: Field): Parsed {
  const parsed = parseText(value, field)
  if (!parsed.ok) return parsed
  const content = parsed.value as string
  if (field.noSpecialCharacters && hasSpecialCharacters(content)) return invalid('special_characters')
  if (field.noReservedWords && isReservedUtmWord(content)) return invalid('reserved_word', { word: content })
  if (field.format === 'comparison' && parseComparison(content) === null) return invalid('invalid_comparison')
  if (field.format === 'host') return parseHost(content)
  if (field.format === 'typedCode') return parseTypedCode(content)
  if (field.format === 'country')
    return isCountry(content) ? valid(content.trim().toUpperCase()) : invalid('invalid_country')
  if (field.format === 'iban') return isIban(content) ? valid(normalizeIban(content)) : invalid('invalid_iban')
  if (field.format === 'bic') return isBic(content) ? valid(normalizeBic(content)) : invalid('invalid_bic')
  if (field.format === 'timeZone') return parseTimeZone(content)
  if (field.format === 'taxNumber') return valid(normalizeTaxNumber(content))
  return field.required && content.trim() === '' ? invalid('required') : parsed
}

function parseUrl(value: unknown, field: Field): Parsed {
  const parsed = parseText(value, { max: field.max ?? urlLengthMax })
  if (!parsed.ok) return parsed
  const typed = withoutUnseen(parsed.value as string).trim()
  const bare = typed.replace(/^\/\//, '')
  const content = field.bareHost && hostPattern.test(bare) ? `https://${bare}` : typed
  const address = URL.parse(content)
  const isWeb =
    address !== null &&
    (address.protocol === 'https:' || address.protocol === 'http:') &&
    address.hostname !== '' &&
    !address.username &&
    !address.password
  if (!isWeb || /[\s\p{Cc}\\]/u.test(content)) return invalid('invalid_url')
  return valid(field.oneForm ? siteAddress(content)! : content)
}

function parseSlug(value: unknown): Parsed {
  const parsed = parseText(value, { max: slugLengthMax })
  return !parsed.ok || isSlug(parsed.value as string) ? parsed : invalid('invalid_slug')
}

function parseToken(value: unknown): Parsed {
  const parsed = parseText(value)
  return !parsed.ok || tokenPattern.test(parsed.value as string) ? parsed : invalid('invalid_token')
}

const textual = { isSortable: true, cell: 'text', operators: ['equals', 'like', 'gte', 'lte'] } as const

/** Text in its forms. */
export const textKind: Kind = {
  ...textual,
  column: () => 'text',
  parse: parsePlainText,
  schema: ({ min, max = textLengthMax }) => ({ type: 'string', ...(min ? { minLength: min } : {}), maxLength: max }),
}
export const urlKind: Kind = {
  ...textual,
  column: () => 'text',
  parse: parseUrl,
  schema: () => ({ type: 'string', format: 'uri', maxLength: urlLengthMax }),
}
export const slugKind: Kind = {
  ...textual,
  column: () => 'text',
  parse: parseSlug,
  schema: () => ({ type: 'string', pattern: '^[a-z0-9]+(-[a-z0-9]+)*$', maxLength: slugLengthMax }),
}
export const tokenKind: Kind = {
  ...textual,
  column: () => 'text',
  parse: parseToken,
  schema: () => ({ type: 'string', pattern: tokenPattern.source }),
}
/**
 * Only its length and characters are checked here; the formula itself by whoever has the parser (`checkExpression` of
 * the validator).
 */
export const expressionKind: Kind = {
  ...textual,
  column: () => 'text',
  parse: (value) => parseText(value, { max: expressionLengthMax }),
  schema: () => ({ type: 'string', maxLength: expressionLengthMax }),
}
