import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reports } from '#resources/reports/index.ts'
import { roleKeys } from '#resources/roles.ts'
import type { Report } from '#engine/declaration/report.ts'
import { verifyMovement } from '#features/activity/server/rollUp/verifyMovement.ts'
import { buildCumulativeTotals } from '#features/reporting/server/cumulativeSums/foldSums.ts'
import { verifyCumulativeTotals } from '#features/reporting/server/cumulativeSums/verifySums.ts'
import { addDays, startOfMonth } from '#engine/values/calendar.ts'
import { buildStaff } from '#tests/support/builders.ts'
import type { Client } from '#tests/support/office.ts'
import { type ActivityEvent, openProgramme, type Programme } from './support/programme.ts'
import { ask } from './support/tieOut.ts'

let programme: Programme
let readers: readonly Client[]
beforeAll(async () => {
  programme = await openProgramme()
  const { app, root, companies, brands, partners } = programme
  const staff = { company: companies[0]!.id, roles: [...roleKeys] }
  readers = [
    root,
    await buildStaff(app, root, { ...staff, allowedBrands: [brands[0]!.id] }),
    await buildStaff(app, root, { ...staff, allowedBrands: [brands[0]!.id, brands[1]!.id], partner: partners[1]!.id }),
  ]
})
afterAll(() => programme.close())

const first = '2030-03-01'
const dayOf = (number: number) => addDays(first, number)
/** Nearly three months, so that periods begin and end in each of them. */
const day = fc.nat(88).map(dayOf)
const run = (statement: ReturnType<typeof sql>) => statement.execute(programme.database.db)

const bet = (link: number, on: string, amount = '10.00'): ActivityEvent => ({
  link: programme.links[link]!,
  type: 'bet',
  product: 'bets',
  day: on,
  amount,
})

/** What happens in an office, in any order; days are any, so that most of it comes late. */
const steps = {
  events: fc.array(
    fc.record({
      link: fc.nat(5),
      type: fc.constantFrom('bet', 'bet', 'win', 'bonus', 'deposit', 'click', 'registration'),
      product: fc.constantFrom('bets', 'games', 'lotto'),
      day,
      cents: fc.integer({ min: 1, max: 99_999 }),
    }),
    { minLength: 1, maxLength: 6 },
  ),
  close: fc.tuple(day, fc.nat(3)),
  move: fc.tuple(fc.nat(3), fc.option(fc.nat(3), { nil: null }), day),
  climb: fc.tuple(fc.constantFrom(0, 3), fc.boolean(), day),
  // Now and then with so little room that it goes back to the first day instead.
  fold: fc.tuple(day, fc.constantFrom(undefined, undefined, 40)),
} as const

