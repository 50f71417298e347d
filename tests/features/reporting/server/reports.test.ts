import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { reports } from '#resources/reports/index.ts'
import { dimensionColumns, type Report } from '#engine/declaration/report.ts'
import { openProgramme, type Programme } from './support/programme.ts'
import { activityReports, ask, eventSums, expectAgreement, picked, sumOf } from './support/tieOut.ts'

let programme: Programme
beforeAll(async () => {
  programme = await openProgramme()
  const [first, second, third, free, other, again] = programme.links
  await programme.send([
    { link: first!, type: 'click', day: '2030-03-01' },
    { link: first!, type: 'registration', day: '2030-03-01' },
    { link: first!, type: 'deposit', day: '2030-03-02', amount: '100.10' },
    { link: first!, type: 'bet', day: '2030-03-02', product: 'bets', amount: '100.10' },
    { link: first!, type: 'win', day: '2030-03-03', product: 'bets', amount: '33.33' },
    { link: first!, type: 'bet', day: '2030-03-03', product: 'games', amount: '50.01' },
    { link: first!, type: 'bonus', day: '2030-03-03', product: 'games', amount: '5.55' },
    { link: again!, type: 'bet', day: '2030-03-03', product: 'bets', amount: '10.00' },
    { link: second!, type: 'bet', day: '2030-03-02', product: 'lotto', amount: '20.00' },
    { link: second!, type: 'win', day: '2030-03-05', product: 'lotto', amount: '3.00' },
    { link: third!, type: 'bet', day: '2030-03-31', product: 'bets', amount: '1000.00' },
    { link: third!, type: 'chargeback', day: '2030-03-31', product: 'bets', amount: '7.07' },
    { link: free!, type: 'bet', day: '2030-03-15', product: 'games', amount: '80.00' },
    { link: other!, type: 'bet', day: '2030-03-15', product: 'bets', amount: '400.00' },
  ])
  await programme.closeDays('2030-03-01', '2030-03-31')
})
afterAll(() => programme.close())

const march = 'from=2030-03-01&to=2030-03-31'
const declared = Object.values(reports as Readonly<Record<string, Report>>)

