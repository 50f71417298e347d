import { z } from 'zod'
import { snakeCase } from '#engine/declaration/derive/names.ts'
import {
  externalIdColumn,
  externalIdColumnOf,
  fitsFile,
  isExternalIdColumn,
  sourceOfColumn,
} from '#engine/declaration/derive/exportColumns.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { hasUnstorableCharacters } from '#engine/values/text.ts'
import { foldText } from '#engine/values/foldText.ts'
import type { FileTexts } from '#engine/export/server/texts.ts'
import { validationError } from '#engine/server/http/errors.ts'

/** The record's own id, as exports of this installation name it. */
export const idColumn = 'id'
/** Which records another system has suspended, where they can be here. */
export const suspendedColumn = 'suspended'
const exportMoments = ['createdAt', 'updatedAt']
const momentColumns = [...exportMoments, 'version']

/** Which column goes where. Heads and texts are those of the file; names of fields those of the API. */
export interface ImportMapping {
  /** Head -> field, `id`, `externalId`, or null where it is left out. */
  readonly columns: Readonly<Record<string, string | null>>
  /** Field -> text of the file -> what it means here. */
  readonly values: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** Field -> what new records get where the file says nothing. */
  readonly defaults: Readonly<Record<string, string>>
  /** Row as spreadsheet programs number it -> field -> what it says instead of the file. */
  readonly cells: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** Field -> how the file's system heads its column, before the names it has here. */
  readonly names: Readonly<Record<string, readonly string[]>>
  /** Which system the external ids are of. */
  readonly source: string
}

/** The source of external ids where nothing is said. */
export const usualSource = 'import'

const text = z.string().max(2_000)
const key = z.string().max(300)
const target = z.union([z.string().max(80), z.null()])
const wholeSchema = z.strictObject({
  columns: z.record(key, target).default({}),
  values: z.record(key, z.record(text, text)).default({}),
  defaults: z.record(key, text).default({}),
  cells: z.record(z.string().regex(/^[1-9]\d{0,6}$/), z.record(key, text)).default({}),
  names: z.record(key, z.array(key).max(50)).default({}),
  source: z.string().trim().min(1).max(60).optional(),
})
const flatSchema = z.record(key, target)

/** What somebody sent as a mapping: all of it optional, or the columns alone. */
export type GivenMapping = Partial<ImportMapping>

/**
 * Reads a mapping: `{columns, values, defaults, cells, names, source}`, or the columns alone, head -> field or field -> head.
 * @throws ApiError with a problem of `mapping`
 */
export function parseMapping(given: unknown, heads: readonly string[]): GivenMapping {
  if (given === undefined || given === null || given === '') return {}
  const refuse = () => validationError([{ field: 'mapping', code: 'invalid_type', values: { expected: 'an object' } }])
  let value = given
  if (typeof given === 'string') {
    try {
      value = JSON.parse(given)
    } catch {
      throw refuse()
    }
  }
  const flat = flatSchema.safeParse(value)
  if (flat.success && Object.keys(flat.data).some((name) => name !== 'source'))
    return { columns: byHead(flat.data, heads) }
  const whole = wholeSchema.safeParse(value)
  if (!whole.success) throw refuse()
  const { source, ...rest } = whole.data
  return { ...rest, columns: byHead(rest.columns, heads), ...(source ? { source } : {}) }
}

/** Columns by their heads, also where they were given by fields. */
function byHead(
  columns: Readonly<Record<string, string | null>>,
  heads: readonly string[],
): Record<string, string | null> {
  return Object.fromEntries(
    Object.entries(columns).map(([name, to]) =>
      !heads.includes(name) && to !== null && heads.includes(to) ? [to, name] : [name, to],
    ),
  )
}

/** Heads as they are compared: without case, accents and signs. */
export const foldHead = (head: string): string => foldText(head.replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' '))

const words = (name: string) => snakeCase(name).replaceAll('_', ' ')

/** The fields that a column can go to: all but what is computed or never read. */
export function importedFields({ fields }: AnyResource): string[] {
  return Object.keys(fields).filter(
    (name) => fields[name]!.kind === 'password' || (fitsFile(fields[name]!) && fields[name]!.kind !== 'computed'),
  )
}

const requiredColumns = (resource: AnyResource) =>
  importedFields(resource).filter((name) => resource.fields[name]!.required && fitsFile(resource.fields[name]!))

/** What a column is taken for, and whether that is said for sure. */
export interface MatchedColumn {
  readonly head: string
  readonly field: string | null
  /** How it was found: said by the caller, as this company imported before, by its name or label, or not at all. */
  readonly by: 'given' | 'saved' | 'name' | 'none'
}

/** How the id of something is headed, beside its name in any language. */
const idHeads = (name: string) => [`id ${name}`, `${name} id`, `id de ${name}`, `id do ${name}`, `id da ${name}`]
/** Heads of ids and states in files of other systems, where no field is called so. */
const numberHeads = ['n', 'no', 'nº', 'num', 'number', 'numero', 'code', 'codigo']
const stateHeads = ['status', 'state', 'situacao', 'situacion', 'estado', 'account status']

