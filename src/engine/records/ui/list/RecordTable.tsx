import { lazy, type ReactElement, Suspense } from 'react'
import { DataTable, DataTableLoading, type RaRecord, useListContext, useTranslate } from 'react-admin'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { EmbeddedNames } from '../../answers/embeddedNames.ts'
import { can } from '#engine/declaration/derive/access.ts'
import { FieldValue, isNumeric } from '#engine/ui/fields/FieldValue.tsx'
import { emptyText, isEmpty } from '#engine/ui/fields/format.ts'
import { RecordLink } from '#engine/ui/fields/RecordLink.tsx'
import { useWording } from '#engine/ui/fields/useWording.ts'
import { BulkBar, hasBulkActions } from '../actions/BulkBar.tsx'
import { editableFields, type PageColumn } from '../derivePages.ts'
import { useActor, useConfiguredResource } from '../ResourcesContext.tsx'
import { emptyCell, cardRows } from './cardRows.ts'
import { linkedColumn } from './linkedColumn.ts'
import { pinnedName, placedColumns } from './pinnedName.ts'
import { type ColumnOverrides, useListColumns } from './useListColumns.ts'

const EditableCell = lazy(() => import('./edit/EditableCell.tsx'))

const tableStyle = {
  '& .RaDataTable-tableWrapper': { overflowX: 'auto' },
  '& .MuiTableCell-head': { fontWeight: 600, whiteSpace: 'nowrap' },
  '& .MuiTableCell-body': { maxWidth: 360 },
  // Rows that open have a button of their own, which works from the keyboard; the library's does not.
  '& .RaDataTable-expandIconCell, & .RaDataTable-expandHeader': { display: 'none' },
} as const

/** Names in two lines would halve how many rows a screen has: what has no room beside them scrolls. */
const oneLine = { maxWidth: 260, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const

/** What the rows of a list show besides their columns, where a declaration cannot say it. */
export interface RecordTableProps extends ColumnOverrides {
  /** Opened below a row, in place of the record's page. */
  readonly panel?: ReactElement
  /**
   * What can be done with selected records besides what the declaration says: the bar that is shown for them, and which
   * can be selected.
   */
  readonly bulk?: { readonly bar: ReactElement; readonly isSelectable: (record: RaRecord) => boolean } | undefined
}

/**
 * The rows of a list. The field that names a record leads to its page, so that it works from the keyboard too: a row of
 * react-admin's opens by the mouse alone.
 */
export function RecordTable({ panel, bulk, ...own }: RecordTableProps) {
  const resource = useConfiguredResource()
  const actor = useActor()
  const { isPending } = useListContext()
  const { shown, titleColumn, pinned, widths } = useListColumns(own)
  const editable = editableFields({ resource, actor })
  const bar = bulk?.bar ?? (hasBulkActions({ resource, actor }) ? <BulkBar /> : null)
  // By itself the table shows boxes to tick meanwhile, which have no name and select nothing.
  if (isPending) return <DataTableLoading nbChildren={shown.length} size="small" />
  return (
    <DataTable
      storeKey={`${resource.name}.table`}
      rowClick={panel ? 'expand' : can({ actor, resource, operation: 'read' }) ? 'edit' : false}
      expand={panel}
      bulkActionButtons={bar ? <></> : false}
      bulkActionsToolbar={bar ?? <></>}
      isRowSelectable={bulk && ((record) => bulk.isSelectable(record as RaRecord))}
      empty={<NothingFound />}
      sx={(theme) => ({
        ...tableStyle,
        [`& .kind-reference, & .RaDataTable-tbody .column-${titleColumn}.kind-text`]: oneLine,
        ...pinnedName({ theme, titleColumn, isDay: resource.fields[resource.title]?.kind === 'date' }),
        '& .RaDataTable-table': placedColumns({ theme, titleColumn, pinned, widths }),
        [`& .RaDataTable-tbody > .RaDataTable-row > ${emptyCell}::after`]: { content: `"${emptyText}"` },
        ...cardRows({ titleColumn, leads: resource.list.leads, hasSelection: bar !== null }),
      })}
    >
      {shown.map((column) => (
        <DataTable.Col
          key={column.name}
          source={column.name}
          label={column.label}
          disableSort={!column.isSortable}
          data-label={column.name === titleColumn ? undefined : column.label}
          cellClassName={'field' in column ? `kind-${column.field.kind}` : ''}
          align={'field' in column && isNumeric(column.field) ? 'right' : 'left'}
          render={(record) =>
            'field' in column ? (
              <Cell column={column} record={record as RaRecord} isEditable={editable.includes(column.name)} />
            ) : (
              column.render(record as RaRecord)
            )
          }
        />
      ))}
    </DataTable>
  )
}

interface CellProps {
  readonly column: PageColumn
  readonly record: RaRecord
  readonly isEditable: boolean
}

function Cell({ column: { name, field }, record, isEditable }: CellProps) {
  const resource = useConfiguredResource()
  const known = (record['names'] as EmbeddedNames | undefined)?.[name]
  const wording = useWording()(resource.name, name, record[name])
  const isLinked = name === linkedColumn(resource)
  // An address is a link of its own elsewhere: where it names the record, it leads to that.
  const value =
    wording ??
    (isLinked && field.kind === 'url' ? (
      String(record[name])
    ) : (
      <FieldValue field={field} value={record[name]} known={known} />
    ))
  const view = isLinked ? (
    <RecordLink resource={resource.name} id={record.id} isTitle>
      {value}
    </RecordLink>
  ) : (
    value
  )
  // An empty cell is said by its style: a card of a narrow room leaves it out.
  if (!isEditable) return wording === null && isEmpty(record[name]) ? null : view
  return (
    <Suspense fallback={view}>
      <EditableCell name={name} record={record}>
        {view}
      </EditableCell>
    </Suspense>
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
