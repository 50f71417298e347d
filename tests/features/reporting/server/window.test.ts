import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { reports } from '#resources/reports/index.ts'
import { holdsText } from '#engine/values/foldText.ts'
import { dimensionColumns, type Report } from '#engine/declaration/report.ts'
import { buildAccessKey, buildAction, buildAffiliate, builtPassword, buildUser } from '#tests/support/builders.ts'
import { type Client, clientOf, signInAs } from '#tests/support/office.ts'
import { openProgramme, type Programme } from './support/programme.ts'
import { additive, ask, type AnsweredReport, sums } from './support/tieOut.ts'

const march = 'from=2030-03-01&to=2030-03-31'
const declared = Object.values(reports as Readonly<Record<string, Report>>)
type Row = AnsweredReport['rows'][number]
interface Windowed extends AnsweredReport {
  readonly count: number
}

let programme: Programme
beforeAll(async () => {
  programme = await openProgramme()
  const { root, links, affiliates } = programme
  const named: (typeof links)[number][] = []
  // Four of equal figures: only their order by name tells windows apart.
  for (const name of ['Zeca 100%', 'João d’Água', 'abelha', 'Bia_']) {
    const affiliate = await buildAffiliate(root, {
      name,
      rewardProfile: affiliates[3]!.rewardProfile,
      partner: affiliates[1]!.partner,
      brands: affiliates[3]!.brands,
    })
    named.push(await buildAction(root, { campaign: links[3]!.campaign, affiliate: affiliate.id }))
  }
  await programme.send([
    ...links.map((link, index) => ({
      link,
      type: 'bet',
      day: `2030-03-0${index + 1}`,
      product: ['bets', 'games', 'lotto'][index % 3]!,
      amount: `${10 ** index}.00`,
    })),
    ...named.map((link) => ({ link, type: 'bet', day: '2030-03-20', product: 'lotto', amount: '5.00' })),
    { link: links[1]!, type: 'registration', day: '2030-03-21', player: 'ana-of-the-brand' },
  ])
  await programme.closeDays('2030-03-01', '2030-03-31')
})
afterAll(() => programme.close())

const asked = (values: Readonly<Record<string, unknown>>) =>
  Object.entries(values)
    .map(([name, value]) => `&${name}=${encodeURIComponent(typeof value === 'string' ? value : JSON.stringify(value))}`)
    .join('')
const windowOf = async (
  name: string,
  values: Readonly<Record<string, unknown>> = {},
  client: Client = programme.root,
) => {
  // How far brands have told, and when CPA was paid back, stand in the first window alone.
  const {
    freshness: _,
    payback: __,
    ...answer
  } = (await ask(client, name, `${march}${asked(values)}`)) as Windowed & { freshness?: unknown; payback?: unknown }
  return answer as Windowed
}
const refused = async (name: string, values: Readonly<Record<string, unknown>>, client: Client = programme.root) => {
  const { status, body } = await client.get(`/api/report/${name}?${march}${asked(values)}`)
  return { status, code: body.code, message: body.message as string, details: body.details }
}
const signedIn = async (values: Record<string, unknown>) =>
  signInAs(programme.app, { email: (await buildUser(programme.root, values)).email as string, password: builtPassword })

/** All rows by windows of two, put together. */
async function inPairs(name: string, values: Readonly<Record<string, unknown>>): Promise<Row[]> {
  const rows: Row[] = []
  for (;;) {
    const part = await windowOf(name, { ...values, limit: 2, offset: rows.length })
    rows.push(...part.rows)
    if (rows.length >= part.count || part.rows.length === 0) return rows
  }
}

