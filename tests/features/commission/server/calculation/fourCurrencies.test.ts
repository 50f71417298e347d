import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { roleKeys } from '#resources/roles.ts'
import { systemActor } from '#engine/declaration/actor.ts'
import { inTransaction } from '#engine/server/database/transaction.ts'
import { addDays } from '#engine/values/calendar.ts'
import { bookableCurrencies, decimalsOf, fitsCurrency } from '#engine/values/currencies.ts'
import { roundMoney, sumMoney } from '#engine/values/money.ts'
import { eventChecker } from '#features/activity/server/write/incomingEvent.ts'
import { recordEvents } from '#features/activity/server/write/recordEvents.ts'
import type { EntryExplanation, ExplainedLine } from '#features/commission/answers/explanation.ts'
import type { Statement } from '#features/ledger/answers/statement.ts'
import { applyGatewayResult } from '#features/payouts/server/disbursement/applyGatewayResult.ts'
import { createPayment } from '#features/payouts/server/payments/createPayment.ts'
import { lockPayment, movePayment } from '#features/payouts/server/payments/payment.ts'
import { type TaxTable, withhold } from '#rules/payouts/withholding.ts'
import { buildAction, buildBrand, buildRaw } from '#tests/features/activity/server/support/activity.ts'
import { buildStaff, homeCompany, uniqueCpf } from '#tests/support/builders.ts'
import { openPayoutOffice, type PayoutOffice } from '#tests/support/money/payoutOffice.ts'
import { makeWorld, type RewardTerms, type World } from '#tests/support/money/world.ts'
import type { Client } from '#tests/support/office.ts'

/*
 * Histories of affiliates with activity in four currencies: events, closes of any days, late events, payments by hand in
 * parts and by the gateway, returns, taxes, adjustments, corrected deals and moved players. Afterwards every figure is
 * explained by what stands under it. HISTORIES=10000 makes so many; each office of them has twelve.
 */
const histories = Number(process.env.HISTORIES ?? 48)
const perOffice = 12

const currencies = ['BRL', 'USD', 'EUR', 'JPY'] as const
const [firstDay, lastDay] = ['2030-01-01', '2030-02-28'] as const
const paidMonth = '2030-03-01'

let office: PayoutOffice
let world: World
let company: number
let people: [Client, Client]
const brands: Awaited<ReturnType<typeof buildBrand>>[] = []
const tables: readonly TaxTable[] = [
  { tax: 'inss', after: [], brackets: [{ from: 0, rate: 11, deduct: 0 }], ceiling: 90 },
  {
    tax: 'irrf',
    after: ['inss'],
    brackets: [
      { from: 0, rate: 0, deduct: 0 },
      { from: 100, rate: 7.5, deduct: 7.5 },
    ],
    ceiling: null,
  },
]

beforeAll(async () => {
  office = await openPayoutOffice()
  world = makeWorld(office.database, { now: office.context.now() })
  company = await homeCompany(office.root)
  for (const currency of currencies) {
    brands.push(await buildBrand(office.database, { company, currency }))
    for (const { after: _, ...table } of tables) {
      const said = { ownerKind: 'cpf', from: '2026-01-01', source: 'An example', currency, ...table }
      expect((await office.root.post(`/api/tax?company=${company}`, said)).body).toMatchObject({ currency })
    }
  }
})
afterAll(() => office.close())

async function signIn(): Promise<void> {
  const root = await office.asRoot()
  const rights = { company, allowedBrands: brands.map(({ id }) => id), roles: [...roleKeys] }
  people = [await buildStaff(office.app, root, rights), await buildStaff(office.app, root, rights)]
}

