import type { Field } from '#engine/declaration/fields/index.ts'
import type { Problem } from '#engine/declaration/problems.ts'
import { foldText } from '#engine/values/foldText.ts'
import { isDay } from '#engine/values/calendar.ts'
import { unsafeText } from '#engine/values/spreadsheet/cells.ts'
import type { FileTexts } from '#engine/export/server/texts.ts'
import { countryNamed } from './countryNamed.ts'
import type { FileCell } from './table/fileTable.ts'

/** What a cell says in the form in which the API takes it, or why it says nothing. */
export type ReadCell = { readonly value: unknown } | { readonly problem: Omit<Problem, 'field'> }

/** How the cells of one column are read: what all of them say together decides what one alone leaves open. */
export interface ColumnHabit {
  readonly decimalSign: ',' | '.' | null
  readonly order: 'day_first' | 'month_first'
}

const number = /^(\d{1,3}(?:([.,' ])\d{3})+|\d+)(?:([.,])(\d+))?$/

/** The digits of a number without sign, currency and percent; and whether it is below zero. */
function digitsOf(text: string): { digits: string; isMinus: boolean } {
  const bare = text
    .replaceAll('\u2212', '-')
    .replace(/[A-Z]{0,3}\$|[€£%]|^[A-Z]{3}\b|\b[A-Z]{3}$/gi, '')
    .replace(/[\u00A0\u202F]/g, ' ')
    .trim()
  const isBracketed = /^\(.*\)$/.test(bare)
  const inside = bare.replace(/^\(|\)$/g, '').trim()
  return { digits: inside.replace(/^[+-]\s*|\s*-$/g, ''), isMinus: isBracketed || /^-|-$/.test(inside) }
}

/** The sign of decimals that a number shows for sure; null where it could be either. */
function decimalSignIn(digits: string): ',' | '.' | null {
  const parts = number.exec(digits)
  if (!parts) return null
  const [, whole, grouping, sign, decimals] = parts
  if (grouping === undefined && sign) return decimals!.length === 3 ? null : (sign as ',' | '.')
  if (sign) return sign as ',' | '.'
  const groups = whole!.split(grouping ?? '\0').length
  return grouping !== undefined && (grouping === '.' || grouping === ',') && groups > 2
    ? grouping === '.'
      ? ','
      : '.'
    : null
}

/** Learns from all cells of a column how numbers and days are written in it. */
export function habitOf(cells: readonly FileCell[]): ColumnHabit {
  const texts = cells.filter((cell): cell is string => typeof cell === 'string')
  const signs = new Set(texts.map((text) => decimalSignIn(digitsOf(text).digits)).filter((sign) => sign !== null))
  const slashed = texts
    .map((text) => /^\s*(\d{1,2})[./-](\d{1,2})[./-]\d{2,4}/.exec(text))
    .filter((match) => match !== null)
  const isMonthFirst =
    slashed.some(([, , second]) => Number(second) > 12) && !slashed.some(([, first]) => Number(first) > 12)
  return { decimalSign: signs.size === 1 ? [...signs][0]! : null, order: isMonthFirst ? 'month_first' : 'day_first' }
}

function readNumber(cell: FileCell, { decimalSign }: ColumnHabit): ReadCell {
  if (typeof cell === 'number') return { value: cell }
  const { digits, isMinus } = digitsOf(String(cell))
  const parts = number.exec(digits)
  const refused: ReadCell = { problem: { code: 'import_number', values: { value: String(cell) } } }
  if (!parts || (parts[2] !== undefined && parts[2] === parts[3])) return refused
  const [, whole, grouping, sign, decimals = ''] = parts
  const isOpen = decimalSignIn(digits) === null && (grouping === '.' || grouping === ',' || sign !== undefined)
  // `1.234` is a thousand where the column's other numbers write decimals with a comma, and alone it is neither.
  if (isOpen && decimalSign === null) return refused
  const text = isOpen
    ? digits.replaceAll(decimalSign === ',' ? '.' : ',', '').replace(decimalSign!, '.')
    : `${whole!.replace(/\D/g, '')}.${decimals || '0'}`
  const value = Number(text)
  return Number.isFinite(value) ? { value: isMinus ? -value : value } : refused
}

const pad = (text: string) => text.padStart(2, '0')

/** A day and what follows it; null where it is none. */
function dayIn(text: string, { order }: ColumnHabit): { day: string; rest: string } | null {
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(.*)$/.exec(text)
  if (iso) return { day: `${iso[1]}-${pad(iso[2]!)}-${pad(iso[3]!)}`, rest: iso[4]! }
  const slashed = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4}|\d{2})(.*)$/.exec(text)
  if (!slashed) return null
  const [, first, second, year, rest] = slashed
  const [day, month] = order === 'day_first' ? [first!, second!] : [second!, first!]
  return { day: `${year!.length === 2 ? `20${year}` : year}-${pad(month)}-${pad(day)}`, rest: rest! }
}

function readDay(cell: FileCell, habit: ColumnHabit): ReadCell {
  const found = dayIn(String(cell).trim(), habit)
  const isWhole = found !== null && isDay(found.day) && /^(?:[T\s,]+00:00(?::00(?:\.0+)?)?Z?)?$/.test(found.rest)
  return isWhole ? { value: found.day } : { problem: { code: 'invalid_date' } }
}

/** Moments as files write them are in UTC, as those of exports. */
function readMoment(cell: FileCell, habit: ColumnHabit): ReadCell {
  const found = dayIn(String(cell).trim(), habit)
  const time = /^(?:[T\s,]+(\d{1,2}):(\d{2})(?::(\d{2}(?:\.\d+)?))?\s*(Z|[+-]\d{2}:\d{2})?)?$/.exec(found?.rest ?? '?')
  if (!found || !time) return { problem: { code: 'invalid_moment' } }
  const [, hour = '0', minute = '00', second = '00', zone = 'Z'] = time
  return { value: `${found.day}T${pad(hour)}:${minute}:${second}${zone}` }
}

/** What other systems call records that they have stopped, folded. */
const stoppedWords = new Set(
  'suspended suspenso suspensa suspendido suspendida blocked bloqueado bloqueada inactive inativo inativa inactivo inactiva closed encerrado encerrada cerrado fechado disabled desativado desativada desactivado banned banido banida baneado terminated frozen rejected recusado rejeitado rechazado declined'.split(
    ' ',
  ),
)

/** Whether a cell says that another system has suspended a record. */
export const isStopped = (cell: FileCell | undefined): boolean =>
  cell === true || (typeof cell === 'string' && stoppedWords.has(foldText(cell)))

const truths = ['true', '1', 'x', 'y', 's']
const untruths = ['false', '0', 'n']

function readBoolean(cell: FileCell, texts: readonly FileTexts[]): ReadCell {
  if (typeof cell === 'boolean') return { value: cell }
  const said = foldText(String(cell))
  if ([...truths, ...texts.map(({ csv }) => foldText(csv.yes))].includes(said)) return { value: true }
  if ([...untruths, ...texts.map(({ csv }) => foldText(csv.no))].includes(said)) return { value: false }
  return { problem: { code: 'invalid_type', values: { expected: 'true or false' } } }
}

/** The word of a closed list that a text names: itself, or its label in any language. */
function choiceNamed(text: string, { choices }: Field, texts: readonly FileTexts[]): string | undefined {
  const said = foldText(text)
  const { name, values } = choices!
  return (
    values.find((value) => value === text.trim()) ??
    values.find((value) => foldText(value) === said) ??
    values.find((value) =>
      texts.some((of) => foldText(of.translate(`choices.${name}.${value}`, { _: value })) === said),
    )
  )
}

/** The parts of a text that lists several; a part may hold a comma itself where `known` says so. */
export function severalIn(text: string, isKnown: (part: string) => boolean): string[] {
  if (isKnown(text.trim())) return [text.trim()]
  const pieces = text.split(/[,;|\n]/)
  const found: string[] = []
  for (let at = 0; at < pieces.length;) {
    let end = pieces.length
    while (end > at + 1 && !isKnown(pieces.slice(at, end).join(',').trim())) end -= 1
    const part = pieces.slice(at, end).join(',').trim()
    if (part !== '') found.push(part)
    at = end
  }
  return found
}

function readChoices(text: string, field: Field, texts: readonly FileTexts[]): ReadCell {
  const isMany = field.kind === 'manyOf'
  const said = isMany ? severalIn(text, (part) => choiceNamed(part, field, texts) !== undefined) : [text]
  const named = said.map((each) => choiceNamed(each, field, texts) ?? each)
  return { value: isMany ? named : named[0] }
}

function readRows(text: string): ReadCell {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return { problem: { code: 'invalid_type', values: { expected: 'a list of rows' } } }
  }
}

/** Reads a cell of any field but references, which name records. */
export function readCell(
  cell: FileCell,
  { field, habit, texts, isCsv }: { field: Field; habit: ColumnHabit; texts: readonly FileTexts[]; isCsv: boolean },
): ReadCell {
  const text = isCsv ? unsafeText(String(cell)) : String(cell)
  switch (field.kind) {
    case 'integer':
    case 'percent':
    case 'money':
      return readNumber(cell, habit)
    case 'boolean':
      return readBoolean(cell, texts)
    case 'date':
      return readDay(cell, habit)
    case 'moment':
      return readMoment(cell, habit)
    case 'choice':
    case 'manyOf':
      return readChoices(text, field, texts)
    case 'list':
    case 'blocks':
      return readRows(text)
    case 'cpf':
      // Programs that take it for a number leave its first zeros out.
      return { value: /^\d{8,10}$/.test(text.trim()) ? text.trim().padStart(11, '0') : text.trim() }
    case 'password':
    case 'expression':
      return { value: text }
    default:
      return { value: (field.format === 'country' ? countryNamed(text) : undefined) ?? text.trim() }
  }
}