describe('every report', () => {
  test.each(declared.map((report) => [report.name, report] as const))(
    '%s answers its rows and measures, range, zone and the newest event',
    async (name, report) => {
      const { status, body } = await programme.root.get(`/api/report/${name}?${march}`)
      expect(status).toBe(200)
      expect(body).toMatchObject({ from: '2030-03-01', to: '2030-03-31', zone: 'UTC' })
      expect(Object.keys(body.total).toSorted()).toEqual([...report.measures].toSorted())
      expect(body.rows.length).toBeGreaterThan(0)
      expect(body.rows[0]).toEqual(
        expect.objectContaining(
          Object.fromEntries(
            report.rows.flatMap((dimension) =>
              dimensionColumns[dimension].map((column) => [
                column,
                // Nobody of this programme has sub ids.
                column.startsWith('sub') ? null : expect.anything(),
              ]),
            ),
          ),
        ),
      )
    },
  )

  test('counts up to the newest event of what it is narrowed to', async () => {
    const newest = async (name: string, query: string) => (await ask(programme.root, name, `${march}&${query}`)).upTo
    expect(await newest('general', '')).toBe('2030-03-31T10:00:00.000Z')
    expect(await newest('general', `brand=${programme.brands[2]!.id}`)).toBe('2030-03-15T10:00:00.000Z')
    expect(await newest('lottery', '')).toBe('2030-03-05T10:00:00.000Z')
    expect(await newest('general', `affiliate=${programme.affiliates[0]!.id}&product=none`)).toBe(
      '2030-03-02T10:00:00.000Z',
    )
    expect(await ask(programme.root, 'general', 'from=2030-04-01&to=2030-04-30')).toMatchObject({
      rows: [],
      upTo: null,
      total: { turnover: 0, margin: null },
    })
  })

  test('agrees with every other, with the sum of its rows and with the events', async () => {
    const total = await expectAgreement(programme.root, march)
    const expected = await eventSums(programme, sql`day between '2030-03-01' and '2030-03-31'`)
    expect(picked(total, Object.keys(expected))).toEqual(expected)
    expect(total).toMatchObject({ ggr: 1623.78, margin: 97.81, qty_affiliates: 5 })
  })

  test('has money with at most two decimals, and percent', async () => {
    for (const name of activityReports) {
      for (const row of (await ask(programme.root, name, march)).rows) {
        for (const value of Object.values(row))
          if (typeof value === 'number') expect(value, name).toBe(Math.round(value * 100) / 100)
      }
    }
    const { rows } = await ask(programme.root, 'lottery', march)
    expect(rows.map(({ day, lotto_margin: margin }) => [day, margin])).toEqual([
      ['2030-03-02', 100],
      ['2030-03-05', null],
    ])
  })

  test('narrowed by anything still agrees with the others', async () => {
    const { brands, affiliates, links, partners } = programme
    const narrowed: [string, ReturnType<typeof sql>, number][] = [
      [`brand=${brands[0]!.id}`, sql`brand = ${brands[0]!.id}`, 1250.11],
      [
        `affiliate=${affiliates[0]!.id},${affiliates[1]!.id}`,
        sql`affiliate in (${affiliates[0]!.id}, ${affiliates[1]!.id})`,
        180.11,
      ],
      [
        `affiliate=${affiliates[0]!.id}&affiliate=${affiliates[1]!.id}`,
        sql`affiliate in (${affiliates[0]!.id}, ${affiliates[1]!.id})`,
        180.11,
      ],
      [`action=${links[5]!.id}`, sql`action = ${links[5]!.id}`, 10],
      [`campaign=${links[5]!.campaign as number}`, sql`action = ${links[5]!.id}`, 10],
      ['product=games', sql`product = 'games'`, 130.01],
      ['product=bets,lotto', sql`product in ('bets', 'lotto')`, 1530.1],
      [`partner=${partners[1]!.id}`, sql`affiliate in (${affiliates[1]!.id}, ${affiliates[2]!.id})`, 1020],
      ['level=3', sql`affiliate = ${affiliates[2]!.id}`, 1000],
    ]
    for (const [query, condition, turnover] of narrowed) {
      const total = await expectAgreement(programme.root, `${march}&${query}`)
      const expected = await eventSums(programme, condition)
      expect(picked(total, Object.keys(expected)), query).toEqual(expected)
      expect(total.turnover, query).toBe(turnover)
    }
  })
})

describe('rows', () => {
  test('of the movement are days and products', async () => {
    const { rows } = await ask(programme.root, 'movement', march)
    expect(
      rows
        .filter(({ day }) => day === '2030-03-02')
        .map(({ product, turnover, affiliate_reward: reward }) => [product, turnover, reward]),
    ).toEqual([
      ['bets', 100.1, 26.28],
      ['cpa', 0, 25],
      ['lotto', 20, 1.55],
      ['none', 0, 0],
    ])
  })

  test('of the general report are the levels affiliates hang on', async () => {
    const { rows } = await ask(programme.root, 'general', march)
    expect(rows.map(({ level, turnover, qty_affiliates: affiliates }) => [level, turnover, affiliates])).toEqual([
      [1, 160.11, 1],
      [2, 20, 1],
      [3, 1000, 1],
      [null, 480, 2],
    ])
  })

  test('can be opened into those that the declaration names, and add up to the same', async () => {
    const whole = await ask(programme.root, 'affiliateActivity', march)
    for (const rows of ['affiliate,day', 'day', 'action', 'affiliate,day,action'])
      expect((await ask(programme.root, 'affiliateActivity', `${march}&rows=${rows}`)).total).toEqual(whole.total)
  })

  test('cannot be opened into what the declaration does not name', async () => {
    expect((await programme.root.get(`/api/report/affiliateActivity?${march}&rows=brand`)).body.code).toBe(
      'invalid_request',
    )
  })

  test('of entries say what waits, is under way and is paid, and add up to what was earned', async () => {
    const {
      database,
      affiliates: [owner],
    } = programme
    const before = await ask(programme.root, 'paymentByAffiliate', march)
    expect(before.total.entry_value).toBe((await ask(programme.root, 'affiliates', march)).total.affiliate_reward)
    const { rows: entries } = await sql<{
      id: number
      value: string
    }>`select id, value from entry where affiliate = ${owner!.id} order by day`.execute(database.db)
    await sql`update entry set status = 'complete' where id = ${entries[0]!.id}`.execute(database.db)
    await sql`with made as (insert into payment (affiliate, value, currency, method, state)
      values (${owner!.id}, 1, 'BRL', 'automatic', 'sent') returning id) insert into payment_entry (payment,
      entry) select id, ${entries[1]!.id} from made`.execute(database.db)
    const { rows } = await ask(programme.root, 'paymentByAffiliate', march)
    expect(rows[0]).toMatchObject({
      affiliate: owner!.id,
      qty_entries: entries.length,
      paid: Number(entries[0]!.value),
      in_flight: Number(entries[1]!.value),
      pending: 0,
    })
    expect(sumOf(rows, 'entry_value')).toBe(before.total.entry_value)
  })
})

