import { language as languages } from '#resources/choices.ts'
import { type ExportedField, exportedFields } from '#engine/declaration/derive/exportColumns.ts'
import { ApiError, validationError } from '#engine/server/http/errors.ts'
import type { FileLanguage } from '#engine/export/server/texts.ts'
import type { Query } from '../query/listParameters.ts'
import type { RecordRequest } from '../recordRequest.ts'

/**
 * The forms of an export. `csv` and `xlsx` are files for people; `ndjson` is one JSON object a line under the fields'
 * own names;
 * `table` is what a page writes a workbook from: a line with columns and criteria, then an array of cells a line.
 */
export const exportFormats = ['csv', 'xlsx', 'ndjson', 'table'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** What an export asks for besides which records. */
export interface ExportParameters {
  readonly format: ExportFormat
  readonly language: FileLanguage
  readonly fields: readonly ExportedField[]
  /** `sort` and `filter`, as a list reads them. */
  readonly selection: Query
}

function oneOf<Value extends string>(given: Query[string], values: readonly Value[], refuse: () => ApiError): Value {
  if (given === undefined) return values[0]!
  const found = values.find((value) => value === given)
  if (found === undefined) throw refuse()
  return found
}

function parseColumns(
  given: Query[string],
  request: RecordRequest,
  sources: readonly string[],
): readonly ExportedField[] {
  const all = exportedFields({ ...request, sources })
  if (given === undefined || given === '') return all
  let names: unknown
  try {
    names = JSON.parse(String(given))
  } catch {
    throw new ApiError('invalid_request', { values: { reason: 'columns is not JSON' } })
  }
  if (!Array.isArray(names) || names.length === 0)
    throw new ApiError('invalid_request', { values: { reason: 'columns is a list of field names' } })
  return [...new Set(names)].map((name) => {
    // A field this person may not see is answered as one that does not exist.
    const field = all.find((each) => each.name === name)
    if (!field) throw validationError([{ field: String(name).slice(0, 60), code: 'unknown_property' }])
    return field
  })
}

/**
 * Reads `format`, `language` and `columns` of an export. Portuguese CSV of every column where nothing is said.
 * @param sources systems that have ids for such records
 * @throws ApiError 400 where one is malformed, or a column is unknown to this person.
 */
export function parseExportParameters(
  request: RecordRequest,
  { format, language, columns, ...selection }: Query,
  sources: readonly string[],
): ExportParameters {
  if ('range' in selection) throw validationError([{ field: 'range', code: 'unknown_filter' }])
  return {
    format: oneOf(
      format,
      exportFormats,
      () => new ApiError('invalid_request', { values: { reason: `format is one of ${exportFormats.join(', ')}` } }),
    ),
    language: oneOf(language, languages.values, () =>
      validationError([{ field: 'language', code: 'invalid_language' }]),
    ),
    fields: parseColumns(columns, request, sources),
    selection,
  }
}
