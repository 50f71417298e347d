import type { ExportedField } from '#engine/declaration/derive/exportColumns.ts'
import type { AnyRecord } from '#engine/declaration/record.ts'
import type { CellValue } from '#engine/values/spreadsheet/cells.ts'
import type { FileTexts } from '#engine/export/server/texts.ts'
import type { NameLookup } from './nameLookup.ts'

/** What turns values into what people read: names of records, labels of choices. */
export interface Reading {
  readonly names: NameLookup
  readonly texts: FileTexts
}

/** A value as a file holds it: references by name, choices by label, rows inside a record as JSON. */
export function cellOf(value: unknown, { field }: Pick<ExportedField, 'field'>, { names, texts }: Reading): CellValue {
  if (value === null || value === undefined) return null
  if (field?.target)
    return [value]
      .flat()
      .map((id) => names.nameOf(field.target!, id))
      .join(', ')
  if (field?.choices)
    return [value]
      .flat()
      .map((each) => texts.translate(`choices.${field.choices!.name}.${String(each)}`, { _: each }))
      .join(', ')
  if (typeof value === 'number' || typeof value === 'boolean') return value
  if (Array.isArray(value) && value.length === 0) return null
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** A record's cells in the order of the columns, and behind them the code of the currency its amounts are in, if any. */
export function rowOf(record: AnyRecord, fields: readonly ExportedField[], reading: Reading): CellValue[] {
  const currency: unknown = record['currency']
  return [
    ...fields.map((field) => cellOf(record[field.name], field, reading)),
    ...(typeof currency === 'string' ? [currency] : []),
  ]
}
