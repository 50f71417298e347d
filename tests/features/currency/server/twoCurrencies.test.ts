import diagnostics from 'node:diagnostics_channel'
import { inflateRawSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { measures } from '#resources/measures.ts'
import { reports } from '#resources/reports/index.ts'
import { fenceOf } from '#tests/contract/rowSecurity/routes.ts'
import { buildBrand, buildCompany, buildPeriod, uniqueCpf } from '#tests/support/builders.ts'
import { type Client, type Office, openOffice } from '#tests/support/office.ts'
import { bytesOf, contextOf, fileOf, makeFiles, order } from '#tests/features/reporting/server/downloads/support.ts'
import { payAutomatically } from '#features/payouts/server/disbursement/payAutomatically.ts'
import { makeWorld, type World } from '#tests/support/money/world.ts'

/*
 * No answer adds two currencies. In random offices all amounts in the one are whole thousands, and everything in the
 * other together is less than a thousand and no whole number: a sum over both is a large number that is no whole
 * thousand, wherever it stands. Every route that answers is asked, a new one by itself (contract/fence/routes.ts).
 * CURRENCY_OFFICES says how many offices.
 */
const offices = Number(process.env.CURRENCY_OFFICES ?? 2)
const now = () => new Date('2026-02-15T12:00:00Z')
const thousand = 1000
/** Below it are numbers that are no large amounts: ids, counts, days. */
const largest = 100_000

/** The same choices in every run. */
class Dice {
  #state: number
  constructor(seed: number) {
    this.#state = seed * 7919 + 17
  }
  below(limit: number): number {
    this.#state = (this.#state * 48_271) % 2_147_483_647
    return this.#state % limit
  }
}

const routes = new Set<string>()
const collect = (message: unknown) => {
  const { fastify } = message as {
    fastify: { addHook(name: 'onRoute', hook: (route: { method: string | string[]; url: string }) => void): void }
  }
  fastify.addHook('onRoute', ({ method, url }) => [method].flat().forEach((each) => routes.add(`${each} ${url}`)))
}

/** What is made by dividing: of one currency, but no whole thousand. */
const ratios = Object.entries(measures as Readonly<Record<string, { readonly unit: string }>>)
  .filter(([, { unit }]) => unit === 'ratio')
  .map(([name]) => name)
/** What is no amount at all. */
const limits = ['.bytesMax', '.everySeconds']
const isRatio = (name: string) => [...ratios, ...limits].some((each) => name.endsWith(each))
const isMixed = (value: number) =>
  Math.abs(value) >= largest && Math.abs(Math.round(value * 100)) % (thousand * 100) !== 0

function mixedInJson(value: unknown, path: string): string[] {
  if (typeof value === 'number') return isMixed(value) && !isRatio(path) ? [`${path} ${value}`] : []
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([name, each]) => mixedInJson(each, `${path}.${name}`))
}
const mixedInCsv = (text: string) =>
  [...text.matchAll(/"(-?\d+[.,]\d{2})"/g)]
    .map(([, cell]) => cell!)
    .filter((cell) => isMixed(Number(cell.replace(',', '.'))))
const mixedInSheets = (text: string) =>
  [...text.matchAll(/<v>(-?[\d.]+)<\/v>/g)].map(([, cell]) => cell!).filter((cell) => isMixed(Number(cell)))

/** The text of a packed file. */
function unpacked(bytes: Buffer): string {
  const texts: string[] = []
  const head = Buffer.from('PK\u0001\u0002', 'latin1')
  for (let at = bytes.indexOf(head); at >= 0; at = bytes.indexOf(head, at + 4)) {
    const [method, size, local] = [
      bytes.readUInt16LE(at + 10),
      bytes.readUInt32LE(at + 20),
      bytes.readUInt32LE(at + 42),
    ]
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
    const data = bytes.subarray(start, start + size)
    texts.push((method === 0 ? data : inflateRawSync(data)).toString('utf8'))
  }
  return texts.join('\n')
}

