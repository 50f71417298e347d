import { expect, it } from 'vitest'
import { measures } from '#resources/measures.ts'
import { reports } from '#resources/reports/index.ts'
import type { Report } from '#engine/declaration/report.ts'

it('a total is the sum of its rows, but for ratios, which are made again from the sums', () => {
  expect(
    Object.entries(measures)
      .filter(([, { unit }]) => unit === 'ratio')
      .map(([name]) => name),
  ).toEqual(['margin', 'bonus_index'])
})

it('what exists for one product alone is what events of a product add up to, and what follows from that', () => {
  const byProduct = Object.entries(measures)
    .filter(([, measure]) => 'byProduct' in measure && measure.byProduct)
    .map(([name]) => name)
  expect(byProduct.toSorted()).toEqual([
    'admin_fee',
    'bet_count',
    'bonus',
    'bonus_index',
    'chargebacks',
    'ggr',
    'margin',
    'ngr',
    'payout',
    'reward',
    'turnover',
  ])
  const asked = Object.values(reports as Record<string, Report>).flatMap((report) => report.measures)
  expect(
    asked.filter((name) => /^(bets|games|lotto)_/.test(name) && !byProduct.includes(name.replace(/^[a-z]+_/, ''))),
  ).toEqual([])
})