describe('a window', () => {
  test.each(declared.map(({ name }) => name))(
    'of %s is a part of the whole, with the count and the total of all',
    async (name) => {
      const whole = await windowOf(name)
      expect(whole.count).toBe(whole.rows.length)
      const part = await windowOf(name, { limit: 1, offset: 1 })
      expect(part).toEqual({ ...whole, rows: whole.rows.slice(1, 2) })
      expect(await windowOf(name, { limit: 0 })).toEqual({ ...whole, rows: [] })
      expect(await windowOf(name, { offset: whole.count })).toEqual({ ...whole, rows: [] })
      expect(await inPairs(name, {})).toEqual(whole.rows)
    },
  )

  test.each(declared.map((report) => [report.name, report] as const))(
    'of %s can be sorted by its columns, and windows put together are the whole',
    async (name, report) => {
      // Of one report all, of the others what stands for each kind: ids and names, counts, money, ratios.
      const measures =
        name === 'affiliateActivity'
          ? report.measures
          : report.measures.filter(
              (column, index) => index < 2 || column.endsWith('margin') || index === report.measures.length - 1,
            )
      const columns = [...report.rows.flatMap((dimension) => [...dimensionColumns[dimension]]), ...measures]
      const whole = await windowOf(name)
      for (const column of columns) {
        const sorted = await windowOf(name, { sort: [column, 'DESC'] })
        expect({ ...sorted, rows: null }, column).toEqual({ ...whole, rows: null })
        const values = sorted.rows.map((row) => row[column]).filter((value) => value !== null)
        expect(values, column).toEqual(
          values.every((value) => typeof value === 'number') ? values.toSorted((one, other) => other - one) : values,
        )
        expect(
          sorted.rows.slice(values.length).every((row) => row[column] === null),
          `${column}: what has no value is last`,
        ).toBe(true)
        expect(new Set(sorted.rows.map((row) => JSON.stringify({ ...row, children: null })))).toEqual(
          new Set(whole.rows.map((row) => JSON.stringify({ ...row, children: null }))),
        )
      }
      expect(await inPairs(name, { sort: [report.measures[0], 'ASC'] })).toEqual(
        (await windowOf(name, { sort: [report.measures[0], 'ASC'] })).rows,
      )
    },
  )

  test('of equal rows keeps one order, so that none is in two windows', async () => {
    const rows = await inPairs('affiliateActivity', { rows: 'affiliate', sort: ['turnover', 'asc'] })
    expect(rows).toEqual((await windowOf('affiliateActivity', { rows: 'affiliate', sort: ['turnover', 'ASC'] })).rows)
    expect(new Set(rows.map(({ affiliate }) => affiliate)).size).toBe(rows.length)
    const equal = rows.filter(({ turnover }) => turnover === 5).map((row) => row['affiliate_name'] as string)
    expect(equal).toEqual(
      (await windowOf('affiliateActivity', { rows: 'affiliate' })).rows
        .map((row) => row['affiliate_name'] as string)
        .filter((name) => equal.includes(name)),
    )
    expect(equal).toHaveLength(4)
  })

  test('sorts a tree at every depth and cuts it at its top', async () => {
    const whole = await windowOf('generalV2', { sort: ['turnover', 'ASC'] })
    expect(whole.count).toBe(2)
    const tops = whole.rows.map(({ turnover }) => turnover as number)
    expect(tops).toEqual(tops.toSorted((one, other) => one - other))
    expect(await windowOf('generalV2', { sort: ['turnover', 'ASC'], limit: 1, offset: 1 })).toEqual({
      ...whole,
      rows: [whole.rows[1]],
    })
  })
})

