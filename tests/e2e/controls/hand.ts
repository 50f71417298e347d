import type { Locator, Page } from 'playwright-core'
import { seriousFindings } from '../support/pageVisit.ts'

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
  /** Where it is looked for: the page's main part, or what opened over it. */
  readonly within?: 'main' | '[role=dialog]'
}

/**
 * The next control whose kind and name are not among those that were touched; of a table's rows the first one stands for
 * all, and of its heads. Links are followed, not touched, tabs that are links among them.
 */
export const nextControl = (page: Page, { done, spared = [], within = 'main' }: Search): Promise<Control | null> =>
  page.evaluate(
    ([touched, left, where]) => {
      document.querySelector('[data-at-hand]')?.removeAttribute('data-at-hand')
      const isShown = (element: Element) =>
        element.getBoundingClientRect().width > 0 &&
        element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
      const kindOf = (element: Element): string | null => {
        if (element.matches('a[href]')) return null
        if (element.matches('input[type=date], input[type=datetime-local], [type=submit], [type=hidden]')) return null
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
    [done, spared, within] as const,
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
  /** They are used by the keyboard alone: each control is walked to by Tab. */
  readonly isByKeys?: boolean
}

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
  const done: string[] = []
  while (done.length < dialogControlsMax) {
    const control = await nextControl(page, { done, within: '[role=dialog]' })
    if (control === null) break
    done.push(control.key)
    // Its buttons do what it is about.
    if (control.kind !== 'button') await useBy(hands, control, 3_000).catch(() => {})
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
  }
  await drawn(page)
}

/** More than a page has to be walked past. */
const stepsMax = 400

/** Walks to the control at hand by Tab; inside of what arrows move in, by them. */
async function walkTo(page: Page): Promise<void> {
  const isThere = () => page.evaluate(() => document.activeElement?.matches('[data-at-hand]') ?? false)
  for (let step = 0; step < stepsMax; step += 1) {
    if (await isThere()) return
    const arrow = await page.evaluate(() => {
      const wanted = document.querySelector('[data-at-hand]')
      const group = wanted?.closest('[role=tablist], [role=radiogroup], [role=grid], [role=treegrid]')
      const isInside = group !== null && group?.contains(document.activeElement) === true
      return isInside && wanted!.getAttribute('tabindex') === '-1'
        ? group!.matches('[role=treegrid], [role=grid]')
          ? 'ArrowDown'
          : 'ArrowRight'
        : null
    })
    await page.keyboard.press(arrow ?? 'Tab')
  }
  throw new Error('no key leads there')
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

/** Whoever works by keys would begin at the top of the page again. */
const isFocusLost = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<boolean>((tell) => {
        setTimeout(() => tell(document.activeElement === null || document.activeElement === document.body), 50)
      }),
  )

const useBy = ({ page, isByKeys = false }: Hands, control: Control, timeout: number): Promise<void> =>
  isByKeys ? useByKeys(page, control) : use(page, control, timeout)

/**
 * Uses the control at hand, and leaves what it opened.
 * @param timeout how long it may take to be reached: what the control before opened may lie over it
 */
export async function touch(hands: Hands, control: Control, timeout: number): Promise<void> {
  await leaveOpened(hands)
  await useBy(hands, control, timeout)
  await leaveOpened(hands)
  if (hands.isByKeys && (await isFocusLost(hands.page))) hands.found.push('the focus is on nothing afterwards')
}
