import type { SystemStyleObject } from '@mui/system'
import type { Theme } from '@mui/material/styles'
import { wideRoom } from '../../layout/roomTheme.ts'

/**
 * What a pinned cell is tinted with beside its own ground: it must hide what is scrolled under it, and look as the rest
 * of its row.
 */
const tinted = (color: string) => ({ backgroundImage: `linear-gradient(${color}, ${color})` })

/**
 * Styles of a list whose columns do not fit beside each other: no column is narrower than its longest word, the table
 * scrolls inside its frame, and what names a row stays in sight.
 * @param titleColumn what names a record
 */
export function pinnedName({ theme, titleColumn }: { theme: Theme; titleColumn: string }): SystemStyleObject<Theme> {
  const { palette } = theme.vars ?? theme
  const name = `.RaDataTable-rowCell.column-${titleColumn}`
  return {
    [wideRoom]: {
      '& .RaDataTable-rowCell': { '--long-word': 'break-word', overflowWrap: 'break-word', minWidth: 104 },
      '& .RaDataTable-tableWrapper': { scrollTimeline: '--columns inline' },
      // Its border shows once something is scrolled under it.
      [`& .column-${titleColumn}`]: { minWidth: 168, animation: 'under linear both', animationTimeline: '--columns' },
      [`& ${name}, & .RaDataTable-headerCell.column-${titleColumn}`]: {
        position: 'sticky',
        left: 0,
        zIndex: 1,
        backgroundColor: palette.background.paper,
      },
      [`& .RaDataTable-headerCell.column-${titleColumn}`]: { zIndex: 3 },
      [`& .RaDataTable-row:hover > ${name}`]: tinted(palette.action.hover),
      [`& .RaDataTable-row.Mui-selected > ${name}`]: tinted(palette.action.selected),
      '@keyframes under': { from: { boxShadow: 'none' }, '2%, to': { boxShadow: `1px 0 0 ${palette.divider}` } },
    },
  }
}