const step = fc.oneof(
  { weight: 4, arbitrary: steps.events.map((events) => ({ events })) },
  { weight: 2, arbitrary: steps.close.map((close) => ({ close })) },
  { weight: 2, arbitrary: steps.move.map((move) => ({ move })) },
  { weight: 1, arbitrary: steps.climb.map((climb) => ({ climb })) },
  { weight: 4, arbitrary: steps.fold.map((fold) => ({ fold })) },
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

async function happen(what: Step): Promise<void> {
  const { affiliates, partners, links, database } = programme
  if ('events' in what)
    return programme.send(
      what.events.map(({ link, type, product, day: on, cents }) => ({
        link: links[link]!,
        type,
        day: on,
        ...(['bet', 'win', 'bonus'].includes(type) ? { product } : {}),
        ...(['click', 'registration'].includes(type) ? {} : { amount: (cents / 100).toFixed(2) }),
      })),
    )
  if ('close' in what) return programme.closeDays(what.close[0], addDays(what.close[0], what.close[1]))
  if ('fold' in what) return buildCumulativeTotals(database, ...what.fold)
  if ('move' in what) {
    const [affiliate, partner, since] = what.move
    await run(sql`insert into affiliate_history (record, valid_from, reward_profile, partner)
      select id, ${since}::text::date, reward_profile, ${partner === null ? null : partners[partner]!.id}::bigint
        from affiliate where id = ${affiliates[affiliate]!.id}
      on conflict (record, valid_from) do update set partner = excluded.partner`)
    return
  }
  // The promoter comes under another manager, and it or the partner below it stands on another level.
  const [above, isPromoter, since] = what.climb
  await run(sql`insert into partner_history (record, valid_from, partner_level, parent, percentage, abatement)
    select promoter.id, ${since}::text::date, ${isPromoter ? sql`promoter.partner_level` : sql`below.partner_level`},
      ${partners[above]!.id}::bigint, promoter.percentage, promoter.abatement
      from partner promoter join partner below on below.id = ${partners[2]!.id} where promoter.id = ${partners[1]!.id}
    on conflict (record, valid_from) do update set parent = excluded.parent, partner_level = excluded.partner_level`)
}

const pick = (of: () => readonly { id: number }[], count: number) =>
  fc
    .subarray(
      Array.from({ length: count }, (_, index) => index),
      { maxLength: Math.min(2, count) },
    )
    .map((indexes) => () => indexes.map((index) => of()[index]!.id))

const question = fc.record({
  name: fc.constantFrom('affiliateActivity', 'affiliates', 'dashboard', 'general', 'generalV2', 'movement', 'lottery'),
  dimensions: fc.shuffledSubarray(['month', 'day', 'affiliate', 'partner', 'level', 'brand', 'product'], {
    maxLength: 3,
  }),
  from: day,
  // All that happened, or the year that ends amid it.
  year: fc.constantFrom(undefined, undefined, undefined, '2030-05', '2030-04'),
  length: fc.integer({ min: 0, max: 27 }),
  brand: pick(() => programme.brands.slice(0, 1), 1),
  partner: pick(() => programme.partners, 4),
  level: fc.subarray([1, 2, 3], { maxLength: 1 }).map((levels) => () => levels),
  product: fc.subarray(['bets', 'lotto', 'cpa'], { maxLength: 1 }).map((products) => () => products),
  sort: fc.constantFrom('', '&sort=["turnover","DESC"]&limit=2', '&limit=3&offset=1'),
  reader: fc.nat(2),
})
type Question = typeof question extends fc.Arbitrary<infer Value> ? Value : never

function queryOf({ name, dimensions, from, length, year, sort, reader, ...filters }: Question): string {
  const report: Report = (reports as unknown as Readonly<Record<string, Report>>)[name]!
  const known = [...report.rows, ...report.openInto, ...(year ? (['month'] as const) : [])].filter(
    (each) => !year || each !== 'day',
  )
  const period = year ? `year=${year}` : `from=${from}&to=${addDays(from, length)}`
  const rows = dimensions.filter((dimension) => known.some((each) => each === dimension))
  const narrowed = Object.entries(filters).flatMap(([filter, ids]) =>
    // Staff that sees a part names no partner it does not see.
    ids().length > 0 &&
    (report.filters as readonly string[]).includes(filter) &&
    (filter !== 'partner' || readers[reader] === programme.root)
      ? [`&${filter}=${ids().join(',')}`]
      : [],
  )
  const hasTurnover = (report.measures as readonly string[]).includes('turnover')
  return `${name}?${period}${rows.length > 0 ? `&rows=${rows.join(',')}` : ''}${narrowed.join('')}${
    sort.includes('turnover') && !hasTurnover ? '' : sort
  }`
}

/** What a report answers, and what it answers when it is asked what was known at the same moment: without running sums. */
async function bothWays(client: Client, query: string) {
  const now = await client.get(`/api/report/${query}`)
  const then = await client.get(`/api/report/${query}&knownAt=${encodeURIComponent(now.headers['known-at'] ?? '')}`)
  const said = ({ status, body: { rows, total, totals, count, code } }: typeof now) =>
    JSON.stringify({ status, code, rows, total, totals, count }, null, 1)
  return { now: said(now), then: said(then), status: now.status }
}

test('reports are the same from running sums and day by day, and both are the sum of the events, whatever happened', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 2, maxLength: 6 }),
      fc.array(question, { minLength: 3, maxLength: 3 }),
      async (happened, asked) => {
        for (const each of happened) await happen(each)
        for (const each of asked) {
          const query = queryOf(each)
          const { now, then, status } = await bothWays(readers[each.reader]!, query)
          expect(status, query).toBe(200)
          expect(now, query).toBe(then)
        }
        // A month so far, whose affiliates are counted on their first days.
        const soFar = `dashboard?from=${startOfMonth(asked[0]!.from)}&to=${asked[0]!.from}`
        const { now, then } = await bothWays(programme.root, soFar)
        expect(now, soFar).toBe(then)
        expect(await verifyCumulativeTotals(programme.database.db)).toEqual([])
      },
    ),
    { numRuns: 10, endOnFailure: true },
  )
  expect(await verifyMovement(programme.database.db)).toEqual([])
}, 120_000)