describe('a search', () => {
  test.each(['affiliateActivity', 'affiliateDetail', 'affiliates', 'paymentByAffiliate'])(
    'of %s leaves rows by what they are called, and count and total are of these',
    async (name) => {
      const found = await windowOf(name, { q: 'ABELHA' })
      expect(found.rows.map((row) => row['affiliate_name'])).toEqual(
        Array.from({ length: found.count }, () => 'abelha'),
      )
      expect(found.count).toBeGreaterThan(0)
      expect(additive(found)).toEqual(sums(found))
      expect(await windowOf(name, { q: 'abelha', limit: 0 })).toEqual({ ...found, rows: [] })
    },
  )

  test('compares without accents', async () => {
    expect((await windowOf('affiliateActivity', { q: 'ábèLHA' })).rows).toEqual(
      (await windowOf('affiliateActivity', { q: 'abelha' })).rows,
    )
    for (const report of ['affiliateActivity', 'affiliates', 'paymentByAffiliate'])
      for (const q of ['joao', 'JOAO', "joao d'agua", 'd’água'])
        expect((await windowOf(report, { q, rows: 'affiliate', limit: 25 })).rows, q).toMatchObject([
          { affiliate_name: 'João d’Água' },
        ])
  })

  test.each([
    ['affiliates', 'affiliate,partner'],
    ['affiliates', 'affiliate,campaign,day'],
    ['movement', 'affiliate,brand'],
    ['movement', 'affiliate,brand,product'],
    ['generalV2', 'affiliate,level'],
  ])('of %s by %s leaves the rows that have it in any of their names, days and tokens', async (name, rows) => {
    const asking = { rows, ...(name === 'generalV2' ? { view: 'list' } : {}) }
    const others = ['currency', 'parent', ...rows.split(',').filter((key) => key !== 'day' && key !== 'product')]
    const textsOf = (row: Row) =>
      Object.entries(row).flatMap(([key, value]) => (typeof value === 'string' && !others.includes(key) ? [value] : []))
    const whole = await windowOf(name, asking)
    const sought = new Set(whole.rows.flatMap(textsOf))
    expect(sought.size).toBeGreaterThan(2)
    for (const q of sought)
      expect((await windowOf(name, { ...asking, q })).rows, q).toEqual(
        whole.rows.filter((row) => textsOf(row).some((text) => holdsText(text, q))),
      )
  })

  test('takes signs of patterns for what they are', async () => {
    const names = async (q: string) =>
      (await windowOf('affiliateActivity', { rows: 'affiliate', q })).rows.map((row) => row['affiliate_name'])
    expect([await names('100%'), await names('Bia_'), await names('%_'), await names("' or 1=1 --")]).toEqual([
      ['Zeca 100%'],
      ['Bia_'],
      [],
      [],
    ])
    expect((await windowOf('affiliateActivity', { rows: 'affiliate', q: '  ' })).count).toBe(9)
  })

  test('of days finds days', async () => {
    expect((await windowOf('dashboard', { q: '03-20' })).rows).toMatchObject([{ day: '2030-03-20', turnover: 20 }])
  })

  test('of a tree leaves whole trees, whose rows add up to the total', async () => {
    const [manager, promoter, partner] = programme.partners
    const whole = await windowOf('generalV2')
    for (const { name } of [manager!, promoter!, partner!] as unknown as { name: string }[]) {
      const found = await windowOf('generalV2', { q: name })
      expect(found.rows).toEqual(whole.rows.filter((row) => row['partner'] === manager!.id))
      expect(found.count).toBe(1)
      expect(found.total.turnover).toBe(found.rows[0]!['turnover'])
      expect(additive(found)).toEqual(sums(found))
    }
    expect(await windowOf('generalV2', { q: 'nobody is called so' })).toMatchObject({
      rows: [],
      count: 0,
      total: { turnover: 0 },
    })
  })
})