const rate = fc.constantFrom(5, 12.5, 30, 33.33, 45)
const deal = fc.record({
  games: fc.record({
    subType: fc.constantFrom('ngr', 'ggr', 'turnover'),
    adminFee: fc.constantFrom(0, 12.5),
    percentage: rate,
  }),
  lotto: fc.record({ subType: fc.constantFrom('ngr', 'turnover'), percentage: rate }),
  value: fc.constantFrom(10, 33.33),
  carryOver: fc.constantFrom('none' as const, 'full' as const),
  isByHand: fc.boolean(),
})
const who = fc.nat({ max: perOffice - 1 })
const happening = fc.record({
  who,
  brand: fc.nat({ max: currencies.length - 1 }),
  player: fc.nat({ max: 1 }),
  day: fc.nat({ max: 58 }),
  type: fc.constantFrom('bet', 'bet', 'win', 'bonus', 'chargeback', 'deposit'),
  product: fc.constantFrom('games', 'lotto'),
  units: fc.integer({ min: 1, max: 60_000 }),
})
const currency = fc.constantFrom(...currencies)
const part = fc.option(fc.integer({ min: 1, max: 99 }))
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('arrive' as const),
      events: fc.array(happening, { minLength: 10, maxLength: 40 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('close' as const),
      days: fc.tuple(fc.nat({ max: 58 }), fc.nat({ max: 58 })),
    }),
  },
  { weight: 8, arbitrary: fc.record({ does: fc.constant('pay' as const), who, currency, part }) },
  { weight: 4, arbitrary: fc.record({ does: fc.constant('hear' as const), isReturned: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('adjust' as const),
      who,
      currency,
      units: fc.integer({ min: -20_000, max: 20_000 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ does: fc.constant('correct' as const), who, day: fc.nat({ max: 58 }), percentage: rate }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constant('move' as const),
      who,
      to: who,
      brand: fc.nat({ max: currencies.length - 1 }),
      day: fc.nat({ max: 40 }),
    }),
  },
)
const programme = fc.record({
  deals: fc.array(deal, { minLength: perOffice, maxLength: perOffice }),
  first: fc.array(happening, { minLength: 60, maxLength: 120 }),
  steps: fc.array(step, { minLength: 24, maxLength: 24 }),
})
type Step = (typeof step extends fc.Arbitrary<infer Value> ? Value : never) & { does: string }
type OfKind<Does> = Extract<Step, { does: Does }>
type Happening = typeof happening extends fc.Arbitrary<infer Value> ? Value : never
type Deal = typeof deal extends fc.Arbitrary<infer Value> ? Value : never

interface Affiliate {
  readonly id: number
  readonly isByHand: boolean
  readonly reward: number
  /** One of each brand. */
  readonly links: readonly { readonly id: number; readonly token: string }[]
}

/** Whole units of a currency, cents or yen, as an amount. */
const amountOf = (units: number, of: string) => units / 10 ** decimalsOf(of)

async function affiliateOf({ games, lotto, value, carryOver, isByHand }: Deal): Promise<Affiliate> {
  const rewards: RewardTerms[] = [
    { productType: 'games', ...games },
    { productType: 'lotto', ...lotto },
    {
      productType: 'cpa',
      value,
      triggerCondition: 'first_deposit',
      triggerOperation: 'count',
      triggerComparison: '>= 1',
    },
  ]
  const profile = await world.profile(rewards, carryOver)
  const id = await world.affiliate({ profile, paymentType: isByHand ? 'manual' : 'automatic' })
  const cpf = uniqueCpf()
  await sql`update affiliate set payment_key = 'a@example.com', payment_key_type = 'email', document_type = 'cpf',
    brands = ${`{${brands.map((brand) => brand.id).join(',')}}`}::text::bigint[], cpf = ${cpf}, document = ${cpf},
    email = ${`a${id}@example.com`} where id = ${id}`.execute(world.db)
  const { rows } = await sql<{ id: number }>`select rewards[2] as id from reward_profile
    where id = ${profile}`.execute(world.db)
  const links: Affiliate['links'][number][] = []
  for (const brand of brands) links.push(await buildAction(office.database, brand, { affiliate: id }))
  return { id, isByHand, reward: rows[0]!.id, links }
}

/** Sends events, each brand its own; players register with their first. */
async function arrive(affiliates: readonly Affiliate[], events: readonly Happening[], known: Set<string>) {
  for (const [index, brand] of brands.entries()) {
    const check = eventChecker({ currency: currencies[index]!, zone: 'UTC', now: office.context.now() })
    const raw = events
      .filter((event) => event.brand === index)
      .flatMap(({ who: of, player, day, type, product, units }) => {
        const { id, links } = affiliates[of]!
        const name = `p${id}-${player}`
        const ref = { player_ref: name, occurred_at: `${addDays(firstDay, day)}T10:00:00Z` }
        const told = buildRaw({
          type,
          ...ref,
          amount: amountOf(units, currencies[index]!),
          ...(type === 'deposit' ? {} : { product }),
        })
        const isNew = !known.has(`${name} ${index}`)
        known.add(`${name} ${index}`)
        const first = { player_ref: name, occurred_at: `${firstDay}T00:01:00Z`, action_token: links[index]!.token }
        return isNew ? [buildRaw({ type: 'registration', ...first }), told] : [told]
      })
    const checked = raw.map(check)
    expect(checked.filter(({ ok }) => !ok)).toEqual([])
    const taken = checked.flatMap((each) => (each.ok ? [each.event] : []))
    if (taken.length > 0) await recordEvents({ database: office.database, brand, events: taken })
  }
}

