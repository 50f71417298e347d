import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrationKits } from '#rules/activity/migrationKits.ts'
import { systemActor } from '#engine/declaration/actor.ts'
import { workbookBytes } from '#engine/values/spreadsheet/workbook.ts'
import { importFeed, type FeedRequest } from '#features/activity/server/feed/importFeed.ts'
import { verifyMovement } from '#features/activity/server/rollUp/verifyMovement.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { makeWorld } from '#tests/support/money/world.ts'
import { unique } from './support/activity.ts'
import { writeFeed } from './support/feeds.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

const select = async <Row>(query: ReturnType<typeof sql<Row>>) => (await query.execute(test.database.db)).rows
const load = (content: string | Buffer, brandSlug: string, given: Partial<FeedRequest> = {}) =>
  importFeed({
    database: test.database,
    path: writeFeed(content),
    brandSlug,
    actor: systemActor('import'),
    zone: 'UTC',
    now: () => new Date('2026-11-20T12:00:00Z'),
    createMissing: true,
    ...given,
  })
const booked = (slug: string) =>
  select(sql`select action.token, movement.day::text as day, product, turnover, payout, bonus, chargebacks, bets,
      registrations, ftd, deposit_count, deposits from movement join action on action.id = movement.action
    where movement.brand = (select id from brand where slug = ${slug})
      and (turnover, payout, bonus, chargebacks, bets, registrations, ftd, deposit_count, deposits)
        <> (0, 0, 0, 0, 0, 0, 0, 0, 0) order by 1, 2, 3`)

