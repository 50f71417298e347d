import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, addMonths, endOfMonth } from '#engine/values/calendar.ts'
import { paybackMonth } from '#rules/activity/payback.ts'
import { buildCumulativeTotals } from '#features/reporting/server/cumulativeSums/foldSums.ts'
import { verifyCumulativeTotals } from '#features/reporting/server/cumulativeSums/verifySums.ts'
import {
  buildAccessKey,
  buildAction,
  buildBrand,
  buildCampaign,
  buildStaff,
  type BuiltRecord,
} from '#tests/support/builders.ts'
import { type Client, clientOf } from '#tests/support/office.ts'
import { roleKeys } from '#resources/roles.ts'
import { openProgramme, type Programme } from './support/programme.ts'
import { type AnsweredReport, sumOf } from './support/tieOut.ts'

let programme: Programme
let foreign: { readonly brand: BuiltRecord; readonly link: BuiltRecord; readonly key: string }
let readers: readonly Client[]
let serial = 0

beforeAll(async () => {
  programme = await openProgramme()
  const { app, root, companies, brands, affiliates, partners } = programme
  const brand = await buildBrand(root, { company: companies[0]!.id, currency: 'EUR' })
  const shared = (await root.get(`/api/affiliate/${affiliates[0]!.id}`)).body
  await root.put(`/api/affiliate/${shared.id}`, { name: shared.name, brands: [brands[0]!.id, brands[1]!.id, brand.id] })
  const campaign = await buildCampaign(root, { brand: brand.id })
  const link = await buildAction(root, { campaign: campaign.id, affiliate: affiliates[0]!.id })
  const key = (await root.post(`/api/brand/${brand.id}/ingest_key`)).body.key as string
  foreign = { brand, link, key }
  const staff = { company: companies[0]!.id, roles: [...roleKeys] }
  readers = [
    root,
    await buildStaff(app, root, { ...staff, allowedBrands: [brands[0]!.id] }),
    await buildStaff(app, root, { ...staff, allowedBrands: [brands[0]!.id, brands[1]!.id], partner: partners[1]!.id }),
  ]
})
afterAll(() => programme.close())

const first = '2030-02-01'
const last = '2030-05-31'
/** Four months; any of their days. */
const day = fc.nat(118).map((number) => addDays(first, number))

/** Links that one ingest key may name; the last is of a brand with another currency. */
const links = () => [...programme.links.slice(0, 4), foreign.link]

const event = fc.record({
  link: fc.nat(4),
  player: fc.nat(5),
  country: fc.constantFrom('BR', 'PT', ''),
  type: fc.constantFrom('registration', 'deposit', 'deposit', 'bet', 'bet', 'win', 'bonus', 'click'),
  product: fc.constantFrom('bets', 'games', 'lotto'),
  day,
  cents: fc.integer({ min: 1, max: 99_999 }),
})
type Told = typeof event extends fc.Arbitrary<infer Value> ? Value : never

/** Sends events as platforms do; some name a link, some leave it to the player's registration. */
async function send(events: readonly Told[]): Promise<void> {
  for (const [isForeign, told] of Map.groupBy(events, ({ link }) => link === 4)) {
    const body = told.map(({ link, player, country, type, product, day: on, cents }) => ({
      event_id: `cohort-${(serial += 1)}`,
      type,
      occurred_at: `${on}T10:00:00Z`,
      player_ref: type === 'click' ? '' : `cohort-player-${player}`,
      action_token: ['bonus'].includes(type) ? '' : links()[link]!.token,
      product: ['bet', 'win', 'bonus'].includes(type) ? product : '',
      amount: ['click', 'registration'].includes(type) ? '' : (cents / 100).toFixed(2),
      country: type === 'registration' ? country : '',
    }))
    const authorization = `Bearer ${isForeign ? foreign.key : await ownKey()}`
    const answer = await programme.nobody.post('/ingest/events', body, { authorization })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  }
}
let key: string | undefined
async function ownKey(): Promise<string> {
  key ??= (await programme.root.post(`/api/brand/${programme.brands[0]!.id}/ingest_key`)).body.key as string
  return key
}