const changed = <Result>(work: (change: Parameters<typeof createPayment>[0]) => Promise<Result>) =>
  inTransaction(world.db, (db) => work({ db, actor: systemActor('test'), at: office.context.now(), zone: 'UTC' }))

const pending = async ({ id }: Affiliate, of: string) => {
  const { rows } = await sql<{ value: string }>`select coalesce(sum(value), 0)::text as value from entry
    where affiliate = ${id} and currency = ${of} and status = 'pending'`.execute(world.db)
  return Number(rows[0]!.value)
}

/** What the API may well refuse of a history that was drawn: there is nothing to do. */
const idle = ['nothing_to_pay', 'sum_not_positive', 'payment_in_flight', 'correction_changes_nothing', 'more_than_owed']
function done(answer: { status: number; body: any }): boolean {
  if (answer.status === 200) return true
  if (!idle.includes(answer.body.code)) throw new Error(JSON.stringify(answer.body))
  return false
}

async function correct(order: object): Promise<void> {
  const asked = await people[0].post('/api/correction', { reason: 'A history that was drawn', ...order })
  if (!done(asked)) return
  const { digest } = (await people[1].get(`/api/correction/${asked.body.id}/preview`)).body
  done(await people[1].post(`/api/correction/${asked.body.id}/approve`, { digest }))
}

interface Told {
  readonly affiliates: readonly Affiliate[]
  readonly known: Set<string>
}
const ways: { [Does in Step['does']]: (told: Told, step: OfKind<Does>) => Promise<unknown> } = {
  arrive: ({ affiliates, known }, { events }) => arrive(affiliates, events, known),
  close(_told, { days }) {
    const [from, to] = days.toSorted((one, other) => one - other)
    return world.close(addDays(firstDay, from!), addDays(firstDay, to!))
  },
  async pay({ affiliates }, { who: of, currency: code, part: share }) {
    const affiliate = affiliates[of]!
    const due = await pending(affiliate, code)
    if (due <= 0) return
    const amount = share === null ? undefined : Number(roundMoney((due * share) / 100, decimalsOf(code)))
    if (amount === 0) return
    if (affiliate.isByHand) {
      const said = { paidAt: addDays(paidMonth, of % 9), currency: code, ...(amount === undefined ? {} : { amount }) }
      done(await people[0].post(`/api/payment/affiliate/${affiliate.id}/manual`, said))
      return
    }
    const owner = { kind: 'affiliate', id: affiliate.id } as const
    const order = {
      owner,
      currency: code,
      asked: 'person' as const,
      amount: amount === undefined ? undefined : roundMoney(amount),
    }
    const made = await changed((change) => createPayment(change, order)).catch((error: { code?: string }) => {
      if (!idle.includes(error.code ?? '')) throw error
      return null
    })
    if (made) await changed(async (change) => movePayment(change, (await lockPayment(change.db, made))!, 'sent'))
  },
  async hear({ affiliates }, { isReturned }) {
    const { rows } = await sql<{ id: number; state: string }>`select id, state from payment
      where affiliate = any(${`{${affiliates.map(({ id }) => id).join(',')}}`}::text::bigint[]) and method = 'automatic'
        and state = any(array['sent', ${isReturned ? 'settled' : 'sent'}]) order by state desc, id limit 1`.execute(
      world.db,
    )
    for (const payment of rows) {
      const reason = { code: 'unreachable' } as const
      const kind = !isReturned ? 'settled' : payment.state === 'settled' ? 'returned' : 'refused'
      const answer = kind === 'refused' ? { kind, reason, isTransient: false } : { kind, reason }
      await changed(async (change) =>
        applyGatewayResult(
          change,
          (await lockPayment(change.db, payment))!,
          answer as Parameters<typeof applyGatewayResult>[2],
        ),
      )
    }
  },
  async adjust({ affiliates }, { who: of, currency: code, units }) {
    const value = amountOf(units, code)
    if (value === 0) return
    const said = { affiliate: affiliates[of]!.id, day: paidMonth, currency: code, value, reason: 'A settled claim' }
    const asked = await people[0].post('/api/entry', said)
    if (done(asked)) done(await people[1].post(`/api/entry/${asked.body.id}/approve`))
  },
  correct: ({ affiliates }, { who: of, day, percentage }) =>
    correct({
      object: 'reward',
      id: affiliates[of]!.reward,
      values: { percentage },
      validFrom: addDays(firstDay, day),
    }),
  async move({ affiliates }, { who: of, to, brand, day }) {
    if (of === to) return
    const [from, other] = [affiliates[of]!.links[brand]!, affiliates[to]!.links[brand]!]
    await correct({ object: 'action', id: from.id, values: { action: other.id }, validFrom: addDays(firstDay, day) })
  },
}