describe('a file of daily totals', () => {
  const head = 'date,link,affiliate,product,registrations,ftd,deposit_count,deposits,bets,turnover,payout,bonus'

  it('books counts and sums by link, day and product, and changes nothing when it is imported again', async () => {
    const [slug, aff] = [unique('totals-'), unique('aff')]
    const text = `${head}\n2026-08-30,${aff}-site,${aff},bets,7,3,9,1450.00,40,6200.00,4900.00,100.00\n`
    const report = await load(text, slug)
    expect(report).toMatchObject({ kit: 'blank', rows: 1, accepted: 1, duplicates: 0, refused: [] })
    expect(report.made).toMatchObject({ affiliates: [aff], actions: [`${aff}-site`] })
    const expected = [
      { token: `${aff}-site`, day: '2026-08-30', product: 'bets', turnover: '6200.00', payout: '4900.00' },
      { token: `${aff}-site`, day: '2026-08-30', product: 'none', registrations: 7, ftd: 3, deposit_count: 9 },
    ]
    expect(await booked(slug)).toMatchObject(expected)
    const before = await select(sql`select * from daily_total order by action, product`)
    expect(await load(text, slug)).toMatchObject({ accepted: 0, duplicates: 1 })
    expect(await booked(slug)).toMatchObject(expected)
    const without = (rows: readonly unknown[]) => rows.map((row) => ({ ...(row as object), import: null }))
    expect(without(await select(sql`select * from daily_total order by action, product`))).toEqual(without(before))
    expect(await verifyMovement(test.database.db)).toEqual([])
  })

  it("replaces a link's day that is stated again, of all products, and leaves its other days and links", async () => {
    const [slug, aff] = [unique('totals-'), unique('aff')]
    const row = (link: string, day: string, product: string, turnover: number) =>
      `${day},${aff}-${link},${aff},${product},0,0,0,0,0,${turnover},0,0\n`
    await load(
      `${head}\n${row('a', '2026-08-30', 'bets', 10)}${row('a', '2026-08-30', 'games', 20)}${row('b', '2026-08-30', 'bets', 30)}`,
      slug,
    )
    const report = await load(
      `${head}\n${row('a', '2026-08-30', 'games', 25)}${row('a', '2026-08-31', 'bets', 1)}`,
      slug,
    )
    expect(report).toMatchObject({ accepted: 2, duplicates: 0 })
    expect(
      (await booked(slug)).map((each: any) => [each.token.slice(-1), each.day, each.product, each.turnover]),
    ).toEqual([
      ['a', '2026-08-30', 'games', '25.00'],
      ['a', '2026-08-31', 'bets', '1.00'],
      ['b', '2026-08-30', 'bets', '30.00'],
    ])
    expect(await verifyMovement(test.database.db)).toEqual([])
  })

  it.each([
    ['in the first rows', 1],
    ['only after more of one day than are looked at', 600],
  ])('reads days with the month first where the file shows it, %s', async (_, links) => {
    const [slug, aff] = [unique('totals-'), unique('aff')]
    const rows = ['10/05/2026', '10/31/2026'].flatMap((day) =>
      Array.from({ length: links }, (__, place) => `${day},${aff}-${place},${aff},1`),
    )
    const report = await load(`date,link,affiliate,registrations\n${rows.join('\n')}\n`, slug)
    expect(report).toMatchObject({ rows: 2 * links, accepted: 2 * links, refused: [] })
    expect(report.days).toEqual({ first: '2026-10-05', last: '2026-10-31' })
  })

  it.each([
    ['Deposits,Deposit Amount', '3,"1,450.00"'],
    ['Deposit Amount,Deposits', '"1,450.00",3'],
    ['Depósitos,Valor dos depósitos', '3,"1,450.00"'],
    ['Deposits Count,Deposits', '3,"1,450.00"'],
  ])('tells the count from the amount where the heads are %s', async (heads, cells) => {
    const [slug, aff] = [unique('totals-'), unique('aff')]
    const report = await load(`Date,Affiliate,Affiliate ID,${heads}\n2026-08-30,Ana,${aff},${cells}\n`, slug)
    expect(report).toMatchObject({ accepted: 1, refused: [], ignoredColumns: ['Affiliate'] })
    expect(await booked(slug)).toMatchObject([{ deposit_count: 3, deposits: '1450.00' }])
  })

  it.each([
    ['Affiliate ID,Clicks,NGR', { code: 'missingTotals', values: { columns: 'Date' } }],
    ['Date,Username,NGR', { code: 'missingTotals', values: { columns: 'Affiliate ID' } }],
    ['Date,Affiliate ID,Remarks', { code: 'missingTotals', values: { columns: 'Registrations' } }],
    ['Date,Affiliate ID,Deposits,Deposits', { code: 'columnTwice', values: { column: 'Deposits' } }],
    ['<html><body><table>', { code: 'noTable' }],
    ['[{"Date": "2026-08-30"}]', { code: 'noTable' }],
  ])('is refused with the remedy where its first line is %s', async (heads, remark) => {
    await expect(load(`${heads}\n1,2,3,4\n`, unique('totals-'))).rejects.toMatchObject({ remark })
  })

  it('adds up rows of one file that tell the same link and day', async () => {
    const [slug, aff] = [unique('totals-'), unique('aff')]
    const line = `2026-08-30,${aff},${aff},bets,1,0,0,0,0,10,0,0\n`
    await load(`${head}\n${line}${line}`, slug)
    expect(await booked(slug)).toMatchObject([{ turnover: '20.00' }, { registrations: 2 }])
  })

  it('writes nothing in a dry run, and refuses rows it cannot take with their reasons', async () => {
    const [slug, aff] = [unique('totals-'), unique('aff')]
    await load(`${head}\n2026-08-01,${aff},${aff},bets,1,0,0,0,0,0,0,0\n`, slug)
    const text = [
      head,
      `2026-08-02,${aff},${aff},bets,1,0,0,0,0,0,0,0`,
      `2027-08-02,${aff},${aff},bets,1,0,0,0,0,0,0,0`,
      `soon,${aff},${aff},bets,1,0,0,0,0,0,0,0`,
      `2026-08-02,${aff},${aff},moon,1,0,0,0,0,0,0,0`,
      `2026-08-02,${aff},${aff},bets,1.5,0,0,0,0,0,0,0`,
      `2026-08-02,,,bets,1,0,0,0,0,0,0,0`,
      `2026-08-02,unheard-of,,bets,1,0,0,0,0,0,0,0`,
      '',
    ].join('\n')
    const report = await load(text, slug, { dryRun: true, createMissing: false })
    expect(report.accepted).toBe(1)
    expect(report.refused.map(({ line, code }) => [line, code])).toEqual([
      [3, 'moment_in_future'],
      [4, 'invalid_moment'],
      [5, 'invalid_product'],
      [6, 'invalid_amount'],
      [7, 'unknown_action'],
      [8, 'unknown_action'],
    ])
    expect(await booked(slug)).toHaveLength(1)
  })

  it('counts rows of links that are still to be made as new in a dry run, beside those that are there', async () => {
    const [slug, aff] = [unique('totals-'), unique('aff')]
    const row = (link: string) => `2026-08-30,${aff}-${link},${aff},bets,7,3,9,1450.00,40,6200.00,4900.00,100.00\n`
    await load(`${head}\n${row('site')}`, slug)
    const text = `${head}\n${row('site')}${row('blog')}`
    const would = { rows: 2, accepted: 1, duplicates: 1, made: { actions: [`${aff}-blog`] } }
    expect(await load(text, slug, { dryRun: true })).toMatchObject(would)
    expect(await load(text, slug)).toMatchObject(would)
  })

  it('makes conditions on counts right, and its past days earn when they are closed', async () => {
    const world = makeWorld(test.database, { now: new Date('2026-11-20T12:00:00Z') })
    const [slug, aff] = [unique('totals-'), unique('aff')]
    await load(`${head}\n2026-08-30,${aff},${aff},bets,9,0,0,0,0,100,0,0\n`, slug)
    const [{ id: affiliate } = { id: 0 }] = await select(
      sql<{ id: number }>`select id from affiliate where token = ${aff}`,
    )
    const profile = await world.profile([
      {
        productType: 'bets',
        percentage: 30,
        triggerCondition: 'registration',
        triggerOperation: 'count',
        triggerComparison: '>= 10',
      },
    ])
    await sql`update affiliate set reward_profile = ${profile} where id = ${affiliate}`.execute(test.database.db)
    await sql`update affiliate_history set reward_profile = ${profile} where record = ${affiliate}`.execute(
      test.database.db,
    )
    await world.close('2026-08-30', '2026-08-31')
    expect((await world.entries({ affiliate })).map(({ value }) => value)).toEqual(['0.00'])
    await load(`${head}\n2026-08-30,${aff},${aff},bets,10,0,0,0,0,100,0,0\n`, slug)
    await world.close('2026-08-30', '2026-08-31')
    expect((await world.entries({ affiliate })).map(({ day, value }) => [day, value])).toEqual([
      ['2026-08-30', '30.00'],
    ])
  })

  it('of the case of a move has the totals that were reckoned apart, by month and affiliate', async () => {
    const slug = unique('totals-')
    const folder = resolve(import.meta.dirname, '../../../cases/15-move-in')
    const report = await load(readFileSync(resolve(folder, 'estatisticas-diarias.csv')), slug)
    expect(report).toMatchObject({ rows: 10, accepted: 10, refused: [] })
    expect(report.ignoredColumns).toEqual(['Impressões', 'Valor FTD', 'Comissão'])
    const { byMonthAndAffiliate } = JSON.parse(readFileSync(resolve(folder, 'expected.json'), 'utf8'))
    expect(
      await select(sql`select to_char(day, 'YYYY-MM') as month, affiliate.token::integer as affiliate,
          sum(clicks)::integer as clicks, sum(unique_clicks)::integer as unique_clicks,
          sum(registrations)::integer as registrations, sum(ftd)::integer as ftd,
          sum(deposit_count)::integer as deposit_count, sum(deposits)::text as deposits, sum(turnover)::text as turnover,
          sum(payout)::text as payout, sum(bonus)::text as bonus, sum(turnover - payout)::text as ggr,
          sum(turnover - payout - bonus - chargebacks)::text as ngr
        from movement join affiliate on affiliate.id = movement.affiliate
        where movement.brand = (select id from brand where slug = ${slug}) group by 1, 2 order by 1, 2`),
    ).toEqual(byMonthAndAffiliate.map(({ oldCommission: _, ...sums }: Record<string, unknown>) => sums))
    expect(report.control.filter(({ difference }) => Number(difference) !== 0)).toEqual([])
    expect(report.control).toContainEqual({
      month: '2026-09',
      measure: 'ngr',
      theirs: '2200.98',
      ours: '2200.98',
      difference: '0.00',
    })
  })
})

