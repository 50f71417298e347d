import type { SxProps, Theme } from '@mui/material/styles'

/**
 * A dense table whose head, first column and total row stay in sight. Plain elements: thousands of styled ones would be
 * slow.
 */
export const tableStyle: SxProps<Theme> = (theme) => {
  const { palette } = theme.vars ?? theme
  const [lines, paper] = [palette.divider, palette.background.paper]
  const outline = { outline: `2px solid ${palette.primary.main}`, outlineOffset: -2 }
  return {
    // What the sticky parts cover is no place for the focus to be scrolled to.
    overflow: 'auto',
    scrollPadding: '70px 0 36px var(--first-column)',
    fontSize: 13,
    fontVariantNumeric: 'tabular-nums',
    '--widest-name': { xs: '160px', sm: '240px', lg: '320px' },
    '& table': { borderCollapse: 'separate', borderSpacing: 0, minWidth: '100%', fontSize: 'inherit' },
    '& th, & td': {
      padding: '0 12px',
      height: 34,
      whiteSpace: 'nowrap',
      borderBottom: `1px solid ${lines}`,
      textAlign: 'left',
      fontWeight: 400,
    },
    '& .name, & tbody th': { overflow: 'hidden', textOverflow: 'ellipsis' },
    '& td:focus-visible, & th:focus-visible': outline,
    '& button': { all: 'unset', cursor: 'pointer' },
    '& button:focus-visible': { ...outline, outlineOffset: 2, borderRadius: '2px' },
    '& .number': { textAlign: 'right' },
    // A number that opens is underlined, faintly until somebody points at it.
    '& td button': {
      textDecoration: 'underline dotted',
      textUnderlineOffset: '3px',
      textDecorationColor: palette.text.disabled,
      '&:hover': { textDecorationColor: 'currentcolor' },
    },
    '& .negative': { color: palette.error.main },
    '& .zero': { color: palette.text.secondary },
    '& .first': { borderLeft: `1px solid ${lines}` },
    '& .difference': { display: 'block', fontSize: 11, lineHeight: '14px', color: palette.text.secondary },
    '& .opener': { display: 'block', width: '100%', overflow: 'hidden', textOverflow: 'ellipsis' },
    '& .sign': { display: 'inline-block', width: 18 },
    '& .leaf': { paddingLeft: '18px' },
    '& thead': { position: 'sticky', top: 0, zIndex: 2 },
    '& thead th': { fontWeight: 600 },
    // The name of a group stays in sight as long as one of its columns does.
    '& thead .group span': { position: 'sticky', left: 'calc(var(--first-column) + 12px)', right: 12 },
    '& thead .number button': { position: 'relative' },
    '& .arrow': { fontSize: 9 },
    '& thead .number .arrow': { position: 'absolute', right: '100%', paddingRight: '3px', lineHeight: '20px' },
    '& thead th:not(.number) .arrow': { paddingLeft: '4px' },
    '& thead th, & tfoot > tr > *, & tbody th': { backgroundColor: paper },
    '& tbody th, & tfoot th, & thead tr:first-of-type th:first-of-type': {
      position: 'sticky',
      left: 0,
      zIndex: 1,
      borderRight: `1px solid ${lines}`,
    },
    '& tfoot': { position: 'sticky', bottom: 0, zIndex: 2 },
    '& tfoot th, & tfoot td': { fontWeight: 700, borderTop: `1px solid ${lines}` },
    '& tbody tr:hover > *': { backgroundImage: `linear-gradient(${palette.action.hover}, ${palette.action.hover})` },
    // On paper: everything stands, smaller, the head on each page and the total once.
    '&.printing': {
      overflow: 'visible',
      '& table': { fontSize: 9, minWidth: 0 },
      '& thead': { display: 'table-header-group' },
      '& tfoot': { display: 'table-row-group' },
      '& tr': { breakInside: 'avoid' },
      '& th, & thead, & tfoot, & thead .group span': { position: 'static' },
      '& th, & td, & thead th, & tfoot th, & tfoot td': { height: 18, padding: '0 5px', borderRight: 0 },
      '& td button': { textDecoration: 'none' },
    },
  }
}