function mixedIn(bytes: Buffer, type: string): string[] {
  if (bytes.subarray(0, 2).toString('latin1') === 'PK') return mixedInSheets(unpacked(bytes))
  if (type.startsWith('text/csv')) return mixedInCsv(bytes.toString('utf8'))
  return type.startsWith('application/json') ? mixedInJson(JSON.parse(bytes.toString('utf8')), '') : []
}

/** An office: brands of two currencies, affiliates of both below partners, days, late activity, payments, a period. */
async function build(office: Office, dice: Dice): Promise<void> {
  const { root } = office
  const world: World = makeWorld(office.database, { now: now() })
  const company = (await buildCompany(root)).id
  const brands: { id: number; isLarge: boolean }[] = []
  // One brand of large amounts: what is split by brands in proportion is no whole thousand.
  for (const currency of ['BRL', 'USD', ...(dice.below(2) ? ['USD'] : [])]) {
    const { id } = await buildBrand(root, { company, currency })
    brands.push({ id, isLarge: currency === 'BRL' })
  }
  const level = await world.level(1)
  const partners = [await world.partner({ level, percentage: 10 }), await world.partner({ level, percentage: 20 })]
  const percent = (productType: 'bets' | 'games', percentage: number) =>
    ({ productType, subType: 'turnover', percentage }) as const
  const carryOver = dice.below(2) ? 'full' : 'none'
  const profiles = [
    await world.profile([percent('bets', 30), percent('games', 20)], carryOver),
    await world.profile([percent('bets', 10)], 'none'),
  ]
  const affiliates: number[] = []
  for (let count = 3 + dice.below(3); count > 0; count -= 1) {
    const partner = [null, ...partners][dice.below(3)]!
    const affiliate = await world.affiliate({ profile: profiles[dice.below(2)]!, partner })
    const cpf = uniqueCpf()
    await sql`update affiliate set cpf = ${cpf}, email = ${`${cpf}@example.com`}, document_type = 'cpf', document = ${cpf}
      where id = ${affiliate}`.execute(office.database.db)
    affiliates.push(affiliate)
  }
  const ids = `{${brands.map(({ id }) => id).join(',')}}`
  await sql`update affiliate set brands = ${ids}::text::bigint[]`.execute(office.database.db)
  const move = async (day: number) => {
    for (const affiliate of affiliates)
      for (const { id, isLarge } of brands) {
        if (dice.below(4) === 0) continue
        const turnover = isLarge ? (1 + dice.below(9)) * 10_000_000 : 1.07 + dice.below(90) / 100
        const product = dice.below(3) === 0 ? 'games' : 'bets'
        await world.activity({
          affiliate,
          brand: id,
          day: `2026-01-${String(day).padStart(2, '0')}`,
          turnover,
          product,
          bets: 1,
        })
      }
  }
  for (const day of [3, 4, 20]) await move(day)
  await world.close('2026-01-01', '2026-01-31')
  for (const affiliate of affiliates.slice(0, 2))
    for (const currency of ['BRL', 'USD']) {
      const paid = { paidAt: '2026-02-03', reference: `R-${affiliate}-${currency}`, currency }
      // Somebody who earned nothing in it is paid nothing: there is no entry (409), or there are entries of 0.00 (422).
      expect([200, 409, 422]).toContain((await root.post(`/api/payment/affiliate/${affiliate}/manual`, paid)).status)
    }
  // What comes late is adjusted, in its own currency.
  await move(4)
  await world.close('2026-01-04')
  const { rows: companies } = await sql<{ id: number }>`select distinct company as id from affiliate`.execute(
    office.database.db,
  )
  const period = await buildPeriod(root, { company: companies[0]!.id, from: '2026-01-01', to: '2026-01-31' })
  // And what comes after it was locked.
  await sql`update period set state = 'locked' where id = ${period.id}`.execute(office.database.db)
  await move(20)
  await world.close('2026-01-20')
}

/** Every id of an entity. */
async function idsOf(office: Office, entity: string): Promise<number[]> {
  const table = entity.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  const { rows } = await sql<{ id: number }>`select id from ${sql.table(table)} order by id limit 25`.execute(
    office.database.db,
  )
  return rows.map(({ id }) => id)
}

