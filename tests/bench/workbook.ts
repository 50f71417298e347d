/**
 * Workbooks of 100,000 rows made in the browser's worker, from a list that the server streams and from a report of 15
 * columns that is on the page: how long the main thread is blocked at most, whether progress is shown, and whether it
 * can be stopped on the way.
 * Run alone on a quiet machine: node tests/bench/workbook.ts [--rows N]
 */
import { statSync } from 'node:fs'
import { cpus } from 'node:os'
import { readOptionsOrEnd } from '#cli/support/readOptions.ts'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { affiliateActivity } from '#resources/reports/affiliateActivity.ts'
import { resourcePages } from '#locales/pt/resourcePages.ts'
import { openBenchOffice } from './pagesSupport.ts'

const { values: asked } = readOptionsOrEnd({ options: { rows: { type: 'string' } } })
const rows = Number(asked.rows ?? 100_000)
const blockedMaxMs = 100
const texts = resourcePages.export

/**
 * Notes from now on every task that blocks the main thread for more than 50 ms, and how many sayings of progress there
 * were.
 */
async function watch(page: Page): Promise<() => Promise<{ longest: number; progress: number }>> {
  await page.evaluate(() => {
    const seen = { longest: 0, progress: new Set<string>() }
    Object.assign(window, { benchSeen: seen })
    new PerformanceObserver((list) =>
      list.getEntries().forEach(({ duration }) => {
        seen.longest = Math.max(seen.longest, duration)
      }),
    ).observe({ type: 'longtask' })
    new MutationObserver(() => {
      const bar = document.querySelector('[role=dialog] .MuiLinearProgress-root')
      if (bar) seen.progress.add(bar.parentElement?.textContent ?? '')
    }).observe(document.body, { childList: true, subtree: true, characterData: true, attributes: true })
  })
  return () =>
    page.evaluate(() => {
      const { longest, progress } = (window as unknown as { benchSeen: { longest: number; progress: Set<string> } })
        .benchSeen
      return { longest, progress: progress.size }
    })
}

const begin = { list: texts.start, report: texts.xlsx } as const

/** Exports from the page that is shown: stopped on the way, then to the end. */
async function exportAll(page: Page, way: keyof typeof begin): Promise<void> {
  const open = page.getByRole('button', { name: texts.title }).first()
  await open.click()
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  const start = dialog.getByRole('button', { name: begin[way], exact: true })
  const seen = await watch(page)

  const stoppedAt = performance.now()
  await start.click()
  await dialog.getByRole('progressbar').first().waitFor()
  await dialog.getByRole('button', { name: texts.cancel }).click()
  await dialog.getByRole('progressbar').first().waitFor({ state: 'detached' })
  process.stdout.write(
    `${way}, stopped on the way: ${Math.round(performance.now() - stoppedAt)} ms from start to stopped\n`,
  )

  if (!(await dialog.isVisible())) await open.click()
  const begun = performance.now()
  const [download] = await Promise.all([page.waitForEvent('download', { timeout: 180_000 }), start.click()])
  const path = await download.path()
  const { longest, progress } = await seen()
  process.stdout.write(
    `${way}, ${rows} rows in a workbook: ${((performance.now() - begun) / 1000).toFixed(1)} s, ${(statSync(path).size / 1e6).toFixed(1)} MB, ${progress} sayings of progress\n` +
      `main thread blocked for at most ${longest < 50 ? 'less than 50' : longest.toFixed(0)} ms (at most ${blockedMaxMs}: ${longest <= blockedMaxMs ? 'kept' : 'MISSED'})\n`,
  )
}

/** A report's answer as the server gives it, all rows at one depth. */
function reportAnswer(): object {
  const row = (affiliate: number) => ({
    affiliate,
    affiliate_name: `Affiliate ${affiliate}`,
    affiliate_token: `af-${affiliate}`,
    ...Object.fromEntries(
      affiliateActivity.measures.map((measure, index) => [
        measure,
        ((affiliate * 7919 + index * 104_729) % 9_999_999) / 100,
      ]),
    ),
  })
  return {
    from: '2026-10-01',
    to: '2026-10-31',
    zone: 'UTC',
    total: row(0),
    rows: Array.from({ length: rows }, (_, index) => row(index + 1)),
    upTo: '2026-10-31T23:00:00.000Z',
  }
}

/** All columns but the first 14 measures are hidden: 15 with the name. */
const hiddenColumns = affiliateActivity.measures.slice(14).join()

const office = await openBenchOffice()
try {
  process.stdout.write(`${cpus().length} x ${cpus()[0]!.model}\n`)
  await sql`insert into affiliate (name, token, payment_type, email, created_at) select 'Affiliate ' || n,
    'af-bench-' || n, 'manual', 'affiliate' || n || '@bench.example', now()
    from generate_series(1, ${rows}::integer) n`.execute(office.db)
  await sql`analyze affiliate`.execute(office.db)
  const context = await office.openContext({
    viewport: { width: 1440, height: 900 },
    acceptDownloads: true,
    locale: 'pt-BR',
  })
  const page = await context.newPage()
  await page.goto(`${office.address}/registers/affiliate/list`)
  await page.getByRole('row').nth(1).waitFor()
  await exportAll(page, 'list')

  const answer = JSON.stringify(reportAnswer())
  await page.route('**/api/report/affiliateActivity?*', (route) =>
    route.fulfill({ contentType: 'application/json', body: answer }),
  )
  await page.goto(`${office.address}/reports/affiliate/activity?from=2026-10-01&to=2026-10-31&hide=${hiddenColumns}`)
  await page.locator('tbody th').nth(1).waitFor({ timeout: 120_000 })
  await exportAll(page, 'report')
} finally {
  await office.close()
}
