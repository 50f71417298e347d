import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { reports } from '#resources/reports/index.ts'
import type { Report } from '#engine/declaration/report.ts'
import type { ReportChange } from '#features/reporting/answers/changes.ts'
import { buildStaff } from '#tests/support/builders.ts'
import type { Client } from '#tests/support/office.ts'
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
const happening = fc.record({
  isDollar: fc.boolean(),
  day: fc.integer({ min: 10, max: 28 }),
  type: fc.constantFrom('bet' as const, 'win' as const, 'bonus' as const),
  product: fc.constantFrom('bets' as const, 'games' as const),
  amount: cents,
})

/** Of an answer, what is additive in a total. */
const money = (total: object, report: Report) =>
  report.measures
    .filter((name) => !/margin|bonus_index/.test(name))
    .map((name) => [name, (total as Record<string, number | null>)[name]] as const)

describe('activity in two currencies', () => {
  test('of one affiliate is two rows, two totals and two entries, never their sum', async () => {
    const { root, links, affiliates } = programme
    const [real, dollar] = [links[0]!, links[5]!]
    await programme.send(
      [real, dollar].map((link) => ({ link, type: 'bet', day: '2030-03-02', product: 'bets', amount: '100.00' })),
    )
    await programme.closeDays('2030-03-02')
    const answer = (
      await root.get(`/api/report/affiliateActivity?${march}&affiliate=${affiliates[0]!.id}&rows=affiliate`)
    ).body
    expect(answer).not.toHaveProperty('total')
    expect(answer.count).toBe(2)
    expect(
      answer.rows.map(({ currency, turnover }: { currency: string; turnover: number }) => [currency, turnover]),
    ).toEqual([
      ['BRL', 100],
      ['USD', 100],
    ])
    expect(answer.totals).toMatchObject([
      { currency: 'BRL', turnover: 100 },
      { currency: 'USD', turnover: 100 },
    ])
    const { body: entries } = await root.get(
      `/api/entry?filter=${encodeURIComponent(JSON.stringify({ affiliate: affiliates[0]!.id }))}`,
    )
    expect(
      entries.map(({ currency, value }: { currency: string; value: number }) => `${currency} ${value}`).toSorted(),
    ).toEqual(['BRL 26.25', 'USD 26.25'])
  })

  test('is one where one is asked for', async () => {
    const { root, brands } = programme
    const answer = await ask(root, 'general', `${march}&brand=${brands[1]!.id}`)
    expect(answer).toMatchObject({ total: { turnover: 100 }, totals: [{ currency: 'USD', turnover: 100 }] })
  })

  test('is sorted by currency by turning its currencies around', async () => {
    const currencies = async (query: string) => {
      const { body } = await programme.root.get(`/api/report/affiliateActivity?${march}&rows=affiliate&${query}`)
      return [body.rows.map(({ currency }: { currency: string }) => currency), body.totals.length, body.count]
    }
    const by = (direction: string) => `sort=${encodeURIComponent(JSON.stringify(['currency', direction]))}`
    expect(await currencies(by('ASC'))).toEqual([['BRL', 'USD'], 2, 2])
    expect(await currencies(by('DESC'))).toEqual([['USD', 'BRL'], 2, 2])
    expect(await currencies(`${by('DESC')}&limit=1&offset=1`)).toEqual([['BRL'], 2, 2])
  })

  test('is nothing in the currency of the brands that are asked for, or of those in sight', async () => {
    const { root, brands } = programme
    const nothing = 'from=2020-03-01&to=2020-03-31'
    const answered = async (client: Client, query: string) => {
      const { body } = await client.get(`/api/report/general?${nothing}${query}`)
      return [body.rows, body.totals.map(({ currency }: { currency: string }) => currency), body.total.turnover]
    }
    expect(await answered(root, '')).toEqual([[], ['BRL'], 0])
    expect(await answered(root, `&brand=${brands[1]!.id}`)).toEqual([[], ['USD'], 0])
    for (const [brand, currency] of [
      [brands[0]!, 'BRL'],
      [brands[1]!, 'USD'],
    ] as const) {
      const staff = await buildStaff(programme.app, root, { company: brand.company, allowedBrands: [brand.id] })
      expect(await answered(staff, '')).toEqual([[], [currency], 0])
    }
  })

  test('keeps its brand in its currency', async () => {
    const { root, brands } = programme
    const { body: brand } = await root.get(`/api/brand/${brands[1]!.id}`)
    expect(
      (await root.put(`/api/brand/${brand.id}`, { currency: 'EUR', version: brand.version })).body.details.currency[0]
        .code,
    ).toBe('currency_is_booked')
  })

  test('whatever it is: each report tells each currency as it tells its brands alone, rows add up to their total, and a window goes through all', async () => {
    const { root, brands } = programme
    await fc.assert(
      fc.asyncProperty(fc.array(happening, { minLength: 1, maxLength: 6 }), async (happenings) => {
        await programme.send(
          happenings.map(({ isDollar, day, ...event }): ActivityEvent => ({
            link: programme.links[isDollar ? 5 : 0]!,
            day: `2030-03-${day}`,
            ...event,
          })),
        )
        await programme.closeDays('2030-03-10', '2030-03-28')
        for (const report of declared.filter(({ filters }) => filters.includes('brand'))) {
          const { body: whole } = await root.get(
            `/api/report/${report.name}?${march}${report.views.length > 1 ? '&view=list' : ''}`,
          )
          for (const [currency, ids] of [
            ['BRL', [brands[0]!.id, brands[2]!.id]],
            ['USD', [brands[1]!.id]],
          ] as const) {
            const total = whole.totals.find((each: { currency: string }) => each.currency === currency)
            const rows = whole.rows.filter((row: { currency: string }) => row.currency === currency)
            if (!total) {
              expect(rows).toEqual([])
              continue
            }
            for (const [name, value] of money(total, report))
              if (value !== null && value !== undefined)
                expect(sumOf(rows, name), `${report.name} ${name} ${currency}`).toBe(value)
            const alone = await ask(root, report.name, `${march}&brand=${ids.join(',')}`)
            for (const [name, value] of money(alone.total, report))
              if (value !== null) expect([name, total[name]], `${report.name} ${currency}`).toEqual([name, value])
          }
          const { body: part } = await root.get(
            `/api/report/${report.name}?${march}&limit=3&offset=${Math.max(0, whole.count - 2)}`,
          )
          if (report.views[0] === 'list') expect([part.count, part.rows]).toEqual([whole.count, whole.rows.slice(-2)])
          expect(part.totals).toEqual(whole.totals)
        }
      }),
      { numRuns: 2 },
    )
  }, 60_000)
})