/** Everything that is asked of an office: each route that is read, for every record it is about. */
async function addressesOf(office: Office): Promise<string[]> {
  const addresses: string[] = []
  for (const route of routes) {
    const fence = route.startsWith('GET ') ? fenceOf(route) : null
    if (fence?.kind !== 'walk' || /openapi|metrics|activityLog/.test(route)) continue
    const ids = fence.entity ? await idsOf(office, fence.entity) : []
    for (const path of fence.paths) {
      const all = path.includes(':foreign') ? ids.map((id) => path.replaceAll(':foreign', String(id))) : [path]
      addresses.push(...all)
      if (path.includes('/statement/'))
        addresses.push(...all.flatMap((each) => ['BRL', 'USD'].map((one) => `${each}&currency=${one}`)))
    }
  }
  return addresses
}

beforeAll(() => diagnostics.subscribe('fastify.initialization', collect))
afterAll(() => diagnostics.unsubscribe('fastify.initialization', collect))

describe('two currencies are never added', () => {
  test.each(Array.from({ length: offices }, (_, number) => number))(
    'in any answer of office %i',
    async (number) => {
      const office = await openOffice({ now })
      try {
        await build(office, new Dice(number))
        const { root } = office
        const headers = { authorization: `Bearer ${root.token}` }
        const [mixed, answered]: [string[], Set<string>] = [[], new Set()]
        const look = (address: string, bytes: Buffer, type: string) => {
          mixed.push(...mixedIn(bytes, type).map((found) => `${address}: ${found}`))
          if (/[1-9]\d{6,}/.test(bytes.toString('latin1'))) answered.add(address.split('?')[0]!.replace(/\d+/g, ':id'))
        }
        for (const url of await addressesOf(office)) {
          const { rawPayload, headers: of } = await office.app.inject({ url, headers })
          look(url, rawPayload, String(of['content-type'] ?? ''))
        }
        await lookAtTrials(root, office, look)
        await lookAtFiles(root, office, look)
        await lookAtPaying(root, office, look)
        expect(mixed).toEqual([])
        // That the law is about something: large amounts were in what was looked at.
        for (const path of [
          '/api/entry',
          '/api/payment',
          '/api/ledger',
          '/api/period/:id/bridge',
          '/api/statement/affiliate/:id',
          '/api/report/movement',
        ])
          expect([...answered]).toContain(path)
      } finally {
        await office.close()
      }
    },
    300_000,
  )
})

type Look = (address: string, bytes: Buffer, type: string) => void

/** What a rule would have come to. */
async function lookAtTrials(root: Client, office: Office, look: Look): Promise<void> {
  for (const [name, values] of [
    ['reward', { percentage: 40 }],
    ['rewardProfile', {}],
    ['partnerLevel', {}],
  ] as const)
    for (const id of await idsOf(office, name)) {
      const { body } = await root.post(`/api/${name}/${id}/what_if`, { month: '2026-01', values })
      look(`what_if ${name} ${id}`, Buffer.from(JSON.stringify(body)), 'application/json')
    }
}

/** Files of reports that a job makes. */
async function lookAtFiles(root: Client, office: Office, look: Look): Promise<void> {
  const made: [string, number][] = []
  for (const report of Object.keys(reports).filter((name) =>
    ['movement', 'affiliates', 'partners', 'general'].includes(name),
  ))
    for (const format of ['csv', 'xlsx']) {
      const { id } = await order(root, { report, format, query: 'from=2026-01-01&to=2026-01-31' })
      made.push([`${report}.${format}`, id])
    }
  await makeFiles(contextOf(office, now))
  for (const [name, id] of made) {
    expect((await fileOf(root, id))?.state, name).toBe('ready')
    look(`file ${name}`, await bytesOf(office.app, root, id), name.endsWith('csv') ? 'text/csv' : '')
  }
}

interface Payable {
  readonly kind: string
  readonly id: number
  readonly currency: string
  readonly pendingValue: number
  readonly paymentType: string | null
}