/** Names of every field, folded: its own, in words, its label in each language, and what other systems call it. */
function namesOf(resource: AnyResource, texts: readonly FileTexts[], given: GivenMapping['names'] = {}) {
  const names = new Map<string, string>()
  const put = (name: string, field: string) => {
    const folded = foldHead(name)
    if (folded !== '' && !names.has(folded)) names.set(folded, field)
  }
  const all = [...importedFields(resource), externalIdColumn, ...momentColumns]
  for (const [field, heads] of Object.entries(given)) for (const head of heads) put(head, field)
  for (const field of all) put(field, field)
  for (const field of all) put(words(field), field)
  for (const of of texts)
    for (const field of all) put(of.translate(`resources.${resource.name}.fields.${field}`, { _: field }), field)
  for (const field of all) for (const name of resource.fields[field]?.alsoCalled ?? []) put(name, field)
  const ofLabel = (key: string) => texts.map(({ translate }) => translate(key, { _: '' }).split('||||')[0]!)
  for (const field of all.filter((each) => resource.fields[each]?.kind === 'reference'))
    for (const label of [field, ...ofLabel(`resources.${resource.name}.fields.${field}`)])
      for (const head of idHeads(label)) put(head, field)
  for (const name of [words(resource.name), ...ofLabel(`resources.${resource.name}.name`)])
    for (const head of idHeads(name)) put(head, externalIdColumn)
  for (const head of numberHeads) put(head, externalIdColumn)
  if (resource.suspendable) for (const head of stateHeads) put(head, suspendedColumn)
  return names
}

/** Whether a head names a second column of a field, what follows after the first. */
export const isContinuation = ({ fields }: AnyResource, field: string, head: string): boolean =>
  (fields[field]?.continuedBy ?? []).some((name) => foldHead(name) === foldHead(head))

/**
 * Which of several columns that name a field is meant where another continues it: of `Company name`, `First name` and
 * `Last name` the one that stands next to the last.
 */
function besideContinuation(heads: readonly string[], names: ReadonlyMap<string, string>, resource: AnyResource) {
  const meant = new Map<string, number>()
  for (const field of importedFields(resource)) {
    const second = heads.findIndex((head) => isContinuation(resource, field, head))
    const far = (place: number) => Math.abs(place - second)
    const places = heads.flatMap((head, place) => (names.get(foldHead(head)) === field ? [place] : []))
    const [nearest] = second < 0 ? [] : places.toSorted((one, other) => far(one) - far(other))
    if (nearest !== undefined) meant.set(field, nearest)
  }
  return (field: string, place: number) => (meant.get(field) ?? place) === place
}

/** The column of one system's ids that a head names as exports do: `externalId:affilka`, `External ID (affilka)`. */
function namedSource(head: string, resource: AnyResource, texts: readonly FileTexts[]): string | null {
  const [, named, source = ''] = /^(.*?)(?::|\s*\()\s*(.{1,60}?)\s*\)?$/su.exec(head.trim()) ?? []
  if (named === undefined || source === '') return null
  const labels = texts.map(({ translate }) => translate(`resources.${resource.name}.fields.${externalIdColumn}`))
  const isNamed = [externalIdColumn, ...labels].some((label) => foldHead(label) === foldHead(named))
  return isNamed ? externalIdColumnOf(source) : null
}

/**
 * Says of each column where it goes: as the caller says, as the company's last import did, else by names and labels.
 * The own ids of records are taken for such only in an export of this installation, which has both moments and all that
 * a record must have: another system's ids would be those of other records here.
 */
export function matchColumns(
  heads: readonly string[],
  {
    resource,
    texts,
    given,
    saved,
  }: { resource: AnyResource; texts: readonly FileTexts[]; given: GivenMapping; saved: GivenMapping },
): MatchedColumn[] {
  const names = namesOf(resource, texts, given.names)
  const named = new Set(heads.map((head) => names.get(foldHead(head))))
  const isExport = [...exportMoments, ...requiredColumns(resource)].every((name) => named.has(name))
  const taken = new Set(Object.values(given.columns ?? {}).filter((field) => field !== null))
  const known = new Set([
    ...importedFields(resource),
    externalIdColumn,
    idColumn,
    ...(resource.suspendable ? [suspendedColumn] : []),
    ...momentColumns,
  ])
  const isSource = (source: string | null) => source !== null && /^\S(?:.{0,58}\S)?$/su.test(source)
  const isKnown = (field: string) =>
    known.has(field) ||
    (isExternalIdColumn(field) && isSource(sourceOfColumn(field)) && !hasUnstorableCharacters(field))
  const savedByHead = new Map(Object.entries(saved.columns ?? {}).map(([head, field]) => [foldHead(head), field]))
  const free = (field: string | null | undefined): field is string => {
    if (field === null || field === undefined || !isKnown(field) || taken.has(field)) return false
    taken.add(field)
    return true
  }
  for (const field of Object.values(given.columns ?? {}))
    if (field !== null && !isKnown(field))
      throw validationError([{ field: `mapping.${field}`.slice(0, 90), code: 'unknown_property' }])
  for (const head of Object.keys(given.columns ?? {}))
    if (!heads.includes(head))
      throw validationError([{ field: `mapping.${head}`.slice(0, 90), code: 'import_no_column' }])
  const isBeside = besideContinuation(heads, names, resource)
  return heads.map((head, place) => {
    if (given.columns && Object.hasOwn(given.columns, head)) return { head, field: given.columns[head]!, by: 'given' }
    const folded = foldHead(head)
    const continued = importedFields(resource).find((name) => isContinuation(resource, name, head))
    const was = savedByHead.get(folded)
    if (continued !== undefined && (was === undefined || was === continued))
      return { head, field: continued, by: 'name' }
    if (savedByHead.has(folded)) {
      const field = savedByHead.get(folded)!
      if (field === null) return { head, field: null, by: 'saved' }
      if (free(field)) return { head, field, by: 'saved' }
    }
    if (folded === 'id') {
      const field = isExport ? idColumn : externalIdColumn
      return free(field) ? { head, field, by: 'name' } : { head, field: null, by: 'none' }
    }
    const field = namedSource(head, resource, texts) ?? names.get(folded)
    if (field !== undefined && !isBeside(field, place)) return { head, field: null, by: 'none' }
    return free(field) ? { head, field, by: 'name' } : { head, field: null, by: 'none' }
  })
}
