import { narrowRoom } from '../../layout/roomTheme.ts'
import type { ListColumn } from './useListColumns.ts'

/** Whether the values of a column are one long word, which takes a line of its own. */
const isWide = (column: ListColumn) => 'field' in column && ['token', 'email'].includes(column.field.kind)

/**
 * Styles of a list on a narrow screen, where columns side by side would be cut off or break every word: a row is a
 * card, with what names it on top and every other value under its label, two
 * beside each other. The head becomes a strip to sort by.
 * @param titleColumn what names a record
 */
export function narrowRows({
  columns,
  titleColumn,
  hasSelection,
}: {
  columns: readonly ListColumn[]
  titleColumn: string
  hasSelection: boolean
}): object {
  const ownStyles = columns
    .filter(({ name }) => name !== titleColumn)
    .map(
      (column) =>
        [
          `& .RaDataTable-tbody .column-${column.name}`,
          {
            ...(isWide(column) ? { gridColumn: 'span 2' } : {}),
            '&::before': { content: JSON.stringify(column.label) },
          },
        ] as const,
    )
  return {
    [narrowRoom]: {
      '& .RaDataTable-table, & .RaDataTable-thead, & .RaDataTable-tbody': { display: 'block' },
      '& .RaDataTable-headerRow': {
        display: 'flex',
        alignItems: 'center',
        overflowX: 'auto',
        borderBottom: 1,
        borderColor: 'divider',
      },
      '& .RaDataTable-headerCell': { position: 'static', flex: 'none', border: 0, py: 0.75 },
      '& .RaDataTable-headerRow > .MuiTableCell-paddingCheckbox': { width: 'auto', p: 0, pl: 0.5 },
      '& .RaDataTable-tbody > .RaDataTable-row': {
        display: 'grid',
        gridTemplateColumns: `${hasSelection ? 'auto ' : ''}repeat(2, minmax(0, 1fr))`,
        py: 1,
        borderBottom: 1,
        borderColor: 'divider',
      },
      '& .RaDataTable-tbody > .RaDataTable-row > td:not(.RaDataTable-expandIconCell)': {
        display: 'block',
        maxWidth: 'none',
        border: 0,
        px: 1,
        py: 0.5,
        textAlign: 'left',
        overflowWrap: 'anywhere',
      },
      // Beside all lines of its card.
      '& .RaDataTable-tbody > .RaDataTable-row > .MuiTableCell-paddingCheckbox.MuiTableCell-paddingCheckbox': {
        gridRow: '1 / span 30',
        p: 0,
        pl: 0.5,
      },
      '& .RaDataTable-rowCell::before': { display: 'block', typography: 'caption', color: 'text.secondary' },
      [`& .RaDataTable-tbody .column-${titleColumn}`]: { gridColumn: 'span 2', fontWeight: 600 },
      '& .RaDataTable-expandRow, & .RaDataTable-expandRow > td': { display: 'block', px: 1.5 },
      '& .RaDataTable-expandRow': { p: 0 },
      ...Object.fromEntries(ownStyles),
    },
  }
}
