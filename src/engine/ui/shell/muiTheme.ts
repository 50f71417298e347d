import { createTheme, type Theme } from '@mui/material/styles'
import type { RaThemeOptions } from 'react-admin'
import type { BrandTheme, Palette } from '#themes/brandTheme.ts'
import type { LayoutPreferences } from './preferences.ts'
import type { Mode } from './brand.ts'

/** Below this width (px) the menus fold into a drawer. */
export const foldsBelow = 992

const palette = (colors: Palette, mode: Mode): NonNullable<RaThemeOptions['palette']> => ({
  mode,
  primary: { main: colors.primary, contrastText: colors.onPrimary },
  secondary: { main: colors.accent, contrastText: colors.onAccent },
  error: { main: colors.danger, contrastText: colors.onDanger },
  success: { main: colors.success, contrastText: mode === 'dark' ? colors.background : '#ffffff' },
  warning: { main: colors.warning, contrastText: mode === 'dark' ? colors.background : '#ffffff' },
  info: { main: colors.info, contrastText: mode === 'dark' ? colors.background : '#ffffff' },
  text: { primary: colors.text, secondary: colors.textMuted },
  divider: colors.line,
  background: { default: colors.background, paper: colors.surface },
  action: { hover: `color-mix(in srgb, ${colors.text} 4%, transparent)`, selected: colors.primaryWash },
  // MUI's arithmetic on colours cannot read `color-mix`; these two are enough for what is derived.
  tonalOffset: 0.12,
  contrastThreshold: 4.5,
})

const typography: RaThemeOptions['typography'] = {
  fontFamily:
    "'Inter Variable', 'Inter Fallback', system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif",
  fontSize: 14,
  h1: { fontSize: '1.5rem', fontWeight: 650, letterSpacing: '-0.015em', lineHeight: 1.3 },
  h2: { fontSize: '1.25rem', fontWeight: 650, letterSpacing: '-0.01em', lineHeight: 1.3 },
  h3: { fontSize: '1.0625rem', fontWeight: 650, lineHeight: 1.4 },
  h4: { fontSize: '1rem', fontWeight: 650 },
  h5: { fontSize: '1.25rem', fontWeight: 650, letterSpacing: '-0.01em' },
  h6: { fontSize: '1rem', fontWeight: 600 },
  subtitle1: { fontSize: '0.9375rem' },
  body1: { fontSize: '0.9375rem' },
  body2: { fontSize: '0.875rem' },
  button: { textTransform: 'none', fontWeight: 600 },
}

/** Tables: small rows, quiet heads that stand still, figures of even width. */
const tables = (colors: Palette, density: LayoutPreferences['density']): RaThemeOptions['components'] => ({
  MuiTable: { defaultProps: { size: 'small' } },
  MuiTableCell: {
    styleOverrides: {
      root: {
        borderColor: colors.line,
        fontVariantNumeric: 'tabular-nums',
        '&.MuiTableCell-paddingCheckbox': { padding: '0 4px 0 8px' },
      },
      head: {
        color: colors.textMuted,
        fontWeight: 600,
        fontSize: '0.8125rem',
        lineHeight: 1.35,
        whiteSpace: 'nowrap',
        backgroundColor: colors.surface,
      },
      // Half the room above and below a row.
      ...(density === 'compact' ? { sizeSmall: { paddingTop: 2, paddingBottom: 2 } } : {}),
    },
  },
  MuiTableRow: {
    styleOverrides: { root: { '&:last-of-type > :is(td, th[scope=row])': { borderBottomColor: 'transparent' } } },
  },
  MuiTablePagination: { styleOverrides: { root: { color: colors.textMuted } } },
})

