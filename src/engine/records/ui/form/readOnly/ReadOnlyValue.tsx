import { type ReactNode, Suspense, useId } from 'react'
import { Labeled, useRecordContext, useTranslate } from 'react-admin'
import Typography from '@mui/material/Typography'
import type { Field } from '#engine/declaration/fields/index.ts'
import type { AnyRecord } from '#engine/declaration/record.ts'
import { FieldValue } from '#engine/ui/fields/FieldValue.tsx'
import { emptyText } from '#engine/ui/fields/format.ts'
import { labelKeys, useFieldLabel } from '#engine/ui/fields/labels.ts'
import { useWording } from '#engine/ui/fields/useWording.ts'
import { ValueTable } from '#engine/ui/fields/ValueTable.tsx'
import { slots } from '#engine/ui/slots.ts'
import { useConfiguredResource } from '../../ResourcesContext.tsx'

/** A value with its label, where it cannot be set. */
export function ReadOnlyValue({ name, field }: { name: string; field: Field }) {
  const id = useId()
  const resource = useConfiguredResource()
  const label = useFieldLabel()(resource.name, name)
  const value: unknown = useRecordContext()?.[name]
  return (
    <Labeled
      component="div"
      role="group"
      aria-labelledby={id}
      label={label}
      TypographyProps={{ id }}
      fullWidth
      sx={{ py: 1, minWidth: 0 }}
    >
      <Typography component="div" sx={{ overflowWrap: 'anywhere' }}>
        {useShown(name, field, value)}
      </Typography>
    </Labeled>
  )
}

function useShown(name: string, field: Field, value: unknown): ReactNode {
  const resource = useConfiguredResource()
  const wording = useWording()(resource.name, name, value)
  if (field.kind === 'list') return <Rows name={name} field={field} rows={(value ?? []) as AnyRecord[]} />
  const { urlValue: UrlValue } = slots()
  if (UrlValue && field.kind === 'computed' && field.as === 'url' && typeof value === 'string')
    return (
      <Suspense fallback={null}>
        <UrlValue address={value} />
      </Suspense>
    )
  return wording ?? <FieldValue field={field} value={value} isWhole />
}

function Rows({ name, field, rows }: { name: string; field: Field; rows: readonly AnyRecord[] }) {
  const translate = useTranslate()
  const fieldLabel = useFieldLabel()
  const resource = useConfiguredResource()
  // What counts under conditions only is empty where it does not count.
  const items = Object.entries(field.items ?? {}).filter(
    ([item]) => !field.visibleWhen?.[item] || rows.some((row) => (row[item] ?? null) !== null),
  )
  if (rows.length === 0) return emptyText
  return (
    <ValueTable
      label={fieldLabel(resource.name, name)}
      heads={items.map(([item]) => translate(labelKeys.item(resource.name, name, item), { _: item }))}
      rows={rows.map((row) => items.map(([item, each]) => <FieldValue key={item} field={each} value={row[item]} />))}
    />
  )
}
