/** What single keys do. Pure but for the page it looks at, so that the sheet and the listener say the same. */
import type { Actor } from '#engine/declaration/actor.ts'
import { visibleMenu } from '#engine/ui/shell/menu/visibleMenu.ts'

/** A key, or two after another, and what they do: `shortcuts.does.{name}`, or the page they lead to. */
export interface Shortcut {
  readonly keys: string
  readonly name: string
  /** The page, inside the pages. */
  readonly to?: string
}

/** What a key presses or focuses in the page that is open; nothing happens where the page has none. */
export const inPage: readonly (Shortcut & { readonly selector: string; readonly isFocused?: true })[] = [
  { keys: '/', name: 'search', selector: 'main input[type=search]', isFocused: true },
  { keys: 'n', name: 'new', selector: 'main a[href$="/create"]' },
  { keys: 'f', name: 'filters', selector: 'main [data-shortcut=filters]' },
  { keys: 'u', name: 'undo', selector: '[data-shortcut=undo]' },
]

/** The keys that walk through the rows of a list. */
export const rowKeys = { j: 1, k: -1 } as const

/** Second keys after `g`, by the menu's name of the page. */
const pageKeys: Readonly<Record<string, string>> = {
  home: 'h',
  affiliate: 'a',
  action: 'l',
  campaign: 'c',
  brand: 'b',
  reward: 'r',
  rewardProfile: 'f',
  user: 'u',
  paymentByAffiliate: 'p',
  entries: 'e',
  affiliateActivity: 't',
  generalV2: 'v',
  feeds: 'i',
  jobs: 'j',
}

/** The pages that `g` and another key lead to, of those this person may open. */
export function pageShortcuts(
  actor: Pick<Actor, 'roles' | 'root' | 'switchedOff'>,
): (Shortcut & { readonly to: string })[] {
  const entries = visibleMenu({ ...actor, roles: [...actor.roles] }).flatMap((group) => group.entries)
  return entries.flatMap(({ name, path }) => (pageKeys[name] ? [{ keys: `g ${pageKeys[name]}`, name, to: path }] : []))
}

const typedInto = 'input, textarea, select, [contenteditable=true], [role=combobox], [role=grid], [role=treegrid]'
const openedOver = '[role=dialog], [role=menu], [role=listbox], [role=presentation].MuiModal-root'

/** Whether a key belongs to what it was pressed in: a field, a table that is walked through, something open over the page. */
export function isTaken(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.defaultPrevented) return true
  return (event.target instanceof Element && event.target.closest(typedInto) !== null) || isCovered()
}

/** Whether something is open over the page. */
const isCovered = () =>
  [...document.querySelectorAll(openedOver)].some((element) => element.checkVisibility?.() ?? true)

/** Moves the focus to the next row's link, or the one before. */
export function walkRows(by: 1 | -1): void {
  const rows = [...document.querySelectorAll('main tbody tr')].filter((row) => row.querySelector('a[href]'))
  const at = rows.findIndex((row) => row.contains(document.activeElement))
  const next = at < 0 ? (by > 0 ? 0 : rows.length - 1) : Math.min(Math.max(at + by, 0), rows.length - 1)
  rows[next]?.querySelector<HTMLElement>('a[href]')?.focus()
}

/** The button that saves what is open: of a dialog that makes a record, else of the page. */
export function saveButton(): HTMLElement | null {
  const ofDialog = [...document.querySelectorAll<HTMLElement>('[role=dialog] [data-shortcut=save]')].at(-1)
  if (ofDialog) return ofDialog
  return isCovered() ? null : document.querySelector<HTMLElement>('main [data-shortcut=save]')
}
