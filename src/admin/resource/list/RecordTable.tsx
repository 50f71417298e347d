import type { ReactElement, ReactNode } from 'react'
import { DataTable, type RaRecord, useListContext, useTranslate } from 'react-admin'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { EmbeddedNames } from '../../../config/answers/embeddedNames.ts'
import { can } from '../../../config/derive/access.ts'
import type { AnyResource } from '../../../config/resource.ts'
import { FieldValue, isNumeric } from '../../fields/FieldValue.tsx'
import { useFieldLabel } from '../../fields/labels.ts'
import { CompletenessValue } from '../../fields/MissingFields.tsx'
import { RecordLink } from '../../fields/RecordLink.tsx'
import { BulkBar, hasBulkActions } from '../actions/BulkBar.tsx'
import type { PageColumn } from '../derivePages.ts'
import { useActor, useConfiguredResource } from '../ResourcesContext.tsx'
import { useKeptColumns } from './kept/useKeptColumns.ts'
import { narrowRows } from './narrowRows.ts'
import { pinnedName } from './pinnedName.ts'
import { useListColumns } from './useListColumns.ts'

const tableStyle = {
  '& .RaDataTable-tableWrapper': { overflowX: 'auto' },
  '& .MuiTableCell-head': { fontWeight: 600, whiteSpace: 'nowrap' },
  '& .MuiTableCell-body': { maxWidth: 360 },
  // Rows that open have a button of their own, which works from the keyboard; the library's does not.
  '& .RaDataTable-expandIconCell, & .RaDataTable-expandHeader': { display: 'none' },
} as const

/** What the rows of a list show besides their columns. */
export interface RecordTableProps {
  /** Opened below a row, in place. */
  readonly panel?: ReactElement
  /** A column of its own before the declared ones: its label and what it shows. */
  readonly leading?: { readonly name: string; readonly label: string; readonly render: (record: RaRecord) => ReactNode }
  /** Columns that are not shown until they are chosen, although the declaration names them. */
  readonly hidden?: readonly string[]
  /**
   * What can be done with selected records besides what the declaration says: the bar that is shown for them, and which
   * can be selected.
   */
  readonly bulk?: { readonly bar: ReactElement; readonly isSelectable: (record: RaRecord) => boolean } | undefined
  /** Whether a click on a row leads to the record's page. */
  readonly opensPage?: boolean
}

/**
 * The rows of a list. The field that names a record leads to its page, so that it works from the keyboard too: a row of
 * react-admin's opens by the mouse alone.
 */
export function RecordTable({ panel, leading, hidden, bulk, opensPage = true }: RecordTableProps) {
  const resource = useConfiguredResource()
  const actor = useActor()
  const label = useFieldLabel()
  const { columns, names, hiddenAtFirst } = useListColumns({ leading, hidden })
  useKeptColumns({ resource: resource.name, names, hidden: hiddenAtFirst })
  const titleColumn = leading?.name ?? resource.title
  const bar = bulk?.bar ?? (hasBulkActions({ resource, actor }) ? <BulkBar /> : null)
  return (
    <DataTable
      rowClick={!opensPage ? (panel ? 'expand' : false) : can({ actor, resource, operation: 'read' }) ? 'edit' : false}
      expand={panel}
      hiddenColumns={hiddenAtFirst}
      bulkActionButtons={bar ? <></> : false}
      bulkActionsToolbar={bar ?? <></>}
      isRowSelectable={bulk && ((record) => bulk.isSelectable(record as RaRecord))}
      empty={<NothingFound />}
      sx={(theme) => ({
        ...tableStyle,
        ...pinnedName({ theme, titleColumn }),
        ...narrowRows({
          columns: columns.map(({ name, field }) => ({
            name,
            label: label(resource.name, name),
            isWide: field.kind === 'token' || field.kind === 'email',
          })),
          titleColumn,
          hasSelection: bar !== null,
        }),
      })}
    >
      {leading && (
        <DataTable.Col
          source={leading.name}
          label={leading.label}
          disableSort
          render={(record) => leading.render(record as RaRecord)}
        />
      )}
      {columns.map((column) => (
        <DataTable.Col
          key={column.name}
          source={column.name}
          label={label(resource.name, column.name)}
          disableSort={!column.isSortable}
          align={isNumeric(column.field) ? 'right' : 'left'}
          render={(record) => (
            <Cell
              column={column}
              record={record as RaRecord}
              titleField={linkedColumn(resource)}
              resource={resource.name}
            />
          )}
        />
      ))}
    </DataTable>
  )
}

/**
 * The column that leads to a record: its name's; where several fields name one together, the first column, which is
 * never empty.
 */
const linkedColumn = ({ title, titled, list }: AnyResource): string => (titled.length > 1 ? list.columns[0]! : title)

function Cell({
  column,
  record,
  titleField,
  resource,
}: {
  column: PageColumn
  record: RaRecord
  titleField: string
  resource: string
}) {
  const declared = useConfiguredResource()
  if (column.field.as === 'completeness')
    return <CompletenessValue resource={declared} record={record} value={Boolean(record[column.name])} />
  const known = (record['names'] as EmbeddedNames | undefined)?.[column.name]
  const view = <FieldValue field={column.field} value={record[column.name]} known={known} />
  return column.name === titleField ? (
    <RecordLink resource={resource} id={record.id} isTitle>
      {view}
    </RecordLink>
  ) : (
    view
  )
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
