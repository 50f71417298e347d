import { menu, type MenuEntry, type MenuGroup } from '#resources/menu.ts'

/** Above this many entries a sub-menu is laid out in columns (specification, section 9). */
export const largeSubMenuAbove = 8

/** A group with the entries one person sees. */
export interface VisibleGroup {
  readonly name: MenuGroup
  readonly entries: readonly MenuEntry[]
}

/** What decides about the menu: the role keys held, and the root flag. */
export interface MenuReader {
  readonly roles?: readonly string[] | null
  readonly root?: boolean
}

function isVisible(entry: MenuEntry, { roles, root }: MenuReader): boolean {
  if (root) return true
  return !entry.root && entry.roles.every((role) => roles?.includes(role))
}

/**
 * The menu of one person, computed at start: an entry needs all its roles, the log the root flag; the root user holds
 * every role.
 * A group without entries is hidden; without a roles list there is no menu at all.
 */
export function visibleMenu(
  reader: MenuReader,
  groups: Readonly<Record<string, readonly MenuEntry[]>> = menu,
): VisibleGroup[] {
  if (!reader.roles) return []
  return Object.entries(groups)
    .map(([name, entries]) => ({
      name: name as MenuGroup,
      entries: entries.filter((entry) => isVisible(entry, reader)),
    }))
    .filter(({ entries }) => entries.length > 0)
}
