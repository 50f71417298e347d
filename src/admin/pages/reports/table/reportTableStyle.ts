import type { SxProps, Theme } from '@mui/material/styles'

/** A dense table whose head, first column and total row stay in sight. Plain elements: thousands of styled ones would be slow. */
export const tableStyle: SxProps<Theme> = (theme) => {
  const lines = (theme.vars ?? theme).palette.divider
  const paper = (theme.vars ?? theme).palette.background.paper
  return {
    overflow: 'auto', '&:focus-visible': { outline: `2px solid ${(theme.vars ?? theme).palette.primary.main}` },
    '& table': { borderCollapse: 'separate', borderSpacing: 0, minWidth: '100%', fontSize: 13, fontVariantNumeric: 'tabular-nums' },
    '& th, & td': { padding: '0 12px', height: 34, whiteSpace: 'nowrap', borderBottom: `1px solid ${lines}`, textAlign: 'left', fontWeight: 400, backgroundColor: paper },
    '& .number': { textAlign: 'right' },
    '& .negative': { color: (theme.vars ?? theme).palette.error.main },
    '& .difference': { display: 'block', fontSize: 11, lineHeight: '14px', color: (theme.vars ?? theme).palette.text.secondary },
    '& thead th': { fontWeight: 600, position: 'sticky', top: 0, zIndex: 2 },
    '& thead tr:nth-of-type(2) th': { top: 34 },
    '& thead .group': { textAlign: 'center', borderLeft: `1px solid ${lines}` },
    '& thead button': { all: 'unset', cursor: 'pointer', '&:focus-visible': { outline: `2px solid ${(theme.vars ?? theme).palette.primary.main}`, outlineOffset: 2 } },
    '& .arrow': { display: 'inline-block', width: 14, textAlign: 'center', fontSize: 10 },
    '& tbody th, & tfoot th, & thead tr:first-of-type th:first-of-type': { position: 'sticky', left: 0, zIndex: 1, maxWidth: { xs: 160, sm: 320 }, overflow: 'hidden', textOverflow: 'ellipsis', borderRight: `1px solid ${lines}` },
    '& thead tr:first-of-type th:first-of-type': { zIndex: 4 },
    '& tfoot th, & tfoot td': { position: 'sticky', bottom: 0, zIndex: 2, fontWeight: 700, borderTop: `1px solid ${lines}` },
    '& tfoot th': { zIndex: 3 },
    '@media print': { overflow: 'visible', '& th, & td, & thead th, & tfoot th, & tfoot td': { position: 'static', height: 24, padding: '0 6px' }, '& table': { fontSize: 9 } },
    '& tbody tr:hover > *': { backgroundImage: `linear-gradient(${(theme.vars ?? theme).palette.action.hover}, ${(theme.vars ?? theme).palette.action.hover})` },
  }
}
