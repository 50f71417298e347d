import { narrowContainer } from '#engine/ui/shell/containerTheme.ts'

/**
 * Styles of a small table on a narrow screen, where its last columns would be cut off: a row's cells stand two beside
 * each other, each under its label, which the cell brings along as `data-label`.
 * For the element around the table.
 */
export const cardTable = {
  [narrowContainer]: {
    '& table, & tbody': { display: 'block' },
    '& thead': { display: 'none' },
    '& tbody > tr': {
      display: 'grid',
      gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
      py: 1,
      borderBottom: 1,
      borderColor: 'divider',
    },
    '& tbody > tr:last-of-type': { borderBottom: 0 },
    '& tbody > tr > td': { display: 'block', minWidth: 0, p: 0.5, border: 0, textAlign: 'left', whiteSpace: 'normal' },
    '& tbody > tr > td::before': {
      content: 'attr(data-label)',
      display: 'block',
      typography: 'caption',
      color: 'text.secondary',
    },
  },
} as const