/** Controls: outlined, labelled, with a name for whoever hears them. */
const controls = (colors: Palette): RaThemeOptions['components'] => ({
  MuiTextField: { defaultProps: { variant: 'outlined', size: 'small', margin: 'dense', fullWidth: true } },
  MuiFormControl: { defaultProps: { variant: 'outlined', size: 'small', margin: 'dense', fullWidth: true } },
  MuiOutlinedInput: { styleOverrides: { notchedOutline: { borderColor: colors.outline } } },
  MuiInputLabel: { styleOverrides: { root: { color: colors.textMuted } } },
  MuiFormHelperText: {
    styleOverrides: { root: { '&:empty': { display: 'none' }, '&:has(> span:only-child:empty)': { display: 'none' } } },
  },
  MuiAutocomplete: { defaultProps: { fullWidth: true } },
  // react-admin names its row checkboxes on the outer span; what is heard is the input.
  MuiCheckbox: {
    defaultProps: {
      slotProps: {
        input: (owner: object) => ({ 'aria-label': (owner as Record<string, string | undefined>)['aria-label'] }),
      },
    },
  },
  MuiButton: { defaultProps: { disableElevation: true } },
  MuiButtonBase: {
    styleOverrides: { root: { '&.Mui-focusVisible': { outline: `2px solid ${colors.primary}`, outlineOffset: 2 } } },
  },
  MuiTooltip: { defaultProps: { enterDelay: 400, arrow: true } },
})

const surfaces = (colors: Palette, radius: number): RaThemeOptions['components'] => ({
  MuiPaper: {
    defaultProps: { elevation: 0 },
    styleOverrides: { root: { backgroundImage: 'none' }, elevation8: { border: `1px solid ${colors.line}` } },
  },
  MuiCard: {
    defaultProps: { variant: 'outlined' },
    styleOverrides: { root: { borderColor: colors.line, borderRadius: radius * 1.5 } },
  },
  MuiMenu: {
    styleOverrides: { paper: { border: `1px solid ${colors.line}`, boxShadow: '0 10px 30px -10px rgb(0 0 0 / 28%)' } },
  },
  // On a phone every pixel of the width counts.
  MuiDialog: {
    styleOverrides: {
      paper: {
        borderRadius: radius * 1.5,
        '@media (max-width: 599.95px)': { margin: 12, width: 'calc(100% - 24px)', maxHeight: 'calc(100% - 24px)' },
      },
    },
  },
  MuiLink: { defaultProps: { underline: 'hover' } },
  MuiChip: { styleOverrides: { root: { fontWeight: 500 } } },
})

/** react-admin's own parts, where their colours or sizes do not fit. */
const reactAdminParts = (colors: Palette): RaThemeOptions['components'] =>
  ({
    // Below the toolbar of its list, not over it; on a phone its buttons go on in a second line.
    RaBulkActionsToolbar: {
      styleOverrides: {
        root: {
          '& .RaBulkActionsToolbar-toolbar': {
            position: 'static',
            transform: 'none',
            height: 'auto',
            flexWrap: 'wrap',
            borderRadius: 0,
            backgroundColor: colors.primaryWash,
            color: colors.text,
          },
          '& .RaBulkActionsToolbar-topToolbar': { flexWrap: 'wrap', gap: 8 },
        },
      },
    },
    RaSimpleFormIterator: { defaultProps: { fullWidth: true } },
    RaSkipNavigationButton: { styleOverrides: { root: { display: 'none' } } },
  }) as RaThemeOptions['components']

/** The brand's theme for MUI and react-admin in one mode. */
export function muiThemeOf(
  brand: BrandTheme,
  mode: Mode,
  density: LayoutPreferences['density'] = 'comfortable',
): Theme {
  const colors = brand[mode]
  return createTheme({
    palette: palette(colors, mode),
    typography,
    shape: { borderRadius: brand.radius },
    breakpoints: { values: { xs: 0, sm: 600, md: foldsBelow, lg: 1200, xl: 1536 } },
    components: {
      ...tables(colors, density),
      ...controls(colors),
      ...surfaces(colors, brand.radius),
      ...reactAdminParts(colors),
      // A link that nothing else styles has the browser's blue.
      MuiCssBaseline: {
        styleOverrides: { body: { fontSize: '0.9375rem' }, 'a:not([class])': { color: colors.primary } },
      },
    },
  } as RaThemeOptions)
}