test('a report is read from running sums where nothing changed, and from the days where something did', async () => {
  const { root, affiliates, database } = programme
  const of = async () => {
    const { rows } = await ask(root, 'affiliateActivity', 'from=2030-04-03&to=2030-05-02&rows=affiliate')
    return rows.find(({ affiliate }) => affiliate === affiliates[3]!.id)!['bets_turnover'] as number
  }
  await programme.send([bet(3, '2030-04-10')])
  await buildCumulativeTotals(database, '2030-05-28')
  const before = await of()
  // Shows who answered: nothing but the worker writes here.
  await run(sql`update running_day set bets_turnover_minor = bets_turnover_minor + 700
    where affiliate = ${affiliates[3]!.id} and day >= '2030-04-12'`)
  expect((await of()) - before).toBeCloseTo(7)
  expect((await verifyCumulativeTotals(database.db)).map(({ column }) => column)).toContain('bets_turnover_minor')
  await programme.send([bet(3, '2030-04-11', '1.00')])
  expect((await of()) - before).toBeCloseTo(1)
  await buildCumulativeTotals(database, '2030-05-28')
  expect((await of()) - before).toBeCloseTo(1)
  expect(await verifyCumulativeTotals(database.db)).toEqual([])
})

test('days of whole brands are read as what they come to, but those of which something changed', async () => {
  const { root, brands, database } = programme
  const of = async () => {
    const { rows } = await ask(root, 'dashboard', 'from=2030-03-20&to=2030-03-22')
    return Object.fromEntries(rows.map(({ day: on, turnover }) => [on, turnover])) as Record<string, number>
  }
  await programme.send([bet(0, '2030-03-20'), bet(1, '2030-03-21'), bet(2, '2030-03-22')])
  await buildCumulativeTotals(database, '2030-05-28')
  const before = await of()
  const countedMoved = async () =>
    (await ask(root, 'dashboard', 'from=2030-03-01&to=2030-03-22')).total['qty_affiliates'] as number
  const counted = await countedMoved()
  await run(sql`update total_day set bets_turnover_minor = bets_turnover_minor + 500
    where brand = ${brands[0]!.id} and day between '2030-03-20' and '2030-03-21'`)
  await run(sql`insert into total_first_day values ('2030-03-20', 40)
    on conflict (day) do update set affiliates = total_first_day.affiliates + 40`)
  expect((await countedMoved()) - counted).toBe(40)
  expect((await verifyCumulativeTotals(database.db)).map(({ table }) => table)).toContain('total_first_day')
  await run(sql`update total_first_day set affiliates = affiliates - 40 where day = '2030-03-20'`)
  await run(sql`delete from total_first_day where affiliates = 0`)
  expect((await verifyCumulativeTotals(database.db)).map(({ table, column }) => [table, column])).toEqual([
    ['total_day', 'bets_turnover_minor'],
    ['total_day', 'bets_turnover_minor'],
  ])
  await programme.send([bet(0, '2030-03-21', '1.00')])
  const after = await of()
  expect(after['2030-03-20']! - before['2030-03-20']!).toBeCloseTo(5)
  expect(after['2030-03-21']! - before['2030-03-21']!).toBeCloseTo(1)
  expect(after['2030-03-22']).toBe(before['2030-03-22'])
  await run(sql`update total_day set bets_turnover_minor = bets_turnover_minor - 500
    where brand = ${brands[0]!.id} and day = '2030-03-20'`)
  await buildCumulativeTotals(database, '2030-05-28')
  expect(await of()).toEqual({ ...before, '2030-03-21': before['2030-03-21']! + 1 })
  expect(await verifyCumulativeTotals(database.db)).toEqual([])
})

