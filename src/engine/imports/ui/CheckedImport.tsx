import { useTranslate } from 'react-admin'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import FormControlLabel from '@mui/material/FormControlLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { writableFields } from '#engine/declaration/derive/access.ts'
import { externalIdColumn, isExternalIdColumn, sourceOfColumn } from '#engine/declaration/derive/exportColumns.ts'
import { cardTable } from '#engine/records/ui/cardTable.ts'
import { useActor, useConfiguredResource } from '#engine/records/ui/ResourcesContext.tsx'
import { useFieldLabel } from '#engine/ui/fields/labels.ts'
import { useValueText } from '#engine/ui/fields/useValueText.ts'
import type { ShownImport } from '../answers/imports.ts'
import { type ImportChoice, useChangedRows } from './useImport.ts'

const refusedShown = 50
const changedShown = 5
const sourceOfNamed = (field: string) => (isExternalIdColumn(field) ? sourceOfColumn(field) : null)

/** What a column is called; of ids in other systems with the system. */
function useColumnLabel() {
  const label = useFieldLabel()
  return (resource: string, field: string) => {
    const source = sourceOfNamed(field)
    return source === null ? label(resource, field) : `${label(resource, externalIdColumn)} (${source})`
  }
}

/** What a column can be besides a field that is written. */
const otherTargets = ['externalId', 'id', 'createdAt', 'updatedAt', 'version']

/** What a check found: how many rows do what, where the columns go, and what is refused. */
export function CheckedImport({
  current,
  choice,
  onChoice,
}: {
  current: ShownImport
  choice: ImportChoice
  onChoice: (choice: ImportChoice) => void
}) {
  const translate = useTranslate()
  return (
    <>
      <Typography color="textSecondary" sx={{ mb: 1.5, overflowWrap: 'anywhere' }}>
        {translate('imports.checked', { file: current.fileName })}
      </Typography>
      <Counts current={current} />
      {current.columns.every(({ field }) => field === null) && (
        <Alert severity="warning" sx={{ mb: 2 }}>
          {translate('imports.noColumn')}
        </Alert>
      )}
      <RefusedRows current={current} choice={choice} onChoice={onChoice} />
      <LeftEmpty current={current} />
      {current.refusedRows > 0 && (
        <RadioGroup
          aria-label={translate('imports.mode')}
          value={choice.mode}
          onChange={(_, mode) => onChoice({ ...choice, mode: mode as ImportChoice['mode'] })}
        >
          <FormControlLabel value="accepted" control={<Radio />} label={translate('imports.accepted')} />
          <FormControlLabel value="all" control={<Radio />} label={translate('imports.all')} />
        </RadioGroup>
      )}
      <ChangedRows current={current} />
      <Columns current={current} choice={choice} onChoice={onChoice} />
    </>
  )
}

/** How many rows are new, change something, change nothing, are refused. */
export function Counts({ current }: { current: ShownImport }) {
  const translate = useTranslate()
  const counts = {
    created: current.created,
    updated: current.updated,
    unchanged: current.unchanged,
    refused: current.refusedRows,
  }
  return (
    <Box
      component="dl"
      sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr 1fr', sm: 'repeat(4, 1fr)' }, gap: 1, m: 0, mb: 2 }}
    >
      {Object.entries(counts).map(([name, count]) => (
        <Box key={name}>
          <Typography component="dt" variant="body2" color="textSecondary">
            {translate(`imports.counts.${name}`)}
          </Typography>
          <Typography
            component="dd"
            variant="h6"
            sx={{ m: 0 }}
            color={name === 'refused' && count > 0 ? 'error' : 'textPrimary'}
          >
            {count}
          </Typography>
        </Box>
      ))}
    </Box>
  )
}