describe('general report V2 as a tree', () => {
  test('has each partner with the sums of everything below it, and what hangs on it directly as a row inside it', async () => {
    const { rows, total } = await ask(programme.root, 'generalV2', march)
    const [manager, promoter, partner] = programme.partners
    expect(rows.map(({ partner: id, depth, turnover }) => [id, depth, turnover])).toEqual([
      [manager!.id, 0, 1180.11],
      [null, 0, 480],
    ])
    const inside = rows[0]!.children as typeof rows
    expect(inside.map((row) => [row.partner, row.parent, row.depth, row.direct, row.turnover])).toEqual([
      [manager!.id, manager!.id, 1, true, 160.11],
      [promoter!.id, manager!.id, 1, false, 1020],
    ])
    const deepest = inside[1]!.children as typeof rows
    expect(deepest.map((row) => [row.partner, row.depth, row.direct, row.turnover])).toEqual([
      [promoter!.id, 2, true, 20],
      [partner!.id, 2, false, 1000],
    ])
    for (const column of ['turnover', 'ngr', 'affiliate_reward', 'reward_value', 'qty_affiliates', 'bets_turnover']) {
      expect(sumOf(inside, column), column).toBe(rows[0]![column])
      expect(sumOf(deepest, column), column).toBe(inside[1]![column])
      expect(sumOf(rows, column), column).toBe(total[column])
    }
  })

  test('agrees with the list', async () => {
    const [tree, list] = [
      await ask(programme.root, 'generalV2', `${march}&view=structural`),
      await ask(programme.root, 'generalV2', `${march}&view=list`),
    ]
    expect(list.total).toEqual(tree.total)
    expect(list.rows.map(({ turnover }) => turnover).toSorted()).toEqual([1000, 160.11, 20, 480].toSorted())
  })

  test("is narrowed to a partner and what is below it by the partner's token", async () => {
    const promoter = programme.partners[1]!
    const { rows, total } = await ask(programme.root, 'generalV2', `${march}&partnerToken=${promoter.token}`)
    expect(rows.map(({ partner, parent, depth }) => [partner, parent, depth])).toEqual([[promoter.id, null, 0]])
    expect(total.turnover).toBe(1020)
  })
})

describe('an answer that has not changed', () => {
  test('is 304 for whoever names its tag, and 200 for everybody else', async () => {
    const path = `/api/report/general?${march}`
    const first = await programme.root.get(path)
    const tag = first.headers['etag']!
    expect((await programme.root.get(path)).status).toBe(200)
    for (const named of [tag, `W/${tag}`, `"other", ${tag}`, '*'])
      expect((await programme.root.get(path, { 'if-none-match': named })).status, named).toBe(304)
    expect((await programme.root.get(path, { 'if-none-match': '"other"' })).status).toBe(200)
    await programme.send([
      { link: programme.links[0]!, type: 'bet', day: '2030-03-20', product: 'bets', amount: '1.00' },
    ])
    const changed = await programme.root.get(path, { 'if-none-match': tag })
    expect({ status: changed.status, turnover: changed.body.total.turnover }).toEqual({
      status: 200,
      turnover: 1661.11,
    })
  })
})