const steps = fc.oneof(
  { weight: 5, arbitrary: fc.array(event, { minLength: 1, maxLength: 12 }).map((events) => ({ events })) },
  { weight: 2, arbitrary: fc.tuple(day, fc.nat(40)).map((close) => ({ close })) },
  { weight: 3, arbitrary: day.map((fold) => ({ fold })) },
  { weight: 1, arbitrary: fc.record({ from: fc.nat(3), to: fc.nat(3), day }).map((move) => ({ move })) },
)
type Step = typeof steps extends fc.Arbitrary<infer Value> ? Value : never

async function happen(step: Step): Promise<void> {
  if ('events' in step) return send(step.events)
  if ('close' in step) return programme.closeDays(step.close[0], addDays(step.close[0], step.close[1]))
  if ('fold' in step) return buildCumulativeTotals(programme.database, step.fold)
  await sql`insert into affiliate_history (record, valid_from, reward_profile, partner)
    select id, ${step.move.day}::text::date, reward_profile, ${programme.partners[step.move.to]!.id}::bigint
      from affiliate where id = ${programme.affiliates[step.move.from]!.id}
    on conflict (record, valid_from) do update set partner = excluded.partner`.execute(programme.database.db)
}

async function ask(client: Client, query: string): Promise<AnsweredReport & { rows: Row[]; totals: Row[] }> {
  const { status, body } = await client.get(`/api/report/cohorts?${query}`)
  expect({ status, code: body.code }, query).toEqual({ status: 200, code: undefined })
  return body
}
type Row = Readonly<Record<string, any>>

/** What events come to by cohort, worked out one by one from what is stored of players. */
async function counted(
  cohortBy: string,
): Promise<Map<string, { deposits: number; registrations: number; turnover: number }>> {
  const { rows } = await sql<{
    day: string
    began: string | null
    type: string
    amount: string
    currency: string
  }>`select event.day::text as day, ${sql.ref(cohortBy === 'firstDeposit' ? 'first_deposit_day' : 'registered_day')}::text as began,
      event.type, event.amount::text as amount, brand.currency
    from event join brand on brand.id = event.brand left join player on player.id = event.player
    where event.action is not null`.execute(programme.database.db)
  const cells = new Map<string, { deposits: number; registrations: number; turnover: number }>()
  for (const { day: on, began, type, amount, currency } of rows) {
    const isIn = began !== null && began <= on
    const key = `${currency} ${isIn ? began.slice(0, 7) : null} ${isIn ? monthsBetween(began, on) : null}`
    const cell = cells.get(key) ?? { deposits: 0, registrations: 0, turnover: 0 }
    cells.set(key, cell)
    const cents = Math.round(Number(amount) * 100)
    if (type === 'deposit') cell.deposits += cents
    if (type === 'bet') cell.turnover += cents
    if (type === 'registration') cell.registrations += 1
  }
  return cells
}
const monthsBetween = (since: string, on: string) =>
  (Number(on.slice(0, 4)) - Number(since.slice(0, 4))) * 12 + Number(on.slice(5, 7)) - Number(since.slice(5, 7))
const cents = (value: unknown) => Math.round(Number(value) * 100)

const additive = [
  'registrations',
  'ftd',
  'deposit_count',
  'deposits',
  'turnover',
  'ggr',
  'ngr',
  'qty_cpa',
  'cpa_reward',
  'affiliate_reward',
]

/** Movement of the same months by the general report, added up. */
async function movementOf(
  client: Client,
  from: string,
  to: string,
  more = '',
): Promise<Map<string, Record<string, number>>> {
  const sums = new Map<string, Record<string, number>>()
  for (let month = from; month <= to; month = addMonths(month, 1)) {
    for (const report of ['affiliateActivity', 'cpa']) {
      const { body } = await client.get(`/api/report/${report}?from=${month}&to=${endOfMonth(month)}&limit=0${more}`)
      for (const total of body.totals as Row[]) {
        const sum = sums.get(total['currency']) ?? {}
        sums.set(total['currency'], sum)
        const names = report === 'cpa' ? ['deposit_count', 'cpa_reward'] : additive
        for (const name of names) if (name in total) sum[name] = (sum[name] ?? 0) + cents(total[name])
      }
    }
  }
  return sums
}

