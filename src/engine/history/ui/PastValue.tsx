import type { Field } from '#engine/declaration/fields/index.ts'
import type { AnyRecord } from '#engine/declaration/record.ts'
import { FieldValue } from '#engine/ui/fields/FieldValue.tsx'
import { emptyText } from '#engine/ui/fields/format.ts'

/** A value as it was; rows (tiers) with all their cells, one row after the other. */
export function PastValue({ field, value }: { field: Field; value: unknown }) {
  if (field.kind !== 'list') return <FieldValue field={field} value={value} isWhole />
  const rows = Array.isArray(value) ? (value as AnyRecord[]) : []
  if (rows.length === 0) return <>{emptyText}</>
  return (
    <>
      {rows.map((row, index) => (
        <span key={index} style={{ whiteSpace: 'nowrap' }}>
          {index > 0 && '; '}
          {cells(field, row).map(([name, item], place) => (
            <span key={name}>
              {place > 0 && ': '}
              <FieldValue field={item} value={row[name]} />
            </span>
          ))}
        </span>
      ))}
    </>
  )
}

/** `7.500,00: 30,00%`: what is filled in of a row, in the order of its declaration. */
function cells(field: Field, row: AnyRecord): [string, Field][] {
  return Object.entries(field.items ?? {}).filter(([name]) => row[name] !== null && row[name] !== undefined)
}