/** Everything that is said of money while and after it is paid. */
async function lookAtPaid(root: Client, office: Office, look: Look): Promise<void> {
  const [owners, payments] = ['/api/payment/owners?from=0&to=199', '/api/payment?range=[0,199]']
  const ids = (await idsOf(office, 'payment')).slice(-4)
  const affiliates = (await idsOf(office, 'affiliate')).slice(0, 2)
  const addresses = [
    owners,
    payments,
    '/api/payment/export?format=csv',
    '/api/payment/export?format=xlsx',
    '/api/dashboard/inbox',
    '/api/ledger?from=2026-01-01&to=2026-02-28',
    '/api/report/paymentByAffiliate?from=2026-02-01&to=2026-02-28',
    '/api/job/automaticPayments',
    ...ids.map((id) => `/api/payment/${id}`),
    ...affiliates.flatMap((id) =>
      ['BRL', 'USD'].map((one) => `/api/statement/affiliate/${id}?from=2026-01-01&to=2026-02-28&currency=${one}`),
    ),
  ]
  for (const url of addresses) {
    const headers = { authorization: `Bearer ${root.token}` }
    const { statusCode, rawPayload, headers: of } = await office.app.inject({ url, headers })
    expect([url, statusCode]).toEqual([url, 200])
    look(`paid: ${url}`, rawPayload, String(of['content-type'] ?? ''))
  }
  const { rows: mixed } = await sql`select payment.id from payment
    join payment_entry held on held.payment = payment.id join entry on entry.id = held.entry
    where held.holds or payment.state = 'settled' group by payment.id
    having bool_or(entry.currency <> payment.currency) or sum(entry.value) <> payment.value`.execute(office.database.db)
  expect(mixed).toEqual([])
}

/** A pay run, and what the job pays by the calendar of a company: after taxes, each owner once a currency. */
async function lookAtPaying(root: Client, office: Office, look: Look): Promise<void> {
  const { db } = office.database
  await sql`update affiliate set payment_type = 'automatic', payment_key_type = 'email',
    payment_key = 'owner' || id || '@example.com' where id % 2 = 0`.execute(db)
  const [company] = (await sql<{ id: number }>`select distinct company as id from affiliate`.execute(db)).rows
  for (const currency of ['BRL', 'USD']) {
    const table = { tax: 'irrf', ownerKind: 'cpf', currency, from: '2026-01-01', brackets: [{ from: 0, rate: 10 }] }
    const loaded = await root.post(`/api/tax?company=${company!.id}`, { ...table, source: 'An example' })
    expect(loaded.status).toBe(200)
  }
  const { rows } = (await root.get('/api/payment/owners?from=0&to=199')).body as { rows: readonly Payable[] }
  const owed = rows.filter(({ pendingValue }) => pendingValue > 0)
  const payees = owed
    .filter((_, place) => place % 2 === 0)
    .map(({ kind, id, currency, pendingValue: value, paymentType }) => {
      return { kind, id, currency, value, method: paymentType ?? 'manual' }
    })
  const paid = { paidAt: '2026-02-14', reference: 'R', note: null }
  const { status, body } = await root.post('/api/payment/run', { payees, ...paid })
  expect([status, body.payments.length > 0]).toEqual([200, true])
  look('pay run', Buffer.from(JSON.stringify(body)), 'application/json')
  await lookAtPaid(root, office, look)
  // It is Sunday: the company pays on Tuesdays, then every day.
  const context = contextOf(office, now)
  await sql`update company set pay_rhythm = 'week', pay_day = 2`.execute(db)
  const none = await payAutomatically(context)
  expect(none.created).toBe(0)
  await sql`update company set pay_rhythm = 'day', pay_day = null`.execute(db)
  await sql`update affiliate set payment_type = 'automatic', payment_key_type = 'email',
    payment_key = 'owner' || id || '@example.com'`.execute(db)
  const all = await payAutomatically(context)
  expect(all.created).toBeGreaterThan(0)
  look('pay day', Buffer.from(JSON.stringify([none, all])), 'application/json')
  await lookAtPaid(root, office, look)
}
