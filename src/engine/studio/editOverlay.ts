/** Edits of an overlay, each of which answers another one; what is as declared is said no more. */
import {
  type FieldOverlay,
  type MenuOverlay,
  type Overlay,
  overlaidMenu,
  overlaidResources,
  type ResourceOverlay,
} from '#engine/declaration/overlay/overlay.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
const isEmpty = (value: unknown) =>
  value === undefined || (typeof value === 'object' && value !== null && Object.keys(value).length === 0)
/** Without what says nothing. */
const said = <Value extends object>(value: Value): Value =>
  Object.fromEntries(Object.entries(value).filter(([, each]) => !isEmpty(each))) as Value

/** An entity as it is with an overlay. */
export const laidOver = (declared: AnyResource, overlay: Overlay): AnyResource =>
  overlaidResources({ it: declared }, { resources: { it: overlay.resources?.[declared.name] ?? {} } }).it

function editResource(overlay: Overlay, name: string, change: Partial<ResourceOverlay>): Overlay {
  const resource = said({ ...overlay.resources?.[name], ...change })
  return said({ ...overlay, resources: said({ ...overlay.resources, [name]: resource }) })
}

/** Says something of a field; `null` takes all that was said of it back. */
export function editField(
  overlay: Overlay,
  { resource, field }: { resource: string; field: string },
  change: FieldOverlay | null,
): Overlay {
  const fields = overlay.resources?.[resource]?.fields ?? {}
  const next = change === null ? {} : said({ ...fields[field], ...change })
  return editResource(overlay, resource, { fields: said({ ...fields, [field]: next }) })
}

/** Gives the list of an entity these columns. */
export const editColumns = (overlay: Overlay, declared: AnyResource, columns: readonly string[]): Overlay =>
  editResource(overlay, declared.name, { list: isSame(columns, declared.list.columns) ? {} : { columns } })

/** Has a list narrowed by these fields. */
export const editFilters = (overlay: Overlay, declared: AnyResource, filters: readonly string[]): Overlay =>
  editResource(overlay, declared.name, { filters: isSame(filters, Object.keys(declared.filters)) ? [] : filters })

const swapped = <Item>(items: readonly Item[], at: number, to: number): Item[] =>
  items.map((item, index) => (index === at ? items[to]! : index === to ? items[at]! : item))

const editForm = (overlay: Overlay, declared: AnyResource, form: AnyResource['form']): Overlay =>
  editResource(overlay, declared.name, {
    form: isSame(Object.entries(form), Object.entries(declared.form)) ? {} : form,
  })

/** Moves a field one place up or down in the form, at the end of its section into the next one. */
export function moveField(overlay: Overlay, declared: AnyResource, field: string, step: -1 | 1): Overlay {
  const sections = Object.entries(laidOver(declared, overlay).form)
  const section = sections.findIndex(([, names]) => names.includes(field))
  if (section < 0) return overlay
  const [name, names] = sections[section]!
  const at = names.indexOf(field)
  if (names[at + step] !== undefined)
    return editForm(overlay, declared, { ...Object.fromEntries(sections), [name]: swapped(names, at, at + step) })
  const next = sections[section + step]
  if (!next) return overlay
  return editForm(overlay, declared, {
    ...Object.fromEntries(sections),
    [name]: names.filter((each) => each !== field),
    [next[0]]: step === 1 ? [field, ...next[1]] : [...next[1], field],
  })
}

/** Puts a field into the place of another one. */
export function placeField(overlay: Overlay, declared: AnyResource, field: string, at: string): Overlay {
  const sections = Object.entries(laidOver(declared, overlay).form)
  const from = sections.find(([, names]) => names.includes(field))?.[0]
  const form = sections.map(([section, names]) => [
    section,
    !names.includes(at)
      ? names.filter((name) => name !== field)
      : section === from
        ? placed(names, field, at)
        : names.flatMap((name) => (name === at ? [field, at] : [name])),
  ])
  return field === at ? overlay : editForm(overlay, declared, Object.fromEntries(form))
}

/** Moves a section of the form one place up or down. */
export function moveSection(overlay: Overlay, declared: AnyResource, section: string, step: -1 | 1): Overlay {
  const sections = Object.entries(laidOver(declared, overlay).form)
  const at = sections.findIndex(([name]) => name === section)
  if (!sections[at + step]) return overlay
  return editForm(overlay, declared, Object.fromEntries(swapped(sections, at, at + step)))
}

/** Puts an item of a list into the place of another one. */
export function placed(items: readonly string[], item: string, at: string): readonly string[] {
  const isBelow = items.indexOf(item) < items.indexOf(at)
  return item === at
    ? items
    : items
        .filter((each) => each !== item)
        .flatMap((each) => (each !== at ? [each] : isBelow ? [at, item] : [item, at]))
}

/** Moves an item of a list one place up or down. */
export function moved(items: readonly string[], item: string, step: -1 | 1): readonly string[] {
  const at = items.indexOf(item)
  return items[at + step] === undefined ? items : swapped(items, at, at + step)
}

type Menu = Readonly<Record<string, readonly { readonly name: string }[]>>

const entriesOf = (menu: Menu, group: string) => (menu[group] ?? []).map(({ name }) => name)

/** Moves an entry of the menu one place up or down in its group. */
export const moveEntry = (
  overlay: Overlay,
  declared: Menu,
  [group, entry]: readonly [string, string],
  step: -1 | 1,
): Overlay =>
  orderEntries(overlay, declared, group, moved(entriesOf(overlaidMenu(declared, overlay), group), entry, step))

/** Puts an entry of the menu into the place of another one of its group. */
export const placeEntry = (
  overlay: Overlay,
  declared: Menu,
  [group, entry]: readonly [string, string],
  at: string,
): Overlay =>
  orderEntries(overlay, declared, group, placed(entriesOf(overlaidMenu(declared, overlay), group), entry, at))

function orderEntries(overlay: Overlay, declared: Menu, group: string, names: readonly string[]): Overlay {
  const menu: MenuOverlay = said({ ...overlay.menu, [group]: isSame(names, entriesOf(declared, group)) ? [] : names })
  return said({ ...overlay, menu })
}

/** A name made of a label: `Main channel` → `mainChannel`. */
export function nameOf(label: string): string {
  const words = label
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean)
  const name = words
    .map((word, index) => (index === 0 ? word.toLowerCase() : word[0]!.toUpperCase() + word.slice(1).toLowerCase()))
    .join('')
    .slice(0, 36)
  return /^[a-z]/.test(name) ? name : `v${name}`
}

/** The name of a field that an overlay adds: `Main channel` → `xMainChannel`. */
export function fieldNameOf(label: string): string {
  const name = nameOf(label)
  return `x${name[0]!.toUpperCase()}${name.slice(1)}`
}
