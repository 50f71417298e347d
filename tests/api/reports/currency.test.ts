import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { reports } from '../../../resources/reports/index.ts'
import type { Report } from '../../../src/config/report.ts'
import { type ActivityEvent, openProgramme, type Programme } from './support/programme.ts'
import { ask, sumOf } from './support/tieOut.ts'

let programme: Programme
beforeAll(async () => {
  programme = await openProgramme()
  const { root, brands } = programme
  const changed = await root.put(`/api/brand/${brands[1]!.id}`, { currency: 'USD', version: brands[1]!.version })
  expect(changed.status).toBe(200)
})
afterAll(() => programme.close())

const march = 'from=2030-03-01&to=2030-03-31'
const declared = Object.values(reports as Readonly<Record<string, Report>>)
const cents = fc.integer({ min: 1, max: 100_000 }).map((amount) => (amount / 100).toFixed(2))
const happening = fc.record({ isDollar: fc.boolean(), day: fc.integer({ min: 10, max: 28 }), type: fc.constantFrom('bet' as const, 'win' as const, 'bonus' as const), product: fc.constantFrom('bets' as const, 'games' as const), amount: cents })

/** Of an answer, what is additive in a total. */
const money = (total: object, report: Report) => report.measures.filter((name) => !/margin|bonus_index/.test(name)).map((name) => [name, (total as Record<string, number | null>)[name]] as const)

describe('activity in two currencies', () => {
  test('of one affiliate is two rows, two totals and two entries, never their sum', async () => {
    const { root, links, affiliates } = programme
    const [real, dollar] = [links[0]!, links[5]!]
    await programme.send([real, dollar].map((link) => ({ link, type: 'bet', day: '2030-03-02', product: 'bets', amount: '100.00' })))
    await programme.closeDays('2030-03-02')
    const answer = (await root.get(`/api/report/affiliateActivity?${march}&affiliate=${affiliates[0]!.id}&rows=affiliate`)).body
    expect(answer).not.toHaveProperty('total')
    expect(answer.count).toBe(2)
    expect(answer.rows.map(({ currency, turnover }: { currency: string; turnover: number }) => [currency, turnover])).toEqual([['BRL', 100], ['USD', 100]])
    expect(answer.totals).toMatchObject([{ currency: 'BRL', turnover: 100 }, { currency: 'USD', turnover: 100 }])
    const { body: entries } = await root.get(`/api/entry?filter=${encodeURIComponent(JSON.stringify({ affiliate: affiliates[0]!.id }))}`)
    expect(entries.map(({ currency, value }: { currency: string; value: number }) => `${currency} ${value}`).toSorted()).toEqual(['BRL 26.25', 'USD 26.25'])
  })

  test('is one where one is asked for', async () => {
    const { root, brands } = programme
    const answer = await ask(root, 'general', `${march}&brand=${brands[1]!.id}`)
    expect(answer).toMatchObject({ total: { turnover: 100 }, totals: [{ currency: 'USD', turnover: 100 }] })
  })

  test('keeps its brand in its currency', async () => {
    const { root, brands } = programme
    const { body: brand } = await root.get(`/api/brand/${brands[1]!.id}`)
    expect((await root.put(`/api/brand/${brand.id}`, { currency: 'EUR', version: brand.version })).body.details.currency[0].code).toBe('currency_is_booked')
  })

  test('whatever it is: each report tells each currency as it tells its brands alone, rows add up to their total, and a window goes through all', async () => {
    const { root, brands } = programme
    await fc.assert(fc.asyncProperty(fc.array(happening, { minLength: 1, maxLength: 8 }), async (happenings) => {
      await programme.send(happenings.map(({ isDollar, day, ...event }): ActivityEvent => ({ link: programme.links[isDollar ? 5 : 0]!, day: `2030-03-${day}`, ...event })))
      await programme.closeDays('2030-03-10', '2030-03-28')
      for (const report of declared.filter(({ filters }) => filters.includes('brand'))) {
        const { body: whole } = await root.get(`/api/report/${report.name}?${march}${report.views.length > 1 ? '&view=list' : ''}`)
        for (const [currency, ids] of [['BRL', [brands[0]!.id, brands[2]!.id]], ['USD', [brands[1]!.id]]] as const) {
          const total = whole.totals.find((each: { currency: string }) => each.currency === currency)
          const rows = whole.rows.filter((row: { currency: string }) => row.currency === currency)
          if (!total) {
            expect(rows).toEqual([])
            continue
          }
          for (const [name, value] of money(total, report)) if (value !== null && value !== undefined) expect(sumOf(rows, name), `${report.name} ${name} ${currency}`).toBe(value)
          // An entry names no brand, and what partners earn belongs to none: of these the filter says something else.
          if (report.source === 'entries') continue
          const alone = await ask(root, report.name, `${march}&brand=${ids.join(',')}`)
          for (const [name, value] of money(alone.total, report)) if (value !== null) expect([name, total[name]], `${report.name} ${currency}`).toEqual([name, value])
        }
        const { body: part } = await root.get(`/api/report/${report.name}?${march}&limit=3&offset=${Math.max(0, whole.count - 2)}`)
        if (report.views[0] === 'list') expect([part.count, part.rows]).toEqual([whole.count, whole.rows.slice(-2)])
        expect(part.totals).toEqual(whole.totals)
      }
    }), { numRuns: 3 })
  }, 60_000)
})