describe('each migration kit', () => {
  // MIGRATION_AFFILIATES=5000 MIGRATION_MONTHS=36 moves a whole programme, with a day a month as programmes export it.
  const { MIGRATION_AFFILIATES: asked, MIGRATION_MONTHS: askedMonths = '3' } = process.env
  const days = asked ? ['28'] : ['01', '15', '28']
  const months = Array.from({ length: Number(askedMonths) }, (_, back) =>
    new Date(Date.UTC(2026, 9 - back, 1)).toISOString().slice(0, 7),
  ).toReversed()
  const affiliates = Array.from({ length: Number(asked ?? 200) }, (_, index) => index)
  const rows = affiliates.length * months.length * days.length
  const timeoutMs = asked ? 1_800_000 : 60_000

  it.each(migrationKits.map((kit) => [kit.name, kit] as const))(
    '%s moves a programme of totals in with equal months, and a second run changes nothing',
    async (name, { columns }) => {
      const slug = unique('kit-')
      const named = Object.entries(columns).filter(([target]) => !target.includes('.'))
      const valueOf = (target: string, affiliate: number, day: string): string => {
        if (target === 'day') return day
        if (target === 'affiliate') return `${slug}${affiliate}`
        if (target === 'link') return `${slug}${affiliate}-x`
        if (target === 'product') return 'casino'
        if (target === 'currency') return 'BRL'
        const seed = affiliate + Number(day.slice(-2))
        const turnover = seed * 100 + 0.25
        const sums: Record<string, number> = {
          turnover,
          payout: turnover - seed,
          ggr: seed,
          bonus: 1,
          chargebacks: 1,
          ngr: seed - 2,
        }
        if (target in sums) return sums[target]!.toFixed(2)
        return ['deposits', 'withdrawals'].includes(target) ? `${seed}.50` : String(seed)
      }
      const heads = named.map(([, names]) => names![0]!)
      const text = [
        heads.join(';'),
        ...affiliates.flatMap((affiliate) =>
          months.flatMap((month) =>
            days.map((day) => named.map(([target]) => valueOf(target, affiliate, `${month}-${day}`)).join(';')),
          ),
        ),
        '',
      ].join('\r\n')
      const begun = performance.now()
      const report = await load(text, slug)
      expect(performance.now() - begun).toBeLessThan(600_000)
      expect(report).toMatchObject({ kit: name, rows, accepted: rows, refused: [] })
      expect(report.control).toHaveLength(8 * months.length)
      expect(report.control.filter(({ difference }) => Number(difference) !== 0)).toEqual([])
      expect(report.control.every(({ theirs }) => Number(theirs) > 0)).toBe(true)
      const again = await load(text, slug)
      expect(again).toMatchObject({ accepted: 0, duplicates: rows })
      expect(again.control).toEqual(report.control)
    },
    timeoutMs,
  )

  it('is read from a workbook, too', async () => {
    const [slug, aff] = [unique('kit-'), unique('aff')]
    const bytes = workbookBytes([
      {
        name: 'Stats',
        columns: [
          { label: 'Activity Date', kind: 'date' },
          { label: 'Affiliate ID', kind: 'text' },
          { label: 'First Time Depositors', kind: 'number' },
          { label: 'Net Revenue', kind: 'money' },
        ],
        rows: [['2026-08-30', aff, 2, -12.5]],
      },
    ])
    expect(await load(Buffer.from(bytes), slug)).toMatchObject({ rows: 1, accepted: 1, refused: [] })
    expect(await booked(slug)).toMatchObject([{ product: 'bets', payout: '12.50' }, { ftd: 2 }])
  })
})
