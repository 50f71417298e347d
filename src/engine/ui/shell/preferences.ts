/**
 * How somebody has the pages laid out (specification, section 2): every choice, its values, and the default (the first
 * one).
 */
export const layoutChoices = {
  layout: ['horizontal', 'vertical'],
  mode: ['light', 'dark'],
  width: ['fluid', 'boxed'],
  density: ['comfortable', 'compact'],
  position: ['fixed', 'scrollable'],
  topbar: ['dark', 'light'],
  sidebar: ['dark', 'light', 'brand'],
  sidebarType: ['default', 'compact', 'icon'],
} as const

/** One of the choices. */
export type LayoutChoice = keyof typeof layoutChoices

/** What somebody chose. */
export type LayoutPreferences = { readonly [Choice in LayoutChoice]: (typeof layoutChoices)[Choice][number] }

/** Light, horizontal, fluid, fixed, dark topbar and sidebar. */
export const defaultPreferences = Object.fromEntries(
  Object.entries(layoutChoices).map(([choice, values]) => [choice, values[0]]),
) as unknown as LayoutPreferences

/** What was stored, read with suspicion: a value that no longer exists counts as the default. */
export function readPreferences(stored: unknown): LayoutPreferences {
  const given = typeof stored === 'object' && stored !== null ? (stored as Record<string, unknown>) : {}
  return Object.fromEntries(
    Object.entries(layoutChoices).map(([choice, values]) => [
      choice,
      values.find((value) => value === given[choice]) ?? values[0],
    ]),
  ) as unknown as LayoutPreferences
}
