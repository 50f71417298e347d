import type { Page } from 'playwright-core'

/** What a control is to a hand. */
type ControlKind = 'select' | 'picker' | 'text' | 'check' | 'button'

/** A control that was not touched yet; it carries the attribute `data-at-hand` while it is. */
export interface Control {
  readonly key: string
  readonly kind: ControlKind
}

/**
 * The next control of the page's main part whose kind and name are not among those that were touched; of a table's rows
 * the first one stands for all, and of its heads.
 * @param done what was touched
 * @param spared names of buttons that do at once what cannot be taken back
 */
export const nextControl = (page: Page, done: readonly string[], spared: readonly string[]): Promise<Control | null> =>
  page.evaluate(
    ([touched, left]) => {
      document.querySelector('[data-at-hand]')?.removeAttribute('data-at-hand')
      const isShown = (element: Element) =>
        element.getBoundingClientRect().width > 0 &&
        element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
      const kindOf = (element: Element): string | null => {
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
      const controls = 'main :is(button, input, textarea, [role=combobox], [role=tab], [role=button])'
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
    [done, spared] as const,
  )

/** What a control opens over the page, that of a picker without anything to pick included. */
const opened = '[role=dialog], [role=menu], [role=listbox], .MuiPopover-paper, .MuiAutocomplete-popper'
/** What a picker has to offer, or that it has nothing. */
const offered = '[role=listbox] [role=option], .MuiAutocomplete-noOptions'

/** Closes what opened over the page. */
async function closeOpened(page: Page): Promise<void> {
  for (let turn = 0; turn < 3 && (await page.locator(opened).first().isVisible()); turn += 1) {
    await page.keyboard.press('Escape')
    const isClosed = (selector: string) =>
      [...document.querySelectorAll(selector)].every((one) => !one.checkVisibility())
    await page.waitForFunction(isClosed, opened, { timeout: 1_500 }).catch(() => {})
  }
}

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

/** Uses the control at hand as a person would: picks, types, ticks, opens and closes. */
export async function touch(page: Page, { kind }: Control): Promise<void> {
  const control = page.locator('[data-at-hand]')
  const quick = { timeout: 15_000 } as const
  // What the control before opened may have come a moment later.
  await closeOpened(page)
  if (kind === 'check') await control.click({ ...quick, force: true })
  else if (kind === 'text') {
    const { inputMode, maxLength } = await control.evaluate((element) => {
      const input = element as HTMLInputElement
      return { inputMode: input.inputMode, maxLength: input.maxLength }
    })
    // A day is ten characters long (`dayPattern`).
    await control.fill(maxLength === 10 ? '02/11/2026' : /numeric|decimal/.test(inputMode) ? '12' : 'a', quick)
    await control.blur()
  } else {
    const opensSomething = (await control.getAttribute('aria-haspopup')) !== null
    await control.click(quick)
    if (opensSomething)
      await page
        .locator(opened)
        .first()
        .waitFor({ timeout: 3_000 })
        .catch(() => {})
    if (kind === 'picker') await page.keyboard.press('ArrowDown')
    await drawn(page)
    const options = page.locator('[role=listbox] [role=option]:not([aria-disabled=true], [data-new])')
    if (kind === 'picker')
      await page
        .locator(offered)
        .first()
        .waitFor({ timeout: 3_000 })
        .catch(() => {})
    if (kind !== 'button' && (await options.count()) > 0) await options.last().click(quick)
  }
  await drawn(page)
  await closeOpened(page)
}