test('the days of affiliates are counted before they are read, but those of which something changed', async () => {
  const { root, affiliates, database } = programme
  const counted = async (query: string) => {
    const { body } = await root.get(`/api/report/${query}&from=2030-04-01&to=2030-04-28&limit=2`)
    return { count: body.count as number, first: (body.rows as { affiliate: number }[])[0]?.affiliate }
  }
  await programme.send([
    bet(0, '2030-04-20'),
    { ...bet(3, '2030-04-20'), product: 'lotto' },
    { ...bet(0, '2030-04-21'), product: 'lotto' },
  ])
  await buildCumulativeTotals(database, '2030-05-28')
  const before = [await counted('lottery?'), await counted('affiliateActivity?rows=affiliate,day')]
  expect(before[0]!.first).toBe(affiliates[0]!.id)
  expect(await verifyCumulativeTotals(database.db)).toEqual([])
  await run(sql`update total_row set affiliates = affiliates + 50
    where brand = 0 and day = '2030-04-20' and 'lotto' = any(moved)`)
  const after = [await counted('lottery?'), await counted('affiliateActivity?rows=affiliate,day')]
  const more = after.map(({ count }, index) => count - before[index]!.count)
  // However many kinds of days there are with lotto.
  expect(more[0]).toBeGreaterThanOrEqual(50)
  expect(more).toEqual([more[0], more[0]])
  expect((await verifyCumulativeTotals(database.db)).map(({ table, key }) => [table, key])).toEqual([
    ['total_row', '2030-04-20/0'],
  ])
  await programme.send([bet(1, '2030-04-20', '1.00')])
  expect((await counted('lottery?')).count).toBe(before[0]!.count)
  // Totals that another version's server makes again take with them what it does not know of.
  await buildCumulativeTotals(database, '2030-05-28')
  await run(sql`delete from total_day where day = '2030-04-20'`)
  expect((await run(sql`select from total_row where day = '2030-04-20'`)).rows).toEqual([])
  await run(sql`update running_state set totals_through = '2030-03-31'`)
  await buildCumulativeTotals(database, '2030-05-28')
  expect((await counted('lottery?')).count).toBe(before[0]!.count)
  expect(await verifyCumulativeTotals(database.db)).toEqual([])
})

test('a year is told by its months, by whatever else running sums know, and agrees with its months one by one', async () => {
  const { root, database } = programme
  await programme.send([bet(0, '2030-03-05'), bet(1, '2030-04-30', '3.00'), bet(2, '2030-05-01', '4.00')])
  await buildCumulativeTotals(database, '2030-05-28')
  const { body } = await root.get('/api/report/affiliateActivity?year=2030-12')
  const rows = body.rows as { month: string; turnover: number; qty_cpa: number }[]
  expect({ from: body.from, to: body.to, count: body.count }).toEqual({
    from: '2030-01-01',
    to: '2030-12-31',
    count: rows.length,
  })
  for (const [month, last] of [
    ['2030-03', '2030-03-31'],
    ['2030-04', '2030-04-30'],
    ['2030-05', '2030-05-31'],
  ] as const) {
    const { total } = await ask(root, 'affiliateActivity', `from=${month}-01&to=${last}`)
    const { month: named, currency, ...values } = rows.find((row) => row.month === month)! as Record<string, unknown>
    expect({ named, currency, values }).toEqual({ named: month, currency: 'BRL', values: total })
  }
  const byAffiliate = await root.get('/api/report/affiliateActivity?year=2030-12&rows=affiliate')
  expect(byAffiliate.body.total).toEqual(body.total)
  for (const [query, said] of [
    ['year=2030-13', 'as 2030-05'],
    ['year=2030', 'as 2030-05'],
    ['year=2030-05&from=2030-05-01', 'either year'],
    ['year=2030-05&rows=day', 'rows of a year can be: month, affiliate'],
    ['year=2030-05&action=1', 'not asked of a year'],
    ['year=2030-05&currency=BRL', 'not asked of a year'],
  ]) {
    const refused = await root.get(`/api/report/affiliateActivity?${query}`)
    expect({ status: refused.status, message: refused.body.message }, query).toEqual({
      status: 400,
      message: expect.stringContaining(said!),
    })
  }
  expect((await root.get('/api/report/general/changes?year=2030-05&since=2030-01-01T00:00:00Z')).status).toBe(400)
})

test('two servers that make running sums at once, beside writers, leave them right', async () => {
  const { database } = programme
  const work = Array.from({ length: 4 }, (_, turn) => [
    programme.send([bet(turn, dayOf(40 + turn)), bet(turn, dayOf(10 + turn))]),
    buildCumulativeTotals(database, '2030-05-28'),
    buildCumulativeTotals(database, '2030-05-29'),
  ])
  await Promise.all(work.flat())
  await buildCumulativeTotals(database, '2030-05-29')
  expect((await run(sql`select 1 from running_mark`)).rows).toEqual([])
  expect(await verifyCumulativeTotals(database.db)).toEqual([])
})
