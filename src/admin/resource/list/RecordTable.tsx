import { type RaRecord, useListContext, useTranslate } from 'ra-core'
import { DataTable } from 'ra-ui-materialui'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { can } from '../../../config/derive/access.ts'
import { FieldValue, isNumeric } from '../../fields/FieldValue.tsx'
import { useFieldLabel } from '../../fields/labels.ts'
import { RecordLink } from '../../fields/RecordLink.tsx'
import { BulkBar, hasBulkActions } from '../actions/BulkBar.tsx'
import { columnsOf, type PageColumn } from '../derivePages.ts'
import { useActor, useConfiguredResource } from '../ResourcesContext.tsx'

const tableStyle = {
  '& .RaDataTable-tableWrapper': { overflowX: 'auto' },
  '& .MuiTableCell-head': { fontWeight: 600, whiteSpace: 'nowrap' },
  '& .MuiTableCell-body': { maxWidth: 360 },
} as const

/** The rows of a list. The field that names a record leads to its page, so that it works from the keyboard too. */
export function RecordTable() {
  const resource = useConfiguredResource()
  const actor = useActor()
  const label = useFieldLabel()
  const columns = columnsOf({ resource, actor })
  const isBulk = hasBulkActions({ resource, actor })
  return (
    <DataTable
      rowClick={can({ actor, resource, operation: 'read' }) ? 'edit' : false}
      hiddenColumns={columns.filter(({ isShownAtFirst }) => !isShownAtFirst).map(({ name }) => name)}
      bulkActionButtons={isBulk ? <></> : false}
      bulkActionsToolbar={isBulk ? <BulkBar /> : <></>}
      empty={<NothingFound />}
      sx={tableStyle}
    >
      {columns.map((column) => (
        <DataTable.Col key={column.name} source={column.name} label={label(resource.name, column.name)} disableSort={!column.isSortable}
          align={isNumeric(column.field) ? 'right' : 'left'} render={(record) => <Cell column={column} record={record as RaRecord} titleField={resource.title} resource={resource.name} />} />
      ))}
    </DataTable>
  )
}

function Cell({ column, record, titleField, resource }: { column: PageColumn; record: RaRecord; titleField: string; resource: string }) {
  const view = <FieldValue field={column.field} value={record[column.name]} />
  return column.name === titleField ? <RecordLink resource={resource} id={record.id}>{view}</RecordLink> : view
}

function NothingFound() {
  const translate = useTranslate()
  const { setFilters } = useListContext()
  return (
    <Box sx={{ p: 4, textAlign: 'center' }}>
      <Typography gutterBottom>{translate('resourcePages.list.nothingFound')}</Typography>
      <Button onClick={() => setFilters({}, [])}>{translate('resourcePages.filters.clear')}</Button>
    </Box>
  )
}
