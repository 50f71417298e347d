import type { Theme } from '@mui/material/styles'

/** The name of the room that widths inside a page are measured by: the page beside the sidebar, or a dialog. */
const room = 'page'

/**
 * Styles of an element whose inside measures itself by it and not by the window: a sidebar takes a quarter of the
 * window of most laptops.
 */
export const measuredRoom = { container: `${room} / inline-size` } as const

/** Where there is too little room for columns side by side, as a query of styles. */
export const narrowContainer = `@container ${room} (max-width: 599.95px)`

/** Where columns stand side by side; what does not fit is scrolled to inside the table's own frame. */
export const wideRoom = `@container ${room} (min-width: 600px)`

const byRoom = (query: string) => query.replace('@media', `@container ${room}`)

/**
 * The theme inside a page: what is said by breakpoints (`{ xs, sm, md }` too) holds for the room of the page. What
 * opens over the page is as wide as the window, and a room of its own.
 */
export function roomTheme(theme: Theme): Theme {
  const { up, down, between, only, keys } = theme.breakpoints
  const breakpoints: Theme['breakpoints'] = {
    ...theme.breakpoints,
    up: (key) => byRoom(up(key)),
    down: (key) => byRoom(down(key)),
    between: (start, end) => byRoom(between(start, end)),
    only: (key) => byRoom(only(key)),
    internal_mediaKeys: keys.map((key) => byRoom(up(key))),
  } as Theme['breakpoints']
  const components = {
    ...theme.components,
    MuiModal: { styleOverrides: { root: measuredRoom } },
    // Its list hangs on the window itself, outside of every room.
    MuiAutocomplete: {
      ...theme.components?.MuiAutocomplete,
      styleOverrides: { option: { minHeight: 0, '@media (pointer: coarse)': { minHeight: 48 } } },
    },
    // Scripts can ask the window alone.
    MuiUseMediaQuery: {
      defaultProps: { matchMedia: (query: string) => window.matchMedia(query.replace(`@container ${room} `, '')) },
    },
  } as Theme['components']
  return { ...theme, breakpoints, components: components! }
}
