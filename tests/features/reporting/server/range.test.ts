import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { reports } from '#resources/reports/index.ts'
import { dayAfter, longestRanges } from '#tests/support/longestRanges.ts'
import { openOffice, type Office } from '#tests/support/office.ts'

let office: Office
beforeAll(async () => {
  office = await openOffice({ now: () => new Date('2030-03-01T09:00:00Z') })
})
afterAll(() => office.close())

const ask = (name: string, query: string) => office.root.get(`/api/report/${name}?${query}`)

describe('the range of a report', () => {
  test.each(longestRanges)('may go from %s to %s, and not a day further', async (from, to) => {
    for (const name of Object.keys(reports).filter((each) => each !== 'cohorts')) {
      const longest = await ask(name, `from=${from}&to=${to}`)
      expect({ name, status: longest.status, from: longest.body.from, to: longest.body.to }).toEqual({
        name,
        status: 200,
        from,
        to,
      })
      const tooLong = await ask(name, `from=${from}&to=${dayAfter(to)}`)
      expect({ name, status: tooLong.status, code: tooLong.body.code }).toEqual({
        name,
        status: 400,
        code: 'invalid_range',
      })
      expect((await ask(name, `from=${from}&to=${dayAfter(dayAfter(to))}`)).status).toBe(400)
    }
  })

  test.each([
    ['reversed', 'from=2026-03-10&to=2026-03-09', { to: 'before_begin' }],
    ['of a day that is none', 'from=2026-02-30&to=2026-03-09', { from: 'invalid_date' }],
    ['of another day that is none', 'from=2026-02-01&to=2026-02-30', { to: 'invalid_date' }],
    ['too long', 'from=2026-01-01&to=2026-02-01', { to: 'invalid_range' }],
  ])('that is %s is told apart from the others', async (_how, query, expected) => {
    const { body } = await ask('general', query)
    const told = Object.entries(body.details as Record<string, { code: string }[]>)
    expect([body.code, Object.fromEntries(told.map(([field, [first]]) => [field, first!.code]))]).toEqual([
      'invalid_range',
      expected,
    ])
  })

  test('may be one day', async () => {
    expect((await ask('general', 'from=2026-03-10&to=2026-03-10')).status).toBe(200)
  })

  test.each([
    ['ends before it begins', 'from=2026-03-10&to=2026-03-09'],
    ['names 29 February of a common year', 'from=2026-02-29&to=2026-03-01'],
    ['names 31 April', 'from=2026-04-01&to=2026-04-31'],
    ['has no end', 'from=2026-03-01'],
    ['has no beginning', 'to=2026-03-01'],
    ['is empty', 'from=&to='],
    ['is a word', 'from=today&to=tomorrow'],
    ['has moments', 'from=2026-03-01T00:00:00Z&to=2026-03-02'],
    ['has one digit', 'from=2026-3-1&to=2026-03-02'],
    ['is in another order', 'from=01-03-2026&to=02-03-2026'],
    ['is SQL', "from=2026-03-01'--&to=2026-03-02"],
    ['has a zero character', 'from=2026-03-0%00&to=2026-03-02'],
  ])('that %s is refused', async (_, query) => {
    for (const name of Object.keys(reports)) {
      const { status, body } = await ask(name, query)
      // The dashboard asked for nothing is the month so far.
      if (name === 'dashboard' && query === 'from=&to=')
        expect(body).toMatchObject({ from: '2030-02-01', to: '2030-02-28' })
      else expect({ name, status, code: body.code }).toEqual({ name, status: 400, code: 'invalid_range' })
    }
  })

  test('given twice is refused', async () => {
    expect((await ask('general', 'from=2026-03-01&from=2026-03-02&to=2026-03-03')).status).toBe(400)
  })
})

describe('the parameters of a report', () => {
  const march = 'from=2026-03-01&to=2026-03-31'
  test.each([
    ['colour=red', 'unknown_filter'],
    ['__proto__=1', 'unknown_filter'],
    ['view=list', 'unknown_filter'],
    ['partnerToken=abc', 'unknown_filter'],
    ['brand=abc', 'invalid_brand'],
    ['brand=1%27', 'invalid_brand'],
    ['brand=-1', 'invalid_brand'],
    ['brand=1.5', 'invalid_brand'],
    ['brand=99999999999999999999', 'invalid_brand'],
    ['brand=424242', 'invalid_brand'],
    ['affiliate=x', 'invalid_affiliate'],
    ['affiliate=424242', 'invalid_affiliate'],
    ['campaign=424242', 'invalid_campaign'],
    ['action=424242', 'invalid_action'],
    ['subBrand=424242', 'invalid_sub_brand'],
    ['partner=424242', 'invalid_partner'],
    ['level=4', 'invalid_partner_level'],
    ['level=Manager', 'invalid_partner_level'],
    ['product=poker', 'invalid_product_type'],
    ['rows=player', 'invalid_request'],
    ['rows=day,day', 'invalid_request'],
  ])('%s is refused with %s', async (query, code) => {
    const { status, body } = await ask('affiliateActivity', `${march}&${query}`)
    expect({ status, code: body.code }).toEqual({ status: 400, code })
  })

  test('that are empty say nothing', async () => {
    expect((await ask('affiliateActivity', `${march}&brand=&affiliate=&product=&level=`)).status).toBe(200)
  })

  test.each([['view=tree'], ['view=structural&rows=affiliate'], ['view=list&view=structural']])(
    'of general report V2 are refused: %s',
    async (query) => {
      expect((await ask('generalV2', `${march}&${query}`)).body.code).toBe('invalid_request')
    },
  )

  test('of a report there is not are not found', async () => {
    for (const name of ['nothing', 'constructor', '__proto__', 'general%2fv2'])
      expect((await ask(name, march)).status, name).toBe(404)
  })
})
