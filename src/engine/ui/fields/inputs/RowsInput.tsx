import { useRef } from 'react'
import { InputHelperText, useTranslate } from 'react-admin'
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form'
import AddIcon from '@mui/icons-material/Add'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormHelperText from '@mui/material/FormHelperText'
import IconButton from '@mui/material/IconButton'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import { isItemVisible } from '#engine/declaration/derive/visibility.ts'
import type { Field } from '#engine/declaration/fields/index.ts'
import type { AnyRecord } from '#engine/declaration/record.ts'
import { narrowContainer } from '#engine/ui/shell/containerTheme.ts'
import { cardTable } from '#engine/records/ui/cardTable.ts'
import { FieldInput } from './FieldInput.tsx'
import type { FieldInputProps } from './inputProps.tsx'

interface RowsInputProps extends FieldInputProps {
  /** The label of a column. */
  readonly itemLabel: (item: string) => string
  /** The fields of the record that a field inside the rows may depend on, as they are at present. */
  readonly around?: AnyRecord
}

/** The button that removes a row stands beside its first inputs. */
const tableStyle = [
  { overflowX: 'auto', '& tbody td': { px: 0.5 } },
  cardTable,
  {
    [narrowContainer]: {
      '& tbody > tr': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr)) auto', alignItems: 'end' },
      '& tbody > tr > td:nth-of-type(odd)': { gridColumn: 1 },
      '& tbody > tr > td:nth-of-type(even)': { gridColumn: 2 },
      '& tbody > tr > td:last-of-type': { gridColumn: 3, gridRow: 1, '&::before': { display: 'none' } },
    },
  },
] as const

const newRow = (items: readonly [string, Field][]): AnyRecord =>
  Object.fromEntries(items.map(([name, item]) => [name, item.default ?? null]))

/**
 * Rows inside a record, such as the tiers of a reward: a small table that is typed in. react-admin's `SimpleFormIterator`
 * shows the button that removes a row under the mouse alone, knows no table and takes half as much height again.
 */
export function RowsInput({ source, field, label, help, itemLabel, around = {} }: RowsInputProps) {
  const translate = useTranslate()
  const add = useRef<HTMLButtonElement>(null)
  const { control, getFieldState, formState } = useFormContext()
  const { fields: rows, append, remove } = useFieldArray({ control, name: source, keyName: 'rowKey' })
  const { error } = getFieldState(source, formState)
  // The rows' own errors stand in their cells; what is wrong with all of them together is said below.
  const problem = error?.message ? error : (error as { root?: { message?: string } } | undefined)?.root
  const typed = useWatch({ name: source }) as readonly AnyRecord[] | undefined
  const isShown = (item: string, row: AnyRecord) => isItemVisible({ field, item, row, record: around })
  const all = Object.entries(field.items ?? {})
  // A column is there while it counts for a row, or for one that could be added.
  const items = all.filter(([name]) => [newRow(all), ...(typed ?? [])].some((row) => isShown(name, row)))
  const head = (name: string, item: Field) => `${itemLabel(name)}${item.required ? ' *' : ''}`
  return (
    <Box component="fieldset" sx={{ border: 0, p: 0, m: 0, mt: 1, minWidth: 0 }}>
      <Typography component="legend" variant="body2" color={problem ? 'error' : 'textSecondary'}>
        {label}
      </Typography>
      {rows.length > 0 && (
        <Box sx={tableStyle}>
          <Table size="small">
            <TableHead>
              <TableRow>
                {items.map(([name, item]) => (
                  <TableCell key={name} scope="col">
                    {head(name, item)}
                  </TableCell>
                ))}
                <TableCell padding="checkbox" component="td" />
              </TableRow>
            </TableHead>
            <TableBody>
              {rows.map((row, index) => (
                <TableRow key={row.rowKey} sx={{ verticalAlign: 'top' }}>
                  {items.map(([name, item]) => (
                    <TableCell key={name} sx={{ minWidth: 120 }} data-label={head(name, item)}>
                      {isShown(name, typed?.[index] ?? {}) && (
                        <FieldInput
                          source={`${source}.${index}.${name}`}
                          field={item}
                          label={`${itemLabel(name)} ${index + 1}`}
                          isRequired={item.required}
                          isLabelHidden
                        />
                      )}
                    </TableCell>
                  ))}
                  <TableCell padding="checkbox">
                    <IconButton
                      size="small"
                      aria-label={translate('resourcePages.form.removeRow', { row: index + 1 })}
                      onClick={() => {
                        remove(index)
                        // The button is gone with its row: whoever walks by keys goes on from here.
                        add.current?.focus()
                      }}
                    >
                      <DeleteIcon fontSize="small" />
                    </IconButton>
                  </TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </Box>
      )}
      {(problem || help) && (
        <FormHelperText error={Boolean(problem)}>
          <InputHelperText error={problem?.message} helperText={help} />
        </FormHelperText>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2 }}>
        {rows.length === 0 && (
          <Typography variant="body2" color="textSecondary">
            {translate('resourcePages.form.noRows')}
          </Typography>
        )}
        <Button
          ref={add}
          size="small"
          startIcon={<AddIcon />}
          disabled={rows.length >= (field.max ?? 100)}
          onClick={() => append(newRow(all))}
        >
          {translate('resourcePages.form.addRow')}
        </Button>
      </Box>
    </Box>
  )
}