const list = (affiliates: readonly Affiliate[]) =>
  sql`any(${`{${affiliates.map(({ id }) => id).join(',')}}`}::text::bigint[])`

/** Every amount that is stored of these affiliates has as many decimals as its currency, and all that is shared adds up. */
async function addsUp(affiliates: readonly Affiliate[]): Promise<void> {
  const { rows: amounts } = await sql<{ what: string; currency: string; value: string }>`
    with own as (select * from entry where affiliate = ${list(affiliates)})
    select 'entry' as what, currency, value::text as value from own
    union all select 'line', own.currency, line.amount::text from entry_line line join own on own.id = line.entry
    union all select 'part', own.currency, part.value::text from entry_part part join own on own.id = part.entry
    union all select 'posting', currency, amount::text from posting where affiliate = ${list(affiliates)}
    union all select 'payment', currency, value::text from payment where affiliate = ${list(affiliates)}
    union all select 'tax', payment.currency, kept.value::text from payment_withheld kept
      join payment on payment.id = kept.payment where payment.affiliate = ${list(affiliates)}`.execute(world.db)
  expect(amounts.filter(({ value, currency: of }) => !fitsCurrency(value, of))).toEqual([])
  const { rows: wrong } = await sql`
    select 'lines' as what, entry.id from entry join entry_line line on line.entry = entry.id
      where entry.affiliate = ${list(affiliates)} and entry.kind = 'commission'
      group by entry.id having sum(line.amount) <> entry.value
    union all select 'parts', entry.id from entry join entry_part part on part.entry = entry.id
      where entry.affiliate = ${list(affiliates)} group by entry.id having sum(part.value) <> entry.value
    union all select 'paid', payment.id from payment join payment_entry paid on paid.payment = payment.id
      join entry on entry.id = paid.entry where payment.affiliate = ${list(affiliates)}
      group by payment.id having sum(entry.value) <> payment.value
    union all select 'balance ' || currency || ' ' || day, 0 from posting where affiliate = ${list(affiliates)}
      group by currency, day having sum(amount) <> 0
    union all select 'posted', both_sides.entry from (
      select entry, payment, currency, day, account, brand, amount from ledger_wanted
        where affiliate = ${list(affiliates)}
      union all select entry, payment, currency, day, account, brand, -amount from posting
        where affiliate = ${list(affiliates)}) both_sides
      group by entry, payment, currency, day, account, brand having sum(amount) <> 0`.execute(world.db)
  expect(wrong).toEqual([])
}

const total = (values: readonly number[]) => Number(sumMoney(values))
const amounts = (lines: readonly ExplainedLine[]) => total(lines.map(({ amount }) => amount))

/** What a line comes to by its own steps. */
function lineHolds(line: ExplainedLine, of: string): void {
  expect(line.isReproduced).toBe(true)
  for (const { exact, earned } of [line.before, line.after])
    expect(earned).toBe(Number(roundMoney(exact, decimalsOf(of))))
  expect(total([line.after.earned, -line.before.earned])).toBe(line.amount)
  const rates = line.after.steps.filter((each) => each.kind === 'rate')
  const others = line.after.steps.some(({ kind }) => kind === 'openingBalance' || kind === 'negative')
  if (!others) expect(rates.reduce((sum, each) => sum + each.amount, 0)).toBeCloseTo(line.after.exact, 8)
}