describe('a report by cohort', () => {
  it('has cells that equal movement and commission to the cent, and each its own players, whatever happened', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(steps, { minLength: 3, maxLength: 8 }), fc.nat(2), async (happened, reader) => {
        for (const each of happened) await happen(each)
        for (const cohortBy of ['registration', 'firstDeposit']) {
          const answer = await ask(programme.root, `from=${first}&to=${last}&cohortBy=${cohortBy}`)
          const cells = await counted(cohortBy)
          for (const row of answer.rows) {
            const cell = cells.get(`${row['currency']} ${row['cohort']} ${row['since']}`)
            expect(
              {
                deposits: cents(row['deposits']),
                registrations: row['registrations'],
                turnover: cents(row['turnover']),
              },
              `${cohortBy} ${row['cohort']} ${row['since']}`,
            ).toEqual(cell ?? { deposits: 0, registrations: 0, turnover: 0 })
          }
        }
        for (const client of [programme.root, readers[reader]!]) {
          const answer = await ask(client, `from=${first}&to=${last}`)
          const movement = await movementOf(client, first, last)
          for (const total of answer.totals) {
            const rows = answer.rows.filter(({ currency }) => currency === total['currency'])
            for (const name of additive) {
              const sum = cents(sumOf(rows, name))
              expect(sum, `${name} of rows and total`).toBe(cents(total[name]))
              expect(sum, `${name} of cohorts and movement`).toBe(movement.get(total['currency'])?.[name] ?? 0)
            }
          }
        }
        expect(await verifyCumulativeTotals(programme.database.db)).toEqual([])
      }),
      { numRuns: 12, endOnFailure: true },
    )
  }, 240_000)

  it('opens a cell into what it consists of, equal to the cent', async () => {
    const { root } = programme
    const { rows } = await ask(root, `from=${first}&to=${last}&cohortBy=firstDeposit`)
    const cells = rows.filter(({ cohort, since }) => cohort !== null && since !== null)
    expect(cells.length).toBeGreaterThan(0)
    for (const cell of cells.slice(0, 6)) {
      const month = addMonths(`${cell['cohort']}-01`, cell['since'])
      const own = `from=${month}&to=${endOfMonth(month)}&cohortBy=firstDeposit&cohort=${cell['cohort']}`
      for (const inside of ['affiliate', 'action', 'country', 'campaign', 'brand']) {
        const opened = await ask(root, `${own}&rows=${inside}`)
        const ofCurrency = opened.rows.filter(({ currency }) => currency === cell['currency'])
        for (const name of additive)
          expect(cents(sumOf(ofCurrency, name)), `${inside} ${name} ${own}`).toBe(cents(cell[name]))
      }
    }
  })

  it('shows an affiliate its own players and a partner those below it', async () => {
    const { app, root, affiliates, partners } = programme
    const period = `from=${first}&to=${last}&rows=affiliate`
    const ofEach = ({ rows }: { rows: Row[] }) => rows.map((row) => [row['affiliate'], row['currency'], row['ngr']])
    for (const [kind, record, narrowed] of [
      ['partner', partners[1]!, `partner=${partners[1]!.id}`],
      ['affiliate', affiliates[0]!, `affiliate=${affiliates[0]!.id}`],
    ] as const) {
      const token = await buildAccessKey(root, kind, record.id, { scope: 'signIn' })
      const { accessToken } = (await programme.nobody.post(`/login/${kind}`, { token })).body as { accessToken: string }
      const own = ofEach(await ask(clientOf(app, accessToken), period))
      expect(own.length, kind).toBeGreaterThan(0)
      expect(own, kind).toEqual(ofEach(await ask(root, `${period}&${narrowed}`)))
    }
  })

  it('answers after how many months NGR covered what CPA was paid, in whatever window, and files say it', async () => {
    const query = `from=2029-06-01&to=${last}`
    const answer = await ask(programme.root, query)
    const { payback } = answer as unknown as { payback: { cohort: string; currency: string; months: number | null }[] }
    expect(payback.some(({ months }) => months !== null)).toBe(true)
    const byCohort = Map.groupBy(
      answer.rows.filter(({ cohort }) => typeof cohort === 'string' && cohort >= '2029-06'),
      ({ cohort, currency }) => `${String(cohort)} ${String(currency)}`,
    )
    expect(payback.map(({ cohort, currency }) => `${cohort} ${currency}`).toSorted()).toEqual(
      [...byCohort.keys()].toSorted(),
    )
    for (const { cohort, currency, months } of payback) {
      const paid = byCohort
        .get(`${cohort} ${currency}`)!
        .map((row) => ({ since: Number(row['since']), ngr: Number(row['ngr']), cpa: Number(row['cpa_reward']) }))
      expect(months).toBe(paybackMonth(paid))
    }
    for (const other of [`${query}&limit=1`, `${query}&rows=cohort`, `${query}&sort=["ngr","DESC"]`])
      expect((await ask(programme.root, other)) as object).toMatchObject({ payback })
    expect((await ask(programme.root, `${query}&limit=1&offset=1`)) as object).not.toHaveProperty('payback')
    const sheet = await programme.root.post('/api/me/sheet', {
      report: 'cohorts',
      query,
      name: 'Cohorts',
      language: 'en',
      days: 1,
    })
    const { body: text } = await programme.nobody.get(new URL(sheet.body.url).pathname)
    const [head, ...lines] = (text as string)
      .trim()
      .split('\r\n')
      .map((line) => line.replace('\uFEFF', '').slice(1, -1).split('","'))
    const [cohortPlace, currencyPlace, place] = [head!.indexOf('Cohort'), head!.indexOf('Currency'), head!.length - 2]
    expect(head![place]).toBe('CPA paid back in (months)')
    for (const line of lines.filter((each) => each[cohortPlace]! >= '2029-06')) {
      const own = payback.find(
        ({ cohort, currency }) => cohort === line[cohortPlace] && currency === line[currencyPlace],
      )
      expect(line[place]).toBe(own?.months == null ? '' : String(own.months))
    }
  })

  it('covers 36 months at most, and refuses what sums by cohort do not know', async () => {
    const status = async (query: string) => (await programme.root.get(`/api/report/cohorts?${query}`)).status
    expect(await status('from=2027-06-01&to=2030-05-31')).toBe(200)
    expect(await status('from=2027-06-01&to=2030-06-01')).toBe(400)
    for (const more of [
      'currency=EUR',
      'knownAt=2030-05-01T00:00:00Z',
      'cohortBy=luck',
      'cohort=2030-13',
      'country=BRA',
    ])
      expect(await status(`from=${first}&to=${last}&${more}`), more).toBe(400)
  })

  it('is read from kept sums where nothing changed, and from the events where something did', async () => {
    const { root, affiliates, database } = programme
    await buildCumulativeTotals(database, last)
    const of = async (query: string) =>
      cents((await ask(root, `from=${first}&to=${last}${query}`)).totals[0]!['turnover'])
    const [brands, one] = ['', `&affiliate=${affiliates[3]!.id}`]
    const [before, beforeOne] = [await of(brands), await of(one)]
    await send([{ link: 3, player: 9, country: '', type: 'click', product: 'bets', day: '2030-04-02', cents: 1 }])
    await buildCumulativeTotals(database, last)
    // Shows who answered: nothing but the worker writes here.
    for (const table of ['cohort_month', 'cohort_total'])
      await sql`update ${sql.table(table)} set turnover = turnover + 700 where ctid = (select ctid from ${sql.table(table)}
        where month = '2030-04-01' and clicks > 0 and brand = ${programme.brands[0]!.id} ${table === 'cohort_month' ? sql`and affiliate = ${affiliates[3]!.id}` : sql`and axis = 'registered'`}
        limit 1)`.execute(database.db)
    expect(await of(one)).toBe(beforeOne + 700)
    expect(await of(brands)).toBe(before + 700)
    expect((await verifyCumulativeTotals(database.db)).map(({ table }) => table)).toContain('cohort_month')
    await send([{ link: 3, player: 9, country: '', type: 'click', product: 'bets', day: '2030-04-02', cents: 1 }])
    expect(await of(one)).toBe(beforeOne)
    await buildCumulativeTotals(database, last)
    expect([await of(brands), await of(one)]).toEqual([before, beforeOne])
    expect(await verifyCumulativeTotals(database.db)).toEqual([])
  })

  it('keeps the notes that a server takes which knows of no cohorts', async () => {
    const { database } = programme
    await buildCumulativeTotals(database, last)
    await send([{ link: 1, player: 8, country: '', type: 'click', product: 'bets', day: '2030-03-05', cents: 1 }])
    await sql`delete from running_mark`.execute(database.db)
    const { rows } = await sql`select day::text from cohort_mark`.execute(database.db)
    expect(rows).toEqual([{ day: '2030-03-05' }])
  })
})
