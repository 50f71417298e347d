import type { SystemStyleObject } from '@mui/system'
import type { Theme } from '@mui/material/styles'
import { wideRoom } from '#engine/ui/shell/containerTheme.ts'

/**
 * What a pinned cell is tinted with beside its own ground: it must hide what is scrolled under it, and look as the rest
 * of its row.
 */
const tinted = (color: string) => ({ backgroundImage: `linear-gradient(${color}, ${color})` })

/** How wide a column is that stays in sight, where nobody said: what stands beside it must know. */
const widthAtFirst = { title: 200, pinned: 150 } as const

/** Columns of widths that somebody chose, and those that stay in sight, each beside the one before. */
export function placedColumns({
  theme,
  titleColumn,
  pinned,
  widths,
}: {
  theme: Theme
  titleColumn: string
  pinned: readonly string[]
  widths: Readonly<Record<string, number>>
}): SystemStyleObject<Theme> {
  const { palette } = theme.vars ?? theme
  const widthOf = (name: string) => widths[name] ?? widthAtFirst[name === titleColumn ? 'title' : 'pinned']
  const fixed = new Set([...Object.keys(widths), ...(pinned.length > 0 ? [titleColumn, ...pinned] : [])])
  const wide = [...fixed].map((name) => {
    const width = widthOf(name)
    return [`& .column-${name}.column-${name}`, { width, minWidth: width, maxWidth: width, boxSizing: 'border-box' }]
  })
  const stays = pinned.map((name, place) => {
    const left = [titleColumn, ...pinned.slice(0, place)].reduce((sum, each) => sum + widthOf(each), 0)
    const cell = `.RaDataTable-rowCell.column-${name}`
    return {
      [`& ${cell}, & .RaDataTable-headerCell.column-${name}`]: {
        position: 'sticky',
        left,
        zIndex: 1,
        backgroundColor: palette.background.paper,
      },
      [`& .RaDataTable-headerCell.column-${name}`]: { zIndex: 3 },
      [`& .RaDataTable-row:hover > ${cell}`]: tinted(palette.action.hover),
      [`& .RaDataTable-row.Mui-selected > ${cell}`]: tinted(palette.action.selected),
    }
  })
  return { [wideRoom]: Object.assign({}, Object.fromEntries(wide), ...stays) as SystemStyleObject<Theme> }
}

/**
 * Styles of a list whose columns do not fit beside each other: no column is narrower than its longest word, the table
 * scrolls inside its frame, and what names a row stays in sight.
 * @param titleColumn what names a record
 * @param isDay whether that is a day, however it is shown
 */
export function pinnedName({
  theme,
  titleColumn,
  isDay,
}: {
  theme: Theme
  titleColumn: string
  isDay: boolean
}): SystemStyleObject<Theme> {
  const { palette } = theme.vars ?? theme
  const name = `.RaDataTable-rowCell.column-${titleColumn}`
  return {
    [wideRoom]: {
      '& .RaDataTable-rowCell': { '--long-word': 'break-word', overflowWrap: 'break-word', minWidth: 104 },
      // Several words stand beside each other, not one a line.
      '& .RaDataTable-rowCell.kind-manyOf': { minWidth: 220 },
      '& .RaDataTable-tableWrapper': { scrollTimeline: '--columns inline' },
      // A name has room for two words; a day is as long as a day.
      [`& ${name}`]: { minWidth: isDay ? 0 : 168 },
      // Its border shows once something is scrolled under it.
      [`& .column-${titleColumn}`]: { animation: 'under linear both', animationTimeline: '--columns' },
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