/** The rows that are refused, cell by cell, with the reason; before the import the cells can be mended here. */
export function RefusedRows({
  current,
  choice,
  onChoice,
}: {
  current: ShownImport
  choice?: ImportChoice
  onChoice?: (choice: ImportChoice) => void
}) {
  const translate = useTranslate()
  const label = useColumnLabel()
  const { name: entity, fields } = useConfiguredResource()
  if (current.refused.length === 0) return null
  const mend = (row: number, field: string, text: string) =>
    choice && onChoice?.({ ...choice, cells: { ...choice.cells, [row]: { ...choice.cells[row], [field]: text } } })
  const isMendable = (field: string) =>
    choice !== undefined && (isExternalIdColumn(field) || (fields[field] !== undefined && !fields[field].readOnly))
  const heads = ['row', 'record', 'field', 'cell', 'reason'] as const
  return (
    <Box sx={{ overflowX: 'auto', mb: 2, ...cardTable }}>
      <Table size="small" aria-label={translate('imports.counts.refused')}>
        <TableHead>
          <TableRow>
            {heads.map((head) => (
              <TableCell key={head}>{translate(`imports.${head}`)}</TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {current.refused.slice(0, refusedShown).map(({ row, field, code, values, name, cell }) => (
            <TableRow key={`${row} ${field} ${code}`}>
              <TableCell data-label={translate('imports.row')}>{row}</TableCell>
              <TableCell data-label={translate('imports.record')}>{name}</TableCell>
              <TableCell data-label={translate('imports.field')}>
                {field === 'root' ? '' : label(entity, field.split('.')[0]!)}
              </TableCell>
              <TableCell data-label={translate('imports.cell')} sx={{ overflowWrap: 'anywhere' }}>
                {isMendable(field) ? (
                  <TextField
                    size="small"
                    margin="none"
                    hiddenLabel
                    value={choice?.cells[row]?.[field] ?? cell ?? ''}
                    onChange={({ target }) => mend(row, field, target.value)}
                    slotProps={{
                      htmlInput: {
                        'aria-label': translate('imports.mend', { row, field: label(entity, field) }),
                        maxLength: 2_000,
                      },
                    }}
                    sx={{ minWidth: 140 }}
                  />
                ) : (
                  cell
                )}
              </TableCell>
              <TableCell data-label={translate('imports.reason')}>
                {translate(`errors.${code}`, { ...values })}
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
      {current.refused.length > refusedShown && (
        <Typography variant="body2" color="textSecondary" sx={{ p: 1 }}>
          {translate('imports.more', { count: current.refused.length - refusedShown })}
        </Typography>
      )}
    </Box>
  )
}

/** Cells that name nothing here: they are left empty, and the records are incomplete. */
function LeftEmpty({ current }: { current: ShownImport }) {
  const translate = useTranslate()
  const label = useColumnLabel()
  const { name: entity } = useConfiguredResource()
  if (current.leftEmpty.length === 0) return null
  const said = new Set(current.leftEmpty.map(({ field, cell }) => `${label(entity, field)}: ${cell ?? ''}`))
  return (
    <Alert severity="warning" sx={{ mb: 2, overflowWrap: 'anywhere' }}>
      {translate('imports.leftEmpty')} {[...said].slice(0, 10).join(' · ')}
    </Alert>
  )
}

/** Some changes, for instance. */
function ChangedRows({ current }: { current: ShownImport }) {
  const translate = useTranslate()
  const label = useColumnLabel()
  const say = useValueText()
  const resource = useConfiguredResource()
  const { data = [] } = useChangedRows(current.id, current.updated > 0)
  const changes = data
    .flatMap(({ row, name, changes: of }) => of.map((change) => ({ ...change, row, name })))
    .filter(({ field }) => resource.fields[field]?.target === undefined)
    .slice(0, changedShown)
  if (changes.length === 0) return null
  const valueOf = (field: string, value: unknown) =>
    value === null || value === undefined || value === '' ? '–' : say(resource.fields[field], value)
  return (
    <Box sx={{ mb: 2 }}>
      <Typography variant="subtitle2" component="h3">
        {translate('imports.changes')}
      </Typography>
      {changes.map(({ row, name, field, before, after }) => (
        <Typography key={`${row} ${field}`} variant="body2" sx={{ overflowWrap: 'anywhere' }}>
          {name ?? row} · {label(resource.name, field)}: <s>{valueOf(field, before)}</s> →{' '}
          <b>{valueOf(field, after)}</b>
        </Typography>
      ))}
    </Box>
  )
}

/** Where each column of the file goes, with what stands in it. */
function Columns({
  current,
  choice,
  onChoice,
}: {
  current: ShownImport
  choice: ImportChoice
  onChoice: (choice: ImportChoice) => void
}) {
  const translate = useTranslate()
  const label = useColumnLabel()
  const resource = useConfiguredResource()
  const actor = useActor()
  const targets = [
    ...writableFields({ actor, resource, operation: 'create' }),
    ...otherTargets,
    ...(resource.suspendable ? ['suspended'] : []),
    ...current.columns.flatMap(({ field }) => (field !== null && sourceOfNamed(field) ? field : [])),
  ]
  const set = (head: string, field: string) => {
    // A field is filled by one column, unless it may be continued.
    const isContinued = Boolean(resource.fields[field]?.continuedBy)
    const others = Object.entries(choice.columns).map(
      ([each, to]) => [each, to === field && !isContinued ? null : to] as const,
    )
    onChoice({ ...choice, columns: { ...Object.fromEntries(others), [head]: field === '' ? null : field } })
  }
  return (
    <Box>
      <Typography variant="subtitle2" component="h3" sx={{ mb: 1 }}>
        {translate('imports.columns')}
      </Typography>
      {current.columns.map(({ head, samples }) => (
        <Box
          key={head}
          sx={{
            display: 'grid',
            gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' },
            gap: 1,
            alignItems: 'center',
            py: 0.75,
          }}
        >
          <Box sx={{ minWidth: 0 }}>
            <Typography variant="body2" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
              {head === '' ? '–' : head}
            </Typography>
            <Typography variant="body2" color="textSecondary" noWrap>
              {samples.join(' · ')}
            </Typography>
          </Box>
          <TextField
            select
            fullWidth
            size="small"
            label={translate('imports.target', { head })}
            value={targets.includes(choice.columns[head] ?? '') ? choice.columns[head] : ''}
            onChange={({ target }) => set(head, target.value)}
            slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
          >
            <option value="">{translate('imports.leftOut')}</option>
            {targets.map((field) => (
              <option key={field} value={field}>
                {label(resource.name, field)}
              </option>
            ))}
          </TextField>
        </Box>
      ))}
    </Box>
  )
}
