import type { Locator, Page } from 'playwright-core'
import { seriousFindings } from '../support/pageVisit.ts'
import { walkTo } from './walkTo.ts'

/** What a control is to a hand. */
type ControlKind = 'select' | 'picker' | 'text' | 'check' | 'button'

/** A control that was not touched yet; it carries the attribute `data-at-hand` while it is. */
export interface Control {
  readonly key: string
  readonly kind: ControlKind
}

interface Search {
  /** What was touched. */
  readonly done: readonly string[]
  /** Names of buttons that do at once what cannot be taken back. */
  readonly spared?: readonly string[]
  /** Without what a mouse alone needs: what opens or clears a field, whose own keys do so. */
  readonly isByKeys?: boolean
  /** Where it is looked for: the page's main part, or what opened over it. */
  readonly within?: 'main' | '[role=dialog]'
}

/**
 * The next control whose kind and name are not among those that were touched; of a table's rows the first one stands for
 * all, and of its heads. Links are followed, not touched, tabs that are links among them.
 */
export const nextControl = (
  page: Page,
  { done, spared = [], isByKeys = false, within = 'main' }: Search,
): Promise<Control | null> =>
  page.evaluate(
    ([touched, left, where, areKeys]) => {
      document.querySelector('[data-at-hand]')?.removeAttribute('data-at-hand')
      const isShown = (element: Element) =>
        element.getBoundingClientRect().width > 0 &&
        element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
      const kindOf = (element: Element): string | null => {
        if (element.matches('a[href]')) return null
        // The browser's own fields of days and months take no other text.
        if (element.matches('input:is([type=date], [type=datetime-local], [type=month])')) return null
        if (element.matches('[type=submit], [type=hidden]')) return null
        if (element.matches('[aria-hidden=true], :disabled, [aria-disabled=true]')) return null
        if (element.matches('input[role=combobox]')) return 'picker'
        if (element.matches('[role=combobox]')) return 'select'
        if (element.matches('input[type=checkbox], input[type=radio]')) return 'check'
        if (element.matches('input, textarea')) return element.matches('[readonly]') ? null : 'text'
        return 'button'
      }
      const nameOf = (element: Element) => {
        const ids = (element.getAttribute('aria-labelledby') ?? '').split(' ')
        const labelled = ids
          .map((id) => document.getElementById(id)?.textContent ?? '')
          .join(' ')
          .trim()
        const isTyped = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
        const label = labelled || (isTyped ? element.labels?.[0]?.textContent : '')
        const own = element.getAttribute('placeholder') || element.textContent
        return (element.getAttribute('aria-label') || label || own || '').trim()
      }
      const controls = `${where} :is(button, input, textarea, [role=combobox], [role=tab], [role=button])`
      for (const element of document.querySelectorAll(controls)) {
        if (
          areKeys &&
          element.matches(
            ':is(button, [role=button])[tabindex="-1"]:is(.MuiAutocomplete-root *, .MuiInputAdornment-root *)',
          )
        )
          continue
        const kind = kindOf(element)
        const before = element.closest('tbody tr, [role=row], main li')?.previousElementSibling
        const isRepeated = before?.matches('tr, [role=row], li') && before.querySelector(element.tagName) !== null
        if (kind === null || isRepeated) continue
        const name = nameOf(element)
        // One head of a table sorts as the others do.
        const isHead = kind === 'button' && element.closest('th') !== null
        const key = isHead ? 'button of a head' : `${kind} ${name.replace(/\d+/g, '#').slice(0, 60)}`
        if (touched.includes(key) || left.some((word) => name.startsWith(word))) continue
        if (kind !== 'check' && !isShown(element)) continue
        element.setAttribute('data-at-hand', '')
        return { key, kind: kind as never }
      }
      return null
    },
    [done, spared, within, isByKeys] as const,
  )

