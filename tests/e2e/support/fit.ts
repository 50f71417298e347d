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
