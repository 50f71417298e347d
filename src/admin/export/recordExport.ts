/** Turns records into rows of an export, page by page, so that a list of any length can be exported. */
import type { RaRecord } from 'ra-core'
import type { Field } from '../../config/fields/index.ts'
import type { BackOfficeDataProvider } from '../dataProvider.ts'
import { optionsMeta } from '../fields/ReferenceValue.tsx'
import type { NamedField } from '../resource/derivePages.ts'
import type { CellKind, CellValue, ExportColumn } from '../../domain/spreadsheet/cells.ts'

/** Most records the API gives at once. */
export const pageSize = 1000

interface Words {
  readonly label: (field: string) => string
  readonly choice: (choices: string, value: string) => string
}

const cellKinds: Readonly<Partial<Record<Field['kind'], CellKind>>> = { integer: 'number', money: 'money', percent: 'percent', date: 'date', moment: 'moment', boolean: 'boolean' }
const computedCellKinds: Readonly<Record<string, CellKind>> = { integer: 'number', money: 'money', moment: 'moment', boolean: 'boolean' }

/** How the cells of a field are typed: tokens, CPF and all else that is no amount stays text. */
export function cellKindOf(field: Field): CellKind {
  return (field.kind === 'computed' ? computedCellKinds[field.as ?? 'text'] : cellKinds[field.kind]) ?? 'text'
}

/** The columns of an export; the id first. */
export function exportColumns(fields: readonly NamedField[], words: Words): ExportColumn[] {
  return [{ label: 'id', kind: 'number' }, ...fields.map(({ name, field }): ExportColumn => ({ label: words.label(name), kind: cellKindOf(field) }))]
}

/** Names of records of other resources, asked for once each. */
export class NameBook {
  readonly #names = new Map<string, Map<string, string>>()
  readonly #dataProvider: BackOfficeDataProvider

  constructor(dataProvider: BackOfficeDataProvider) {
    this.#dataProvider = dataProvider
  }

  /** Learns the names a page of records needs. */
  async learn(records: readonly RaRecord[], fields: readonly NamedField[]): Promise<void> {
    for (const { name, field } of fields) {
      if (!field.target) continue
      const known = this.#names.get(field.target) ?? new Map<string, string>()
      this.#names.set(field.target, known)
      const ids = [...new Set(records.flatMap((record) => record[name] as number | number[] | null ?? []))].filter((id) => !known.has(String(id)))
      if (ids.length === 0) continue
      const { data } = await this.#dataProvider.getMany(field.target, { ids, meta: optionsMeta })
      for (const option of data) known.set(String(option.id), String(option['name']))
    }
  }

  nameOf(target: string, id: unknown): string {
    return this.#names.get(target)?.get(String(id)) ?? `#${String(id)}`
  }
}

function cellOf(value: unknown, field: Field, names: NameBook, words: Words): CellValue {
  if (value === null || value === undefined) return null
  if (field.target) return [value].flat().map((id) => names.nameOf(field.target!, id)).join(', ')
  if (field.choices) return [value].flat().map((each) => words.choice(field.choices!.name, String(each))).join(', ')
  if (typeof value === 'number' || typeof value === 'boolean') return value
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** A record's row. */
export function exportRow({ record, fields, names, words }: { record: RaRecord; fields: readonly NamedField[]; names: NameBook; words: Words }): CellValue[] {
  return [record.id as number, ...fields.map(({ name, field }) => cellOf(record[name], field, names, words))]
}

/** What is exported: all records of a list that match, in its order. */
export interface ExportRequest {
  readonly dataProvider: BackOfficeDataProvider
  readonly resource: string
  readonly filter: Readonly<Record<string, unknown>>
  readonly sort: { readonly field: string; readonly order: 'ASC' | 'DESC' }
  readonly fields: readonly NamedField[]
  readonly words: Words
  readonly signal: AbortSignal
  readonly onProgress: (progress: { done: number; total: number }) => void
}

/** Reads page after page and gives each as rows. Stops at the signal. */
export async function* exportPages(request: ExportRequest): AsyncGenerator<CellValue[][]> {
  const { dataProvider, resource, filter, sort, fields, words, signal, onProgress } = request
  const names = new NameBook(dataProvider)
  let done = 0
  for (let page = 1; ; page += 1) {
    signal.throwIfAborted()
    const { data, total = 0 } = await dataProvider.getList(resource, { filter, sort, pagination: { page, perPage: pageSize }, signal })
    await names.learn(data, fields)
    yield data.map((record) => exportRow({ record, fields, names, words }))
    done += data.length
    onProgress({ done, total })
    if (data.length < pageSize || done >= total) return
  }
}
