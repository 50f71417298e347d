import type { Page } from 'playwright-core'

/** More than a page has to be walked past. */
const stepsMax = 400

/** More changes of direction than a way has that leads anywhere. */
const turnsMax = 6

/** The key that leads nearer to the control at hand; null where the focus is on it. */
const keyTowards = (page: Page): Promise<string | null> =>
  page.evaluate(() => {
    const wanted = document.querySelector('[data-at-hand]')
    const focused = document.activeElement
    if (focused === wanted) return null
    const group = wanted?.closest(
      '[role=tablist], [role=radiogroup], [role=grid], [role=treegrid], .MuiToggleButtonGroup-root',
    )
    if (group?.contains(focused) === true && wanted!.getAttribute('tabindex') === '-1') {
      const placeOf = (element: Element | null) => [
        // Heads stand in two rows, between which the keys see one.
        Math.max(2, Number(element?.closest('[aria-rowindex]')?.ariaRowIndex ?? 0)),
        Number(element?.closest('[aria-colindex]')?.ariaColIndex ?? 0),
      ]
      const [[row = 0, column = 0], [atRow = 0, atColumn = 0]] = [placeOf(wanted), placeOf(focused)]
      if (row !== atRow) return row > atRow ? 'ArrowDown' : 'ArrowUp'
      if (column !== atColumn) return column > atColumn ? 'ArrowRight' : 'ArrowLeft'
      return group.matches('[role=treegrid], [role=grid]') ? 'ArrowDown' : 'ArrowRight'
    }
    const isBehind = wanted && focused && focused !== document.body && focused.compareDocumentPosition(wanted) & 2
    return isBehind ? 'Shift+Tab' : 'Tab'
  })

/** Walks to the control at hand by Tab, back where it stands before; inside of what arrows move in, by them. */
export async function walkTo(page: Page): Promise<void> {
  let [last, turns] = ['', 0]
  for (let step = 0; step < stepsMax; step += 1) {
    const key = await keyTowards(page)
    if (key === null) return
    if (key !== last) turns += 1
    last = key
    await page.keyboard.press(turns > turnsMax && key === 'Shift+Tab' ? 'Tab' : key)
  }
  throw new Error('no key leads there')
}