/** Every entry explains its value. */
async function explained(affiliates: readonly Affiliate[]): Promise<number> {
  const { rows } = await sql<{ id: number }>`select id from entry where affiliate = ${list(affiliates)}`.execute(
    world.db,
  )
  for (const { id } of rows) {
    const { body } = (await people[0].get(`/api/entry/${id}/explain`)) as { body: EntryExplanation }
    const { value, currency: of, kind } = body.entry
    expect(body.total).toBe(value)
    for (const line of body.lines) lineHolds(line, of)
    if (kind === 'commission') expect(amounts(body.lines)).toBe(value)
    const { adjustment } = body
    if (kind === 'commission' || kind === 'advance') continue
    // What is no commission says what it puts right, or who wrote it.
    expect(adjustment ?? body.byHand).not.toBeNull()
    if (!adjustment) continue
    expect(adjustment.amount).toBe(value)
    if (adjustment.after === null) continue
    for (const line of [...adjustment.before, ...adjustment.after]) lineHolds(line, of)
    expect(total([amounts(adjustment.after), -amounts(adjustment.before)])).toBe(value)
  }
  return rows.length
}

/** Statements follow on each other, add up, and end at what is owed. */
async function stated({ id, isByHand }: Affiliate): Promise<void> {
  for (const code of currencies) {
    let last: number | undefined
    const withheld: Record<string, number[]> = {}
    const gross: number[] = []
    for (const [from, to] of [
      [firstDay, '2030-01-31'],
      ['2030-02-01', lastDay],
      [paidMonth, '2030-03-31'],
    ] as const) {
      const { status, body } = (await people[0].get(
        `/api/statement/affiliate/${id}?from=${from}&to=${to}&currency=${code}`,
      )) as { status: number; body: Statement }
      expect(status).toBe(200)
      expect(last ?? body.opening).toBe(body.opening)
      expect(body.earned).toBe(total(body.lines.map(({ value }) => value)))
      expect(body.adjusted).toBe(total(body.adjustments.map(({ value }) => value)))
      const taxes = body.payments.flatMap((payment) => payment.withheld)
      expect(body.withheld).toBe(total(taxes.map(({ value }) => value)))
      expect(body.paid).toBe(total(body.payments.map(({ value }) => value)))
      expect(body.closing).toBe(total([body.opening, body.earned, body.adjusted, -body.withheld, -body.paid]))
      for (const line of body.lines) {
        expect(total(line.products.map(({ amount }) => amount))).toBe(line.value)
        expect(total(line.brands.map(({ value }) => value))).toBe(line.value)
      }
      for (const { tax, value } of taxes) (withheld[tax] ??= []).push(value)
      gross.push(...body.payments.flatMap((payment) => [payment.value, ...payment.withheld.map(({ value }) => value)]))
      last = body.closing
    }
    const { rows } = await sql<{ owed: string }>`select coalesce(-sum(amount), 0)::text as owed from posting
      where affiliate = ${id} and currency = ${code} and account = 'payable'`.execute(world.db)
    expect(last).toBe(Number(rows[0]!.owed))
    // All payments by hand are of one month: however they were split, it was taxed as one.
    if (!isByHand) continue
    const once = withhold(sumMoney(gross), tables, undefined, code)
    for (const { tax } of tables)
      expect([code, tax, total(withheld[tax] ?? [])]).toEqual([
        code,
        tax,
        Number(once.lines.find((line) => line.tax === tax)?.value ?? 0),
      ])
  }
}

describe('an office in BRL, USD, EUR and JPY', () => {
  it('has the decimals of each currency in its database, too', async () => {
    const { rows } = await sql<{ code: string; places: number }>`select code, currency_places(code) as places
      from unnest(${`{${bookableCurrencies.join(',')}}`}::text::text[]) code`.execute(world.db)
    expect(rows.filter(({ code, places }) => places !== decimalsOf(code))).toEqual([])
  })

  it(`has no unexplained cent in ${histories} histories`, async () => {
    let entries = 0
    await fc.assert(
      fc.asyncProperty(programme, async ({ deals, first, steps }) => {
        await signIn()
        const affiliates: Affiliate[] = []
        for (const each of deals) affiliates.push(await affiliateOf(each))
        const told = { affiliates, known: new Set<string>() }
        await arrive(affiliates, first, told.known)
        await world.close(firstDay, '2030-01-31')
        for (const each of steps) await (ways[each.does] as (told: Told, step: Step) => Promise<unknown>)(told, each)
        await world.close(firstDay, lastDay)
        await addsUp(affiliates)
        entries += await explained(affiliates)
        for (const affiliate of affiliates) await stated(affiliate)
      }),
      { numRuns: Math.ceil(histories / perOffice), endOnFailure: true },
    )
    expect(entries).toBeGreaterThan(histories)
  }, 7_200_000)
})
