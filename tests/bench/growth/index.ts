/**
 * How cost grows: one office at a time, each larger than the first in one thing alone (events x 10 and x 100, affiliates
 * x 10, brands x 100, who ask at once x 50). Prints a table; with `--write` it puts the table into docs/scaling.md and
 * draws docs/growth.svg. Processor time is what is compared: it is the same on a busy machine.
 * `npm run bench -- growth [--write] [--only events|affiliates|brands|users]`. Linux alone tells processor time so.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { readOptionsOrEnd } from '#cli/support/readOptions.ts'
import { measure, type Cost, costNames } from './measure.ts'
import type { Size } from './office.ts'
import { drawGrowth } from './plot.ts'

const { values: asked } = readOptionsOrEnd({ options: { write: { type: 'boolean' }, only: { type: 'string' } } })
const first: Size = { events: 20_000, affiliates: 1_000, brands: 1, users: 1 }
const growth: readonly (readonly [keyof Size, number])[] = [
  ['events', 10],
  ['events', 100],
  ['affiliates', 10],
  ['brands', 100],
  ['users', 50],
]

const rows: { readonly name: string; readonly cost: Cost }[] = []
// What runs for the first time is read and compiled: that counts for nothing.
await measure({ ...first, events: first.events / 4 })
await add('first', first)
for (const [what, times] of growth)
  if (asked.only === undefined || asked.only === what)
    await add(`${what} x ${times}`, { ...first, [what]: first[what] * times })
const table = [
  `${cpus().length} x ${cpus()[0]!.model}, ${first.events} events of ${first.affiliates} affiliates of one brand in a month, one who asks; then`,
  '',
  `| | ${costNames.map(([, title]) => title).join(' | ')} |`,
  `|---|${costNames.map(() => '---|').join('')}`,
  ...rows.map(({ name, cost }) => `| ${name} | ${costNames.map(([key]) => shown(cost[key])).join(' | ')} |`),
].join('\n')
process.stdout.write(`${table}\n`)
if (asked.write) {
  const docs = join(import.meta.dirname, '../../../docs')
  const file = join(docs, 'scaling.md')
  const [before, after] = ['<!-- growth: begin -->', '<!-- growth: end -->']
  const text = readFileSync(file, 'utf8')
  const [start, end] = [text.indexOf(before) + before.length, text.indexOf(after)]
  if (end < start) throw new Error(`docs/scaling.md has no place for the table (${before} and ${after}).`)
  writeFileSync(file, `${text.slice(0, start)}\n${table}\n${text.slice(end)}`)
  writeFileSync(join(docs, 'growth.svg'), drawGrowth(rows))
}

async function add(name: string, size: Size): Promise<void> {
  process.stderr.write(`${name} …\n`)
  rows.push({ name, cost: await measure(size) })
}

/** Three digits that say something. */
function shown(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(3)
}