/** What a control opens over the page, that of a picker without anything to pick included. */
const opened = '[role=dialog], [role=menu], [role=listbox], .MuiPopover-paper, .MuiAutocomplete-popper'
/** What a picker has to offer, or that it has nothing. */
const offered = '[role=listbox] [role=option], .MuiAutocomplete-noOptions'

const shownOver = (page: Page, what = opened) => page.locator(what).filter({ visible: true }).first()

/** Two frames: what was done is drawn. */
const drawn = (page: Page) =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        requestAnimationFrame(() => {
          requestAnimationFrame(resolve)
        })
      }),
  )

/** A pair of hands: what they meet over a page is filled in and judged once, and left by Escape. */
export interface Hands {
  readonly page: Page
  /** Names of dialogs that were filled in and judged. */
  readonly judged: Set<string>
  /** What was wrong with them, since this was read last. */
  readonly found: string[]
  /** On how many pages each control was used, those of dialogs included. */
  readonly used: Map<string, number>
  /** From how many on it is spared. */
  readonly pagesOfOneControl: number
  /** They are used by the keyboard alone: each control is walked to by Tab. */
  readonly isByKeys: boolean
}

/** Counts a page on which a control was used. */
export const countUse = ({ used }: Hands, key: string): unknown => used.set(key, (used.get(key) ?? 0) + 1)

/** What was used on so many pages that it is spared on the next one. */
export const sparedNow = ({ used, pagesOfOneControl }: Hands): string[] =>
  [...used].filter(([, pages]) => pages >= pagesOfOneControl).map(([key]) => key)

/** Longer than any dialog of the office has controls. */
const dialogControlsMax = 25

/** What a dialog is called; null where it is gone already. */
const nameOfDialog = (dialog: Locator): Promise<string | null> =>
  dialog
    .evaluate(
      (element) => {
        const title = document.getElementById(element.getAttribute('aria-labelledby') ?? '')
        return (element.getAttribute('aria-label') ?? title?.textContent ?? '').replace(/\d+/g, '#')
      },
      undefined,
      { timeout: 1_500 },
    )
    .catch(() => null)

/** Fills in the dialog that is open, if one is and none of its name was yet, and has axe look at it. */
async function fillDialog(hands: Hands): Promise<void> {
  const { page, judged, found } = hands
  const dialog = shownOver(page, '[role=dialog]')
  if (!(await dialog.isVisible())) return
  const name = await nameOfDialog(dialog)
  if (name === null || judged.has(name)) return
  judged.add(name)
  if (name === '') found.push('a dialog has no name')
  const ofDialog = `"${name}": `
  const done = sparedNow(hands).flatMap((key) => (key.startsWith(ofDialog) ? [key.slice(ofDialog.length)] : []))
  const before = done.length
  while (done.length - before < dialogControlsMax) {
    const control = await nextControl(page, { done, isByKeys: hands.isByKeys, within: '[role=dialog]' })
    if (control === null) break
    done.push(control.key)
    // Its buttons do what it is about.
    if (control.kind === 'button') continue
    countUse(hands, `${ofDialog}${control.key}`)
    await useBy(hands, control, 3_000).catch(() => {})
  }
  await drawn(page)
  const findings = await seriousFindings(page, '[role=dialog]').catch(async (error: unknown) => {
    if (await dialog.isVisible()) throw error
    // What was picked in it closed it.
    return []
  })
  found.push(...findings.map((finding) => `"${name}": ${finding}`))
}

/** Leaves what opened over the page, filled in. */
export async function leaveOpened(hands: Hands): Promise<void> {
  const { page } = hands
  for (let turn = 0; turn < 3 && (await shownOver(page).isVisible()); turn += 1) {
    await fillDialog(hands)
    await page.keyboard.press('Escape')
    const isClosed = (selector: string) =>
      [...document.querySelectorAll(selector)].every((one) => !one.checkVisibility())
    await page.waitForFunction(isClosed, opened, { timeout: 1_500 }).catch(() => {})
  }
}

