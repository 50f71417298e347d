import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Report } from '#engine/declaration/report.ts'
import { reports } from '#resources/reports/index.ts'
import { openProgramme, type Programme } from './support/programme.ts'
import { ask } from './support/tieOut.ts'

let programme: Programme
beforeAll(async () => {
  programme = await openProgramme()
  await programme.send(
    programme.links.flatMap((link, index) =>
      ['bets', 'games', 'lotto'].flatMap((product, turn) =>
        ['bet', 'win', 'bonus'].map((type, step) => ({
          link,
          type,
          product,
          day: `2030-05-${String(1 + ((index * 5 + turn * 9 + step * 3) % 28)).padStart(2, '0')}`,
          player: `wide-${index}-${turn}`,
          amount: (10 + index * 3.37 + turn * 7.11 - step * 2.5).toFixed(2),
        })),
      ),
    ),
  )
  await programme.send(
    programme.links.flatMap((link, index) =>
      ['click', 'registration', 'deposit'].map((type) => ({
        link,
        type,
        day: `2030-05-${String(1 + ((index * 11) % 28)).padStart(2, '0')}`,
        player: `wide-new-${index}`,
        ...(type === 'deposit' ? { amount: '60.10' } : {}),
      })),
    ),
  )
  await programme.closeDays('2030-05-01', '2030-05-28')
})
afterAll(() => programme.close())

/**
 * Names every link there is, and none: it narrows to nothing, but the wide roll-ups know no link, so that the rows of
 * movement and commission answer.
 */
const everyLink = () => `action=${[...programme.links.map(({ id }) => id), 'none'].join(',')}`
const asked = [
  'affiliateActivity',
  'affiliateDetail',
  'affiliates',
  'dashboard',
  'general',
  'movement',
  'generalV2',
  'lottery',
  'cpa',
] as const
const wideDimensions: readonly string[] = ['affiliate', 'partner', 'level', 'brand', 'product', 'day', 'month']

/**
 * Rows by what they stand for, without what only partners' own earnings have (a report narrowed by product knows none
 * of them), and without rows of these alone.
 */
function comparable(report: Report, rows: readonly Readonly<Record<string, unknown>>[]) {
  const columns = report.measures.filter((column) => !['abatment', 'value', 'reward_value'].includes(column))
  return rows
    .map((row) =>
      Object.fromEntries(Object.entries(row).filter(([name]) => !['abatment', 'value', 'reward_value'].includes(name))),
    )
    .filter((row) => columns.some((column) => Number(row[column] ?? 0) !== 0))
}

test('the wide roll-ups answer what movement and commission answer, whatever is asked', async () => {
  const pick = (records: readonly { id: number }[]) =>
    fc.subarray(
      records.map(({ id }) => id),
      { maxLength: 3 },
    )
  const question = fc.record({
    name: fc.constantFrom(...asked),
    dimensions: fc.shuffledSubarray([...wideDimensions], { minLength: 1, maxLength: 3 }),
    from: fc.integer({ min: 1, max: 28 }),
    length: fc.integer({ min: 0, max: 27 }),
    brand: pick(programme.brands),
    affiliate: pick(programme.affiliates),
    partner: pick(programme.partners),
    level: fc.subarray([1, 2, 3], { maxLength: 2 }),
    product: fc.subarray(['bets', 'games', 'lotto', 'cpa', 'none'], { maxLength: 3 }),
  })
  await fc.assert(
    fc.asyncProperty(question, async ({ name, dimensions, from, length, ...filters }) => {
      const report: Report = reports[name]
      const rows = dimensions.filter((dimension) =>
        ([...report.rows, ...report.openInto] as string[]).includes(dimension),
      )
      const day = (number: number) => `2030-05-${String(number).padStart(2, '0')}`
      const query = [
        `from=${day(from)}`,
        `to=${day(Math.min(28, from + length))}`,
        ...(rows.length > 0 ? [`rows=${rows.join(',')}`] : []),
        ...(rows.length === 0 && report.views.length > 1 ? ['view=list'] : []),
        ...Object.entries(filters)
          .filter(([, ids]) => ids.length > 0)
          .map(([filter, ids]) => `${filter}=${ids.join(',')}`),
      ].join('&')
      const [wide, narrow] = [
        await ask(programme.root, name, query),
        await ask(programme.root, name, `${query}&${everyLink()}`),
      ]
      expect(comparable(report, wide.rows), `${name}?${query}`).toEqual(comparable(report, narrow.rows))
      expect(comparable(report, [wide.total]), `the total of ${name}?${query}`).toEqual(
        comparable(report, [narrow.total]),
      )
    }),
    { numRuns: 100, endOnFailure: true },
  )
}, 120_000)