describe('what is no window', () => {
  const whole = 'a whole number from 0 to 999999999'
  test.each([
    ['limit', '-1', whole],
    ['limit', '1.5', whole],
    ['limit', 'all', whole],
    ['limit', '1e3', whole],
    ['limit', '9999999999', whole],
    ['offset', '-1', whole],
    ['offset', '0x10', whole],
    ['sort', 'turnover', '["column","ASC"]'],
    ['sort', '["turnover"]', '["column","ASC"]'],
    ['sort', '["turnover","UP"]', '["column","DESC"]'],
    ['sort', '[["turnover"],"ASC"]', '["column","ASC"]'],
    ['sort', '{}', '["column","ASC"]'],
    ['sort', '["parent","ASC"]', 'affiliate_name'],
    ['sort', '["turnover; drop table brand","ASC"]', 'turnover'],
    ['sort', '["constructor","ASC"]', 'turnover'],
    ['q', 'a'.repeat(201), '200 characters'],
    ['q', '\u0000', 'a text'],
  ])('%s=%s is refused with 400 that says what can be asked', async (name, value, said) => {
    const answer = await refused('affiliateActivity', { [name]: value })
    expect(answer).toMatchObject({ status: 400, code: 'invalid_request' })
    expect(answer.message).toContain(said)
  })

  test('given twice is refused', async () => {
    for (const name of ['limit', 'offset', 'sort', 'q'])
      expect((await programme.root.get(`/api/report/general?${march}&${name}=1&${name}=2`)).status, name).toBe(400)
  })

  test('names the column that is not there in its details', async () => {
    expect(await refused('movement', { sort: ['affiliate_name', 'ASC'] })).toMatchObject({
      status: 400,
      details: { sort: [{ code: 'unknown_sort' }] },
    })
  })
})

describe('what a reader is not shown', () => {
  test('neither sorts nor is found by key, and answers as what is not there', async () => {
    const [owner] = programme.affiliates
    const key = await buildAccessKey(programme.root, 'affiliate', owner!.id)
    const nobody = clientOf(programme.app)
    const own = { affiliateToken: key, rows: 'affiliate,action' }
    expect((await windowOf('affiliateDetail', own, nobody)).count).toBe(2)
    for (const q of [owner!.name as string, owner!.token as string, `${(owner!.name as string).slice(0, 1)}***`])
      expect(await windowOf('affiliateDetail', { ...own, q }, nobody), q).toMatchObject({ count: 0, rows: [] })
    for (const column of ['affiliate_name', 'affiliate_token'])
      expect(await refused('affiliateDetail', { ...own, sort: [column, 'ASC'] }, nobody), column).toMatchObject({
        status: 400,
        details: { sort: [{ code: 'unknown_sort' }] },
      })
    const sorted = await windowOf('affiliateDetail', { ...own, sort: ['turnover', 'DESC'], limit: 1 }, nobody)
    expect(sorted).toMatchObject({ count: 2, rows: [{ turnover: 100_000 }] })
  })

  test('neither sorts nor is found with a session', async () => {
    const user = await signedIn({
      company: programme.companies[0]!.id,
      allowedBrands: programme.brands.slice(0, 2).map(({ id }) => id),
    })
    const [owner, second] = programme.affiliates
    expect((await windowOf('affiliateDetail', { rows: 'affiliate', q: owner!.name }, user)).count).toBe(1)
    expect((await windowOf('affiliateDetail', { rows: 'affiliate', q: owner!.token }, user)).count).toBe(0)
    expect((await windowOf('affiliateDetail', { rows: 'affiliate', q: owner!.token })).count).toBe(1)
    expect(
      await refused('affiliateDetail', { rows: 'affiliate', sort: ['affiliate_token', 'ASC'] }, user),
    ).toMatchObject({ status: 400 })
    const players = { rows: 'player', affiliate: String(second!.id) }
    expect((await windowOf('affiliateDetail', { ...players, q: 'ana-of' }, user)).count).toBe(0)
    expect((await windowOf('affiliateDetail', { ...players, q: 'ana-of' })).count).toBe(1)
    expect(await refused('affiliateDetail', { ...players, sort: ['player_ref', 'ASC'] }, user)).toMatchObject({
      status: 400,
    })
  })

  test('does not show in the order of masked rows', async () => {
    const manager = programme.partners[0]!
    const key = await buildAccessKey(programme.root, 'partner', manager.id)
    const { rows } = await windowOf('partners', { partnerToken: key, rows: 'affiliate' }, clientOf(programme.app))
    const shown = rows.map((row) => [row['affiliate_name'] as string, row['affiliate'] as number] as const)
    for (const [index, [name, id]] of shown.entries())
      if (shown[index - 1]?.[0] === name) expect(id).toBeGreaterThan(shown[index - 1]![1])
    expect(shown.length).toBeGreaterThan(3)
  })
})