/** Uses the control at hand as a person would: picks, types, ticks, presses. */
async function use(page: Page, { kind }: Control, timeout: number): Promise<void> {
  const control = page.locator('[data-at-hand]')
  if (kind === 'check') await control.click({ timeout, force: true })
  else if (kind === 'text') {
    const { inputMode, maxLength } = await control.evaluate(
      (element) => {
        const input = element as HTMLInputElement
        return { inputMode: `${input.inputMode} ${input.type}`, maxLength: input.maxLength }
      },
      undefined,
      { timeout },
    )
    // A day is ten characters long (`dayPattern`).
    const typed = maxLength === 10 ? '02/11/2026' : /numeric|decimal|number/.test(inputMode) ? '12' : 'a'
    await control.fill(typed, { timeout })
    await control.blur({ timeout })
  } else {
    const opensSomething = (await control.getAttribute('aria-haspopup', { timeout })) !== null
    await control.click({ timeout })
    if (opensSomething)
      await shownOver(page)
        .waitFor({ timeout: 3_000 })
        .catch(() => {})
    if (kind === 'picker') await page.keyboard.press('ArrowDown')
    await drawn(page)
    const options = page.locator('[role=listbox] [role=option]:not([aria-disabled=true], [data-new])')
    if (kind === 'picker')
      await shownOver(page, offered)
        .waitFor({ timeout: 3_000 })
        .catch(() => {})
    if (kind !== 'button' && (await options.count()) > 0) await options.last().click({ timeout })
    // A picker of many stays open over what is below it until one goes on.
    if (kind === 'picker' && (await shownOver(page, '[role=listbox]').isVisible())) await page.keyboard.press('Tab')
  }
  await drawn(page)
}

/** The same as {@link use} without a mouse. */
async function useByKeys(page: Page, { kind }: Control): Promise<void> {
  await walkTo(page)
  if (kind === 'check') await page.keyboard.press('Space')
  else if (kind === 'text') {
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('1')
    await page.keyboard.press('Tab')
  } else {
    const opensSomething = (await page.locator('[data-at-hand]').getAttribute('aria-haspopup')) !== null
    await page.keyboard.press(kind === 'picker' ? 'ArrowDown' : 'Enter')
    if (opensSomething || kind !== 'button')
      await shownOver(page, kind === 'picker' ? offered : opened)
        .waitFor({ timeout: 3_000 })
        .catch(() => {})
    await drawn(page)
    if (kind !== 'button' && (await shownOver(page, '[role=listbox] [role=option]').isVisible())) {
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
    }
  }
  await drawn(page)
}

/** How long what was asked may keep the focus, in milliseconds: a button that its own answer takes away comes back with it. */
const focusMs = 3_000

/** Whoever works by keys would begin at the top of the page again. */
const isFocusLost = async (page: Page): Promise<boolean> => {
  const isSomewhere = () => document.activeElement !== null && document.activeElement !== document.body
  // What takes it away does so a moment later.
  await drawn(page)
  return page.waitForFunction(isSomewhere, undefined, { timeout: focusMs }).then(
    () => false,
    () => true,
  )
}

/** Behind the last control of a page the Tab key leaves it, and comes back to the control. */
const isAtTheEnd = async ({ page }: Hands): Promise<boolean> => {
  await page.keyboard.press('Shift+Tab')
  return page.evaluate(() => document.activeElement?.matches('[data-at-hand]') ?? false)
}

const useBy = ({ page, isByKeys }: Hands, control: Control, timeout: number): Promise<void> =>
  isByKeys ? useByKeys(page, control) : use(page, control, timeout)

/**
 * Uses the control at hand, and leaves what it opened.
 * @param timeout how long it may take to be reached: what the control before opened may lie over it
 */
export async function touch(hands: Hands, control: Control, timeout: number): Promise<void> {
  await leaveOpened(hands)
  await useBy(hands, control, timeout)
  await leaveOpened(hands)
  if (!hands.isByKeys || !(await isFocusLost(hands.page))) return
  if (control.kind !== 'text' || !(await isAtTheEnd(hands))) hands.found.push('the focus is on nothing afterwards')
}
