/**
 * A report of 10,000 rows with a tree in a real browser: how many nodes the page holds with every partner open, and how
 * long frames take while somebody scrolls from the first row to the last.
 * The answer is put in at the edge of the browser, everything else is the product. Run alone on a quiet machine: node
 * tests/bench/table.ts
 */
import { cpus } from 'node:os'
import type { Page } from 'playwright-core'
import { generalV2 } from '#resources/reports/generalV2.ts'
import { openBenchOffice } from './pagesSupport.ts'

const [top, below] = [4, 2_500]
const [nodesMax, frameMaxMs] = [1_500, 50]

/** A partner's row, as the server answers it. */
function row(
  partner: number,
  place: { parent: number | null; depth: number; direct: boolean },
): Record<string, unknown> {
  const values = Object.fromEntries(
    generalV2.measures.map((measure, index) => [
      measure,
      Math.round(((partner * 7919 + index * 104_729) % 9_999_999) - 2_000_000) / 100,
    ]),
  )
  return {
    partner,
    partner_name: `Partner ${partner}`,
    partner_token: `pt-${partner}`,
    level: place.parent === null ? 1 : 2,
    level_name: 'Level',
    ...place,
    ...values,
  }
}

function answer(): object {
  const rows = Array.from({ length: top }, (_, index) => ({
    ...row(index + 1, { parent: null, depth: 1, direct: false }),
    children: Array.from({ length: below }, (_, child) =>
      row(1_000 + index * below + child, { parent: index + 1, depth: 0, direct: false }),
    ),
  }))
  return {
    from: '2026-10-01',
    to: '2026-10-31',
    zone: 'UTC',
    total: row(0, { parent: null, depth: 0, direct: false }),
    rows,
    upTo: '2026-10-31T23:00:00.000Z',
  }
}

/** Scrolls the table down at a steady pace. @returns the length of every frame in milliseconds */
function scroll(page: Page, pixelsAFrame: number): Promise<number[]> {
  return page.evaluate(async (pixels) => {
    const scroller = document.querySelector('table[role=treegrid]')!.parentElement!
    scroller.scrollTop = 0
    const frames: number[] = []
    const nextFrame = () =>
      new Promise<number>((done) => {
        requestAnimationFrame(done)
      })
    let last = await nextFrame()
    for (let count = 0; count < 240; count += 1) {
      scroller.scrollTop += pixels
      const now = await nextFrame()
      frames.push(now - last)
      last = now
    }
    return frames
  }, pixelsAFrame)
}

const percentile = (values: readonly number[], share: number) =>
  [...values].sort((first, second) => first - second)[Math.floor(values.length * share)]!

const office = await openBenchOffice()
try {
  process.stdout.write(
    `${cpus().length} x ${cpus()[0]!.model}, ${top * (below + 1)} rows x ${generalV2.measures.length} columns, ${top} partners with ${below} below each\n`,
  )
  const context = await office.openContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await page.route('**/api/report/generalV2?*', (route) => route.fulfill({ json: answer() }))
  await page.goto(`${office.address}/reports/general/v2?from=2026-10-01&to=2026-10-31`)
  const openers = page.locator('tbody button.opener[aria-expanded]')
  await openers.first().waitFor()
  for (let index = top - 1; index >= 0; index -= 1)
    if ((await openers.nth(index).getAttribute('aria-expanded')) === 'false') await openers.nth(index).click()
  await page.waitForFunction(
    (rows) => Number(document.querySelector('table[role=treegrid]')?.getAttribute('aria-rowcount')) > rows,
    top * (below + 1),
  )
  const nodes = await page.evaluate(() => document.querySelectorAll('*').length)
  process.stdout.write(
    `nodes in the page, every row open: ${nodes} (at most ${nodesMax}: ${nodes <= nodesMax ? 'kept' : 'MISSED'})\n`,
  )
  for (const [pace, pixels] of [
    ['a row a frame', 34],
    ['a page a frame', 700],
    ['from end to end', Math.ceil((top * (below + 1) * 34) / 240)],
  ] as const) {
    const frames = await scroll(page, pixels)
    const [p50, p95] = [percentile(frames, 0.5), percentile(frames, 0.95)]
    process.stdout.write(
      `scrolling, ${pace}: frames of ${p50.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms (at most ${frameMaxMs}: ${p95 <= frameMaxMs ? 'kept' : 'MISSED'}), longest ${Math.max(...frames).toFixed(0)} ms\n`,
    )
  }
} finally {
  await office.close()
}