describe('a report in one currency of several', () => {
  const rate = { from: 'USD', to: 'BRL', day: '2030-03-01', rate: 5.1234567, source: 'Central bank' }

  test('is refused without a rate, and loads rates one by one, together and by file, by root alone', async () => {
    const { root, brands } = programme
    expect((await root.get(`/api/report/general?${march}&currency=BRL`)).body).toMatchObject({
      code: 'rate_missing',
      values: { from: 'USD', to: 'BRL', day: '2030-03-02' },
    })
    const staff = await buildStaff(programme.app, root, {
      company: brands[0]!.company,
      allowedBrands: [brands[0]!.id],
      roles: ['financial'],
    })
    expect([(await staff.post('/api/rate', rate)).status, (await staff.get('/api/rate')).body]).toEqual([403, []])
    expect((await root.post('/api/rate', { ...rate, rate: 9 })).body).toEqual({ rates: [{ ...rate, rate: 9 }] })
    expect((await root.post('/api/rate', { rates: [rate] })).status).toBe(200)
    expect(
      (
        await root.post('/api/rate', {
          file: 'Day;source;to;from;Rate\n2030-03-15;Central bank;BRL;USD;5,2\n2030-04-15;Central bank;BRL;USD;9',
        })
      ).status,
    ).toBe(200)
    expect((await root.get('/api/rate?from=2030-03-01&to=2030-03-31')).body).toEqual([
      rate,
      { ...rate, day: '2030-03-15', rate: 5.2 },
    ])
    expect((await staff.get('/api/rate?to=2030-03-01')).body).toEqual([rate])
  })

  test.each([
    ['rate', { rate: 0 }, 'invalid_type'],
    ['to', { to: 'USD' }, 'rate_of_itself'],
    ['from', { from: 'XXX' }, 'invalid_choice'],
    ['day', { day: '2030-02-30' }, 'invalid_date'],
    ['source', { source: '' }, 'required'],
    ['source', { source: 'a\0b' }, 'unstorable_characters'],
    ['source', { source: '\ud800' }, 'unstorable_characters'],
    ['more', { more: 1 }, 'unknown_property'],
  ])('takes no rate whose %s is wrong', async (field, wrong, code) => {
    const { status, body } = await programme.root.post('/api/rate', { ...rate, ...wrong })
    expect([status, body.details[field][0].code]).toEqual([400, code])
  })

  test('has one total and says by which rates: each amount by the last one up to its day', async () => {
    const { root, affiliates } = programme
    const { body } = await root.get(
      `/api/report/affiliateActivity?from=2030-03-02&to=2030-03-02&affiliate=${affiliates[0]!.id}&rows=affiliate&currency=BRL`,
    )
    expect(body).toMatchObject({
      count: 1,
      total: { turnover: 612.35 },
      totals: [{ currency: 'BRL', turnover: 612.35 }],
      rates: [rate],
    })
    expect(body.rows).toMatchObject([{ currency: 'BRL', turnover: 612.35 }])
    const { body: month } = await root.get(`/api/report/general?${march}&currency=BRL`)
    expect(month.rates).toEqual([rate, { ...rate, day: '2030-03-15', rate: 5.2 }])
    expect((await root.get(`/api/report/general?${march}&currency=USD`)).body.code).toBe('rate_missing')
    expect((await root.get(`/api/report/general?${march}&currency=XXX`)).status).toBe(400)
  })

  test('needs rates for what it is narrowed to, and names no others', async () => {
    const { root, brands, affiliates } = programme
    for (const narrowed of [
      `general?brand=${brands[1]!.id}`,
      `affiliateActivity?affiliate=${affiliates[0]!.id}&brand=${brands[1]!.id}`,
      `movement?campaign=${programme.links[5]!.campaign}`,
      `paymentByAffiliate?brand=${brands[1]!.id}`,
    ]) {
      const { body } = await root.get(`/api/report/${narrowed}&${march}&currency=USD`)
      expect([narrowed, body.rates, body.totals?.length], JSON.stringify(body)).toEqual([narrowed, [], 1])
      expect(body.totals[0].currency).toBe('USD')
    }
  })

  test('adds up to its total in every report, and agrees to the cent with every other', async () => {
    const { root } = programme
    const turnovers = new Set<number>()
    for (const report of declared.filter(({ source }) => source !== 'cohorts')) {
      const { status, body } = await root.get(
        `/api/report/${report.name}?${march}&currency=BRL${report.views.length > 1 ? '&view=list' : ''}`,
      )
      expect([report.name, status]).toEqual([report.name, 200])
      for (const [name, value] of money(body.total, report))
        if (value !== null && value !== undefined) expect(sumOf(body.rows, name), `${report.name} ${name}`).toBe(value)
      if (!report.products && body.total.turnover !== undefined) turnovers.add(body.total.turnover)
    }
    expect(turnovers.size).toBe(1)
  })
})

test('what comes late in one currency is the cause of figures in that one alone', async () => {
  const { root, links } = programme
  const asked = await root.get(`/api/report/affiliateActivity?${march}`)
  for (const link of [links[0]!, links[5]!])
    await programme.send([{ link, type: 'bet', day: '2030-03-02', product: 'bets', amount: '7.00' }])
  await programme.closeDays('2030-03-02')
  const since = encodeURIComponent(String(asked.headers['known-at']))
  const { body } = await root.get(`/api/report/affiliateActivity/changes?${march}&since=${since}`)
  const named = new Map<string, Set<string>>()
  for (const { currency, refs } of body.changes as ReportChange[])
    named.set(currency, new Set([...(named.get(currency) ?? []), ...refs.map(({ id }) => id)]))
  const [real, dollar] = [[...named.get('BRL')!], [...named.get('USD')!]]
  expect([named.size, real.length, dollar.length, real[0] === dollar[0]]).toEqual([2, 1, 1, false])
})
