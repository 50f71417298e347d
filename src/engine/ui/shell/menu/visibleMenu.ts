import { resources } from '#resources/index.ts'
import { menu, type MenuEntry, type MenuGroup } from '#resources/menu.ts'
import { pages } from '#resources/pages.ts'
import { reports } from '#resources/reports/index.ts'
import { listAddress } from '#engine/declaration/derive/address.ts'
import type { FeatureName } from '#engine/declaration/names.ts'
import type { Report } from '#engine/declaration/report.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'

/** Above this many entries a sub-menu is laid out in columns (specification, section 9). */
export const largeSubMenuAbove = 8

/** A group with the entries one person sees. */
export interface VisibleGroup {
  readonly name: MenuGroup
  readonly entries: readonly MenuEntry[]
}

/** Entries under a title; those of the specification come first and have none. */
export interface MenuSection {
  readonly title: string | null
  readonly entries: readonly MenuEntry[]
}

/** The entries of a group by the title they stand under, in the order in which titles first appear. */
export function menuSections({ entries }: VisibleGroup): MenuSection[] {
  const byTitle = Map.groupBy(entries, ({ under }) => under ?? null)
  return [...byTitle]
    .map(([title, found]) => ({ title, entries: found }))
    .toSorted((one, other) => Number(one.title !== null) - Number(other.title !== null))
}

/** A column of a panel holds so many lines, titles among them. */
const linesPerColumn = 7

/** The sections of a panel as columns: the specification's entries in the first, whole sections in the others. */
export function menuColumns(group: VisibleGroup): MenuSection[][] {
  const columns: MenuSection[][] = []
  let room = 0
  for (const section of menuSections(group)) {
    const lines = section.entries.length + 1
    const column = columns.at(-1)
    if (column && column[0]!.title !== null && lines <= room) column.push(section)
    else {
      columns.push([section])
      room = linesPerColumn
    }
    room -= lines
  }
  return columns
}

/** What decides about the menu: the role keys held, and the root flag. */
export interface MenuReader {
  readonly roles?: readonly string[] | null
  readonly root?: boolean
  readonly switchedOff?: readonly FeatureName[] | undefined
}

/** The feature of each page that belongs to one, by its address. */
const featureOfAddress: ReadonlyMap<string, FeatureName | undefined> = new Map([
  ...(Object.values(resources) as unknown as AnyResource[]).map(
    (resource) => [listAddress(resource), resource.feature] as const,
  ),
  ...[...Object.values<Report>(reports), ...Object.values(pages)].map(({ path, feature }) => [path, feature] as const),
])

function isVisible(entry: MenuEntry, { roles, root, switchedOff = [] }: MenuReader): boolean {
  const feature = featureOfAddress.get(entry.path)
  if (feature && switchedOff.includes(feature)) return false
  if (root) return true
  return !entry.root && entry.roles.every((role) => roles?.includes(role))
}

/**
 * The menu of one person, computed at start: an entry needs all its roles, the log the root flag; the root user holds
 * every role. What leads to something that the company switched off is not in it.
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
