/**
 * A workbook of 100,000 records from a list, made in the browser's worker: how long the main thread is blocked at most, whether progress is shown, and whether it can be stopped on the way.
 * Run alone on a quiet machine: node tests/bench/workbook.ts [--rows N]
 */
import { statSync } from 'node:fs'
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { resourcePages } from '../../locales/pt/resourcePages.ts'
import { openBenchOffice } from './pagesSupport.ts'

const { values: asked } = parseArgs({ options: { rows: { type: 'string' } } })
const rows = Number(asked.rows ?? 100_000)
const blockedMaxMs = 100
const texts = resourcePages.export

/** Notes from now on every task that blocks the main thread for more than 50 ms, and how many sayings of progress there were. */
async function watch(page: Page): Promise<() => Promise<{ longest: number; progress: number }>> {
  await page.evaluate(() => {
    const seen = { longest: 0, progress: new Set<string>() }
    Object.assign(window, { benchSeen: seen })
    new PerformanceObserver((list) => list.getEntries().forEach(({ duration }) => { seen.longest = Math.max(seen.longest, duration) })).observe({ type: 'longtask' })
    new MutationObserver(() => {
      const bar = document.querySelector('[role=dialog] .MuiLinearProgress-root')
      if (bar) seen.progress.add(bar.parentElement?.textContent ?? '')
    }).observe(document.body, { childList: true, subtree: true, characterData: true, attributes: true })
  })
  return () => page.evaluate(() => {
    const { longest, progress } = (window as unknown as { benchSeen: { longest: number; progress: Set<string> } }).benchSeen
    return { longest, progress: progress.size }
  })
}

const office = await openBenchOffice()
try {
  await sql`insert into affiliate (name, token, payment_type, email, created_at) select 'Affiliate ' || n, 'af-bench-' || n, 'manual', 'affiliate' || n || '@bench.example', now() from generate_series(1, ${rows}::integer) n`.execute(office.db)
  await sql`analyze affiliate`.execute(office.db)
  const context = await office.openContext({ viewport: { width: 1440, height: 900 }, acceptDownloads: true, locale: 'pt-BR' })
  const page = await context.newPage()
  await page.goto(`${office.address}/registers/affiliate/list`)
  await page.getByRole('row').nth(1).waitFor()
  await page.getByRole('button', { name: texts.title }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  const seen = await watch(page)

  const stoppedAt = performance.now()
  await dialog.getByRole('button', { name: texts.start }).click()
  await dialog.getByRole('progressbar').first().waitFor()
  await dialog.getByRole('button', { name: texts.cancel }).click()
  await dialog.getByRole('progressbar').first().waitFor({ state: 'detached' })
  process.stdout.write(`${cpus().length} x ${cpus()[0]!.model}\nstopped on the way: ${Math.round(performance.now() - stoppedAt)} ms from start to stopped\n`)

  if (!await dialog.isVisible()) await page.getByRole('button', { name: texts.title }).first().click()
  const begun = performance.now()
  const [download] = await Promise.all([page.waitForEvent('download', { timeout: 180_000 }), dialog.getByRole('button', { name: texts.start }).click()])
  const path = await download.path()
  const { longest, progress } = await seen()
  process.stdout.write(`${rows} records in a workbook: ${((performance.now() - begun) / 1000).toFixed(1)} s, ${(statSync(path).size / 1e6).toFixed(1)} MB, ${progress} sayings of progress\n` +
    `main thread blocked for at most ${longest < 50 ? 'less than 50' : longest.toFixed(0)} ms (at most ${blockedMaxMs}: ${longest <= blockedMaxMs ? 'kept' : 'MISSED'})\n`)
} finally {
  await office.close()
}
