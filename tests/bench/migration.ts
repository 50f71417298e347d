/**
 * A whole programme moved in by each migration kit: 5,000 affiliates with 36 months of daily totals, made with their
 * links by the import itself. Stops where a month differs from what the file states, a second run changes anything, or
 * the bound is missed.
 * npm run bench -- migration [--kit NAME] [--affiliates N] [--months N] [--days N: a month with activity, each
 * affiliate; 30 are all]
 */
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { readOptionsOrEnd } from '#cli/support/readOptions.ts'
import { systemActor } from '#engine/declaration/actor.ts'
import { importFeed } from '#features/activity/server/feed/importFeed.ts'
import { type MigrationKit, migrationKits } from '#rules/activity/migrationKits.ts'
import { startBenchDatabase } from './ingestSupport.ts'

const { values: asked } = readOptionsOrEnd({
  options: {
    kit: { type: 'string' },
    affiliates: { type: 'string' },
    months: { type: 'string' },
    days: { type: 'string' },
  },
})
const affiliates = Number(asked.affiliates ?? 5_000)
const months = Number(asked.months ?? 36)
const daysAMonth = Number(asked.days ?? 10)
const boundSeconds = 600
const rows = affiliates * months * daysAMonth
const kits = migrationKits.filter(({ name }) => asked.kit === undefined || name === asked.kit)
const folder = mkdtempSync(join(tmpdir(), 'affiliate-bench-migration-'))
const bench = await startBenchDatabase()
try {
  process.stdout.write(
    `${affiliates} affiliates, ${months} months, ${daysAMonth} days a month: ${rows.toLocaleString('en')} rows\n`,
  )
  for (const kit of kits) await move(kit)
} finally {
  await bench.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** What a column of a kit's file says of an affiliate's day. */
function valueOf(target: string, affiliate: number, day: string): string {
  if (target === 'day') return day
  if (target === 'affiliate') return `a${affiliate}`
  if (target === 'link') return `a${affiliate}-x`
  if (target === 'product') return 'casino'
  if (target === 'currency') return 'BRL'
  const seed = (affiliate % 97) + Number(day.slice(-2))
  const turnover = seed * 100 + 0.25
  const sums: Readonly<Record<string, number>> = {
    turnover,
    payout: turnover - seed,
    ggr: seed,
    bonus: 1,
    chargebacks: 1,
    ngr: seed - 2,
    deposits: seed + 0.5,
    withdrawals: seed - 0.5,
  }
  return target in sums ? sums[target]!.toFixed(2) : String(seed)
}

/** A kit's export, sorted by day as systems write it. */
function* linesOf({ columns }: MigrationKit): Generator<string> {
  const named = Object.entries(columns).filter(([target]) => !target.includes('.'))
  yield `${named.map(([, names]) => names[0]!).join(';')}\r\n`
  for (let month = 0; month < months; month += 1)
    for (let place = 0; place < daysAMonth; place += 1) {
      const date = 1 + Math.floor((place * 28) / Math.min(daysAMonth, 28))
      const day = new Date(Date.UTC(2023, 10 + month, date)).toISOString().slice(0, 10)
      let lines = ''
      for (let affiliate = 0; affiliate < affiliates; affiliate += 1)
        lines += `${named.map(([target]) => valueOf(target, affiliate, day)).join(';')}\r\n`
      yield lines
    }
}

async function move(kit: MigrationKit): Promise<void> {
  const path = join(folder, `${kit.name}.csv`)
  await pipeline(Readable.from(linesOf(kit)), createWriteStream(path))
  const run = async () => {
    const begun = performance.now()
    const report = await importFeed({
      database: bench.database,
      path,
      brandSlug: `bench-${kit.name.toLowerCase()}`,
      actor: systemActor('import'),
      zone: 'America/Sao_Paulo',
      now: () => new Date('2026-11-20T12:00:00Z'),
      createMissing: true,
    })
    return { report, seconds: (performance.now() - begun) / 1000 }
  }
  const first = await run()
  const again = await run()
  rmSync(path)
  const { report, seconds } = first
  const differing = report.control.filter(({ difference, theirs }) => Number(difference) !== 0 || Number(theirs) <= 0)
  process.stdout.write(
    `${kit.name}: ${seconds.toFixed(1)} s (${Math.round(rows / seconds).toLocaleString('en')} rows a second), again ${again.seconds.toFixed(1)} s; ` +
      `${report.made.affiliates.length} affiliates and ${report.made.actions.length} links made, ` +
      `${report.control.length} monthly totals, ${differing.length} differ, ${again.report.accepted} changed by the second run\n`,
  )
  const problems = [
    ...(report.kit === kit.name ? [] : [`read as ${report.kit}`]),
    ...(report.rows === rows && report.accepted === rows ? [] : [`${report.accepted} of ${rows} rows taken`]),
    ...(report.control.length === 8 * months && differing.length === 0 ? [] : ['months differ']),
    ...(again.report.accepted === 0 && again.report.duplicates === rows ? [] : ['the second run changed something']),
    ...(JSON.stringify(again.report.control) === JSON.stringify(report.control) ? [] : ['the months changed']),
    ...(seconds < boundSeconds ? [] : [`over ${boundSeconds} s`]),
  ]
  if (problems.length === 0) return
  process.stderr.write(`${kit.name}: ${problems.join('; ')}\n`)
  process.exitCode = 1
}
