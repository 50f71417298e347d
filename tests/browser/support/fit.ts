import type { Page } from 'playwright-core'

/**
 * Words, made of letters alone, that stand on more than one line, each once.
 * @param from how many letters a word must have to be asked about
 */
export const brokenWords = (page: Page, from = 2): Promise<string[]> =>
  page.evaluate((letters) => {
    const found = new Set<string>()
    const range = document.createRange()
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (
        !node.parentElement!.checkVisibility() ||
        ['SCRIPT', 'STYLE', 'NOSCRIPT'].includes(node.parentElement!.tagName)
      )
        continue
      // Addresses, e-mails and tokens are no words: they may break where their line ends.
      for (const { index, 0: word } of node.textContent!.matchAll(/(?<!\S)\p{L}+(?=[,.;:]?(?:\s|$))/gu)) {
        if (word.length < letters) continue
        range.setStart(node, index)
        range.setEnd(node, index + word.length)
        const tops = [...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => top)
        // Letters of another typeface in the same line stand a little higher.
        if (Math.max(...tops) - Math.min(...tops) > 8) found.add(word)
      }
    }
    return [...found]
  }, from)

/** Tables that are wider than their frame and cannot be scrolled to what it cuts off: by how many pixels. */
export const cutTables = (page: Page): Promise<number[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('main table, main [role=treegrid]')].flatMap((table) => {
      for (let frame = table.parentElement; frame && frame.tagName !== 'MAIN'; frame = frame.parentElement) {
        const { overflowX } = getComputedStyle(frame)
        const hidden = frame.scrollWidth - frame.clientWidth
        if (hidden > 1 && (overflowX === 'hidden' || overflowX === 'clip')) return [hidden]
        if (overflowX === 'auto' || overflowX === 'scroll') return []
      }
      return []
    }),
  )

/** By how much the page is taller and wider than the window. */
export const beyondWindow = (page: Page): Promise<{ down: number; sideways: number }> =>
  page.evaluate(() => ({
    down: Math.max(0, document.documentElement.scrollHeight - window.innerHeight),
    sideways: Math.max(0, document.documentElement.scrollWidth - window.innerWidth),
  }))

/** Charts that no key reaches; a drawing that is said in words (`role=img`) is none. */
export const unreachedCharts = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      [...document.querySelectorAll('main [class*=MuiChartsSurface-root]')].filter((chart) => {
        const frame = chart.closest('[class*=MuiChartsWrapper-root]') ?? chart
        return chart.checkVisibility() && !frame.matches('[tabindex="0"]') && !frame.querySelector('[tabindex="0"]')
      }).length,
  )

/**
 * What can be pressed and is not reached by Tab, or by arrows inside of what is; and what looks as if it could be
 * pressed (its pointer says so) and no key presses it, as far as nothing pressable is around it or in it.
 */
export const unreachedControls = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const pressable =
      ':is(button, a[href], input, select, textarea, summary, label, [role=button], [role=link], [role=tab], [role=checkbox], [role=switch], [role=combobox], [role=menuitem], [role=option], [role=slider], [role=treeitem])'
    const group =
      '[role=tablist], [role=radiogroup], [role=menu], [role=menubar], [role=listbox], [role=tree], [role=treegrid], [role=grid], [role=toolbar], .MuiToggleButtonGroup-root'
    const isShown = (element: Element) =>
      element.getBoundingClientRect().width > 1 &&
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      !element.closest('[inert], [aria-hidden=true]')
    const isOff = (element: Element) => element.matches(':disabled, [aria-disabled=true]')
    const isReached = (element: Element) =>
      (element as HTMLElement).tabIndex >= 0 || element.closest(group)?.querySelector('[tabindex="0"]') != null
    const told = (element: Element) => element.outerHTML.replace(/class="[^"]*"/g, '').slice(0, 120)
    const found = new Set<string>()
    for (const element of document.querySelectorAll(`main ${pressable}`)) {
      if (element.matches('label, [type=hidden], [type=file], [type=radio]') || !isShown(element) || isOff(element))
        continue
      // In a field stands what its own keys do as well: what a picker holds, its arrow and cross, a day's calendar.
      if (!element.matches('input') && element.closest('.MuiAutocomplete-root, .MuiInputAdornment-root')) continue
      if (!isReached(element)) found.add(`no key reaches ${told(element)}`)
    }
    for (const element of document.querySelectorAll('main *')) {
      if (getComputedStyle(element).cursor !== 'pointer' || !isShown(element)) continue
      const isPlain = element.parentElement && getComputedStyle(element.parentElement).cursor === 'pointer'
      if (isPlain || element.closest(pressable) || element.querySelector(pressable)) continue
      found.add(`only a mouse presses ${told(element)}`)
    }
    return [...found]
  })
