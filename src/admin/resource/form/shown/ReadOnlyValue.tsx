import { type ReactNode, useId } from 'react'
import { Labeled, useTranslate } from 'react-admin'
import Box from '@mui/material/Box'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import type { Field } from '../../../../config/fields/index.ts'
import type { AnyRecord } from '../../../../config/record.ts'
import { FieldValue } from '../../../fields/FieldValue.tsx'
import { useWording } from '../../../fields/useWording.ts'
import { labelKeys } from '../../../fields/labels.ts'

interface ReadOnlyValueProps {
  readonly label: string
  readonly field: Field
  readonly value: unknown
  readonly resource: string
  readonly name: string
  /** Shown in place of the value as its kind is shown. */
  readonly shown?: ReactNode
}

/** A value with its label, where it cannot be set. */
export function ReadOnlyValue(props: ReadOnlyValueProps) {
  const id = useId()
  const { label, field, value, resource, name } = props
  const wording = useWording()
  const shown = props.shown ?? wording(resource, name, value)
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
      {field.kind === 'list' ? (
        <Rows {...props} />
      ) : (
        <Typography component="div" sx={{ overflowWrap: 'anywhere' }}>
          {shown ?? <FieldValue field={field} value={value} isWhole />}
        </Typography>
      )}
    </Labeled>
  )
}

function Rows({ field, value, resource, name }: ReadOnlyValueProps) {
  const translate = useTranslate()
  const rows = (value ?? []) as AnyRecord[]
  // What counts under conditions only is empty where it does not count.
  const items = Object.entries(field.items ?? {}).filter(
    ([item]) => !field.visibleWhen?.[item] || rows.some((row) => (row[item] ?? null) !== null),
  )
  if (rows.length === 0) return <Typography>–</Typography>
  return (
    <Box sx={{ overflowX: 'auto' }}>
      <Table size="small">
        <TableHead>
          <TableRow>
            {items.map(([item]) => (
              <TableCell key={item}>{translate(labelKeys.item(resource, name, item), { _: item })}</TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map((row, index) => (
            <TableRow key={index}>
              {items.map(([item, itemField]) => (
                <TableCell key={item}>
                  <FieldValue field={itemField} value={row[item]} />
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Box>
  )
}
