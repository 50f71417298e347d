import { mkdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Environment } from '#engine/server/environment.ts'
import { type FeedReport, refusalsAsCsv, refusedCount } from '#features/activity/server/feed/feedReport.ts'
import { importFeed } from '#features/activity/server/feed/importFeed.ts'
import { FeedError } from '#features/activity/server/feed/feedError.ts'
import { type Product, products } from '#rules/activity/measures.ts'
import { systemActor } from '#engine/declaration/actor.ts'
import { withCommandDatabase } from './support/commandDatabase.ts'
import { readOptions } from './support/readOptions.ts'
import { runCommand, UsageError } from './support/runCommand.ts'

const usage = `npm run import -- FILE --brand SLUG [--create-missing] [--company NAME] [--profile NAME] [--product bets|games|lotto] [--dry-run]

  FILE              a feed file: CSV (.csv, .csv.gz) or a workbook (.xlsx)
  --brand           the slug of the brand it is of
  --create-missing  make the brand, campaign, affiliates and links it names and nobody has made
  --company         the company of a brand that is made; the first one where absent
  --profile         the reward profile for affiliates that have none, from the beginning of time
  --product         of daily totals that name none; bets where absent
  --dry-run         write nothing, say what would happen`
const linesShown = 20
const progressMs = 1_000

interface Asked {
  readonly path: string
  readonly brandSlug: string
  readonly createMissing: boolean
  readonly company: string | undefined
  readonly profile: string | undefined
  readonly product: Product | undefined
  readonly dryRun: boolean
}

function readArguments(): Asked {
  const options = {
    brand: { type: 'string' },
    company: { type: 'string' },
    profile: { type: 'string' },
    product: { type: 'string' },
    'create-missing': { type: 'boolean' },
    'dry-run': { type: 'boolean' },
  } as const
  const { values, positionals } = readOptions({ options, allowPositionals: true, usage })
  const [path] = positionals
  if (!path || positionals.length > 1) throw new UsageError(`Name one feed file.\n\n${usage}`)
  const product = products.find((each) => each === values.product)
  if (values.product !== undefined && !product) throw new UsageError(`--product is one of ${products.join(', ')}.`)
  if (!values.brand) throw new UsageError(`Name the brand: --brand SLUG.\n\n${usage}`)
  return {
    path,
    brandSlug: values.brand,
    createMissing: values['create-missing'] ?? false,
    company: values.company,
    profile: values.profile,
    product,
    dryRun: values['dry-run'] ?? false,
  }
}

/** A line about once a second: enough to see that it goes on. */
function progressPrinter(): (report: FeedReport) => void {
  let shownAt = Date.now()
  return ({ rows, accepted, duplicates, reasons }) => {
    if (Date.now() - shownAt < progressMs) return
    shownAt = Date.now()
    process.stderr.write(
      `${rows} rows: ${accepted} new, ${duplicates} known already, ${refusedCount({ reasons })} refused\n`,
    )
  }
}

async function main(): Promise<void> {
  const asked = readArguments()
  await withCommandDatabase(async ({ database, environment }) => {
    const startedAt = performance.now()
    const report = await importFeed({
      ...asked,
      database,
      actor: systemActor('import'),
      zone: environment.businessTimeZone,
      now: database.clock.now,
      onProgress: progressPrinter(),
    }).catch((error: unknown) => {
      throw error instanceof FeedError ? new UsageError(error.message) : error
    })
    process.stdout.write(`${summary(asked, report, (performance.now() - startedAt) / 1000)}\n`)
    if (report.refused.length > 0) await showRefused(asked, report, environment)
  })
}

function summary({ path, dryRun, brandSlug }: Asked, report: FeedReport, seconds: number): string {
  const { rows, accepted, duplicates, unattributed, ignoredColumns, kit, control, made } = report
  const list = (names: readonly string[]) =>
    names.length > 8 ? `${names.slice(0, 8).join(', ')}, …` : names.join(', ')
  return [
    `${basename(path)}${dryRun ? ' (dry run: nothing was written)' : ''}`,
    `  rows                 ${rows}`,
    ...(kit === null ? [] : [`  daily totals, as      ${kit}`]),
    `  ${kit === null ? 'new events           ' : 'new or restated      '}${accepted}${unattributed === 0 ? '' : `, of them unattributed ${unattributed}`}`,
    `  known already        ${duplicates}`,
    `  refused              ${refusedCount(report)}`,
    ...(ignoredColumns.length > 0 ? [`  columns left out     ${list(ignoredColumns)}`] : []),
    ...(made.brand ? [`  ${dryRun ? 'would make brand     ' : 'made brand           '}${brandSlug}`] : []),
    ...(made.affiliates.length > 0
      ? [
          `  ${dryRun ? 'would make affiliates' : 'made affiliates      '}${dryRun ? ' ' : ''}${made.affiliates.length}: ${list(made.affiliates)}`,
        ]
      : []),
    ...(made.actions.length > 0
      ? [`  ${dryRun ? 'would make links     ' : 'made links           '}${made.actions.length}: ${list(made.actions)}`]
      : []),
    ...(control.length > 0 ? ['  month    measure        theirs             ours               difference'] : []),
    ...control.map(({ month, measure, theirs, ours, difference }) =>
      [`  ${month}`, measure.padEnd(13), theirs.padEnd(17), ours.padEnd(17), difference].join('  '),
    ),
    `  seconds              ${seconds.toFixed(1)}`,
  ].join('\n')
}

/** Not everything asked was done: says what was left out, in full in a file, and ends with 1. */
async function showRefused(
  { path, dryRun }: Asked,
  { refused, reasons }: FeedReport,
  { dataDir }: Environment,
): Promise<void> {
  for (const { line, code, eventId } of refused.slice(0, linesShown))
    process.stderr.write(`line ${line}: ${code}${eventId === '' ? '' : ` (${eventId})`}\n`)
  const count = refusedCount({ reasons })
  if (count > linesShown) process.stderr.write(`… and ${count - linesShown} more\n`)
  if (!dryRun) {
    const folder = join(dataDir, 'imports')
    await mkdir(folder, { recursive: true })
    const file = join(folder, `${basename(path)}.${new Date().toISOString().replaceAll(/[:.]/g, '-')}.refused.csv`)
    await writeFile(file, refusalsAsCsv(refused))
    process.stderr.write(
      `${count > refused.length ? `The first ${refused.length}` : 'All'} refused lines are in ${file}. Mend them and import the file again; what is known already is not counted twice.\n`,
    )
  }
  process.exitCode = 1
}

runCommand(main)
