import { narrowContainer } from '#engine/ui/shell/containerTheme.ts'

/** A cell of a list that has no value. */
export const emptyCell = 'td:empty:not(.RaDataTable-expandIconCell)'

/**
 * Styles of a list on a narrow screen, where columns side by side would be cut off: each row is a card. Its name stands on
 * top, the other values below in two columns, each under the label in its cell's `data-label`; empty values are left out.
 * The head becomes a strip to sort by.
 * @param titleColumn what names a record
 * @param leads what a card begins with in place of that, without labels: the last of them at its right edge
 */
export function cardRows({
  titleColumn,
  leads = [],
  hasSelection,
}: {
  titleColumn: string
  leads?: readonly string[] | undefined
  hasSelection: boolean
}): object {
  const row = '& .RaDataTable-tbody > .RaDataTable-row >'
  const lead = leads.map((name) => `${row} .column-${name}.column-${name}.column-${name}`)
  return {
    [narrowContainer]: {
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
        overflow: 'visible',
        overflowWrap: 'anywhere',
        whiteSpace: 'normal',
        '--address': '100%',
      },
      [`& .RaDataTable-tbody > .RaDataTable-row > ${emptyCell}`]: { display: 'none' },
      // Beside all lines of its card.
      '& .RaDataTable-tbody > .RaDataTable-row > .MuiTableCell-paddingCheckbox.MuiTableCell-paddingCheckbox': {
        gridRow: '1 / span 30',
        p: 0,
        pl: 0.5,
      },
      '& .RaDataTable-rowCell[data-label]::before': {
        content: 'attr(data-label)',
        display: 'block',
        typography: 'caption',
        color: 'text.secondary',
      },
      // One long word.
      '& .kind-token, & .kind-email': { gridColumn: 'span 2' },
      [`& .RaDataTable-tbody .column-${titleColumn}`]: { gridColumn: 'span 2', fontWeight: 600 },
      ...(lead.length > 0 && {
        [lead.join()]: { order: -1, gridColumn: 'span 1', typography: 'body1', fontWeight: 650, lineHeight: 1.5 },
        [lead.map((each) => `${each}::before`).join()]: { display: 'none' },
        [lead.at(-1)!]: { textAlign: 'right' },
        [`${row} .MuiTableCell-paddingCheckbox`]: { order: -2 },
      }),
      '& .RaDataTable-expandRow, & .RaDataTable-expandRow > td': { display: 'block', px: 1.5 },
      '& .RaDataTable-expandRow': { p: 0 },
    },
  }
}
