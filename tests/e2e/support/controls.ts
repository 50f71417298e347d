import type { Page } from 'playwright-core'

/** What a control is to a hand. */
type ControlKind = 'select' | 'picker' | 'text' | 'check' | 'button'

/** A control that was not touched yet; it carries the attribute `data-at-hand` while it is. */
export interface Control { readonly key: string; readonly kind: ControlKind }

/**
 * The next control of the page's main part whose kind and name are not among those that were touched; of a table's rows the first one stands for all.
 * @param done what was touched
 * @param spared names of buttons that do at once what cannot be taken back
 */
export const nextControl = (page: Page, done: readonly string[], spared: readonly string[]): Promise<Control | null> => page.evaluate(([touched, left]) => {
  document.querySelector('[data-at-hand]')?.removeAttribute('data-at-hand')
  const isShown = (element: Element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && element.getBoundingClientRect().width > 0
  const kindOf = (element: Element): string | null => {
    if (element.matches('input[type=date], [aria-hidden=true], :disabled, [aria-disabled=true], [type=submit], [type=hidden]')) return null
    if (element.matches('input[role=combobox]')) return 'picker'
    if (element.matches('[role=combobox]')) return 'select'
    if (element.matches('input[type=checkbox], input[type=radio]')) return 'check'
    if (element.matches('input, textarea')) return element.matches('[readonly]') ? null : 'text'
    return 'button'
  }
  const nameOf = (element: Element) => {
    const labelled = (element.getAttribute('aria-labelledby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent ?? '').join(' ')
    const label = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement ? element.labels?.[0]?.textContent : ''
    return (element.getAttribute('aria-label') || labelled.trim() || label || element.getAttribute('placeholder') || element.textContent || '').trim()
  }
  for (const element of document.querySelectorAll('main :is(button, input, textarea, [role=combobox], [role=tab], [role=button])')) {
    const kind = kindOf(element)
    const row = element.closest('tbody tr, [role=row], main li')
    if (kind === null || (row && row.previousElementSibling?.matches('tr, [role=row], li') && row.previousElementSibling.querySelector(element.tagName))) continue
    const name = nameOf(element)
    const key = `${kind} ${name.replace(/\d+/g, '#').slice(0, 60)}`
    // What is picked or typed changes what a control is called: kind and place count where it has no name of its own.
    if (touched.includes(key) || left.some((word) => name.startsWith(word)) || (kind !== 'check' && !isShown(element))) continue
    element.setAttribute('data-at-hand', '')
    return { key, kind: kind as never }
  }
  return null
}, [done, spared] as const)

const opened = '[role=dialog], [role=menu], [role=listbox], .MuiPopover-paper'

/** Closes what opened over the page. */
async function closeOpened(page: Page): Promise<void> {
  for (let turn = 0; turn < 3 && await page.locator(opened).first().isVisible(); turn += 1) {
    await page.keyboard.press('Escape')
    await page.waitForFunction((selector) => [...document.querySelectorAll(selector)].every((element) => !element.checkVisibility()), opened, { timeout: 1_500 }).catch(() => {})
  }
}

/** Two frames: what was done is drawn. */
const drawn = (page: Page) => page.evaluate(() => new Promise((resolve) => { requestAnimationFrame(() => { requestAnimationFrame(resolve) }) }))

/** Uses the control at hand as a person would: picks, types, ticks, opens and closes. */
export async function touch(page: Page, { kind }: Control): Promise<void> {
  const control = page.locator('[data-at-hand]')
  const quick = { timeout: 5_000 } as const
  if (kind === 'check') await control.click({ ...quick, force: true })
  else if (kind === 'text') {
    const isNumber = await control.evaluate((element) => ['numeric', 'decimal'].includes((element as HTMLInputElement).inputMode))
    const isDay = await control.evaluate((element) => (element as HTMLInputElement).maxLength === 10)
    await control.fill(isDay ? '02/11/2026' : isNumber ? '12' : 'a', quick)
    await control.blur()
  } else {
    await control.click(quick)
    if (kind === 'picker') await page.keyboard.press('ArrowDown')
    await drawn(page)
    const options = page.locator('[role=listbox] [role=option]:not([aria-disabled=true])')
    if (kind === 'picker') await options.first().waitFor({ timeout: 1_500 }).catch(() => {})
    if (kind !== 'button' && await options.count() > 0) await options.last().click(quick)
  }
  await drawn(page)
  await closeOpened(page)
}
