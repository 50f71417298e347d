import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays } from '#engine/values/calendar.ts'
import { systemActor } from '#engine/declaration/actor.ts'
import { inTransaction } from '#engine/server/database/transaction.ts'
import { createPayment } from '#features/payouts/server/payments/createPayment.ts'
import { lockPayment, movePayment } from '#features/payouts/server/payments/payment.ts'
import { readStatement } from '#features/ledger/server/readStatement.ts'
import { applyGatewayResult } from '#features/payouts/server/disbursement/applyGatewayResult.ts'
import type { WriteContext } from '#engine/records/server/change.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { makeWorld, total, type World } from '#tests/support/money/world.ts'

/*
 * Whatever comes in whatever order: the ledger balances, and statement, ledger, entries and payments say the same.
 * LEDGER_STEPS=10000 makes histories of so many steps in all.
 */

const stepsInAll = Number(process.env.LEDGER_STEPS ?? 45)
const stepsAtOnce = 15

let given: TestDatabase
let world: World
const clock = { now: new Date('2026-05-15T12:00:00Z') }
beforeAll(async () => {
  given = await createTestDatabase()
  world = makeWorld(given.database, clock)
  await sql`insert into company (name) select 'Home' where not exists (select from company)`.execute(world.db)
  await world.brand()
  await world.brand()
  await world.brand('USD')
})
afterAll(() => given.drop())

const days = ['2026-03-02', '2026-03-20', '2026-04-01', '2026-04-30', '2026-05-10'] as const
const day = fc.constantFrom(...days)
const currency = fc.constantFrom('BRL' as const, 'USD' as const)
const byHandStep = fc.record({
  does: fc.constantFrom('adjust' as const, 'advance' as const, 'decline' as const),
  day,
  currency,
  value: fc.integer({ min: 1, max: 900 }),
})
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      does: fc.constant('move' as const),
      day,
      brand: fc.constantFrom(1, 2, 3),
      turnover: fc.integer({ min: -2_000, max: 4_000 }).map((cents) => cents / 100),
    }),
  },
  { weight: 4, arbitrary: fc.record({ does: fc.constant('close' as const), from: day, to: day }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('pay' as const), currency }) },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('hear' as const),
      said: fc.constantFrom('settled' as const, 'refused' as const, 'returned' as const, 'unknown' as const),
    }),
  },
  { weight: 2, arbitrary: byHandStep },
  {
    weight: 1,
    arbitrary: fc.record({ does: fc.constant('rate' as const), percentage: fc.integer({ min: 0, max: 60 }) }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('lock' as const), isLocked: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('pass' as const) }) },
)
type HandStep = typeof byHandStep extends fc.Arbitrary<infer Each> ? Each : never
type Step = typeof step extends fc.Arbitrary<infer Each> ? Each : never

type OfKind<Does> = Does extends HandStep['does'] ? HandStep : Extract<Step, { does: Does }>

/** One owner, an affiliate of a profile with carry-over, and what happens to it. */
interface Told {
  readonly affiliate: number
  readonly reward: number
}

async function changed<Result>(work: (change: WriteContext) => Promise<Result>): Promise<Result> {
  return inTransaction(world.db, (db) => work({ db, actor: systemActor('test'), at: clock.now, zone: 'UTC' }))
}

const openPayment = async ({ affiliate }: Told) =>
  (
    await sql<{ id: number; state: string }>`select id, state from payment where affiliate = ${affiliate}
      and state not in ('rejected', 'returned') order by id desc limit 1`.execute(world.db)
  ).rows[0]

/** What somebody writes; a locked period takes none. */
const byHand = ({ affiliate }: Told, { does, day: of, value, currency: code }: HandStep) => {
  const [kind, status] =
    does === 'advance' ? ['advance', 'pending'] : ['adjustment', does === 'adjust' ? 'pending' : 'declined']
  return sql`insert into entry (day, affiliate, kind, value, currency, status) select ${of}::text::date, ${affiliate},
      ${kind}, ${does === 'adjust' ? value - 450 : value}::integer, ${code}, ${status}
    where not exists (select from period where state = 'locked' and ${of}::text::date between "from" and "to")`.execute(
    world.db,
  )
}

const ways: { [Does in Step['does']]: (told: Told, step: OfKind<Does>) => Promise<unknown> } = {
  move: ({ affiliate }, { day: of, turnover, brand }) => world.activity({ affiliate, brand, day: of, turnover }),
  async close(_told, { from, to }) {
    const [first, last] = [from, to].toSorted()
    await world.close(first!, last)
  },
  async pay({ affiliate: id }, { currency: of }) {
    const owner = { kind: 'affiliate', id } as const
    const made = await changed((change) => createPayment(change, { owner, currency: of, asked: 'person' })).catch(
      (error: { code?: string }) => {
        if (!['nothing_to_pay', 'sum_not_positive', 'payment_in_flight'].includes(error.code ?? '')) throw error
        return null
      },
    )
    if (made) await changed(async (change) => movePayment(change, (await lockPayment(change.db, made))!, 'sent'))
  },
  async hear(told, { said }) {
    const payment = await openPayment(told)
    if (!payment) return
    const reason = { code: 'unreachable' } as const
    const answer = said === 'refused' ? { kind: said, reason, isTransient: false } : { kind: said, reason }
    await changed(async (change) =>
      applyGatewayResult(
        change,
        (await lockPayment(change.db, payment))!,
        answer as Parameters<typeof applyGatewayResult>[2],
      ),
    )
  },
  adjust: byHand,
  advance: byHand,
  decline: byHand,
  rate: ({ reward }, { percentage }) =>
    sql`update reward_history set percentage = ${percentage} where record = ${reward}`.execute(world.db),
  lock: (_told, { isLocked }) => sql`update period set state = ${isLocked ? 'locked' : 'open'}::text`.execute(world.db),
  async pass() {
    clock.now = new Date(clock.now.getTime() + 7 * 3_600_000)
  },
}

/** What the tables of entries and payments come to, beside what the ledger says; by currency. */
const comparison = (affiliate: number) => sql<{
  currency: string
  due: string
  paid: string
  payable: string
  transit: string
  underWay: string
  cost: string
  parts: string
}>`with of_owner as (select * from posting where affiliate = ${affiliate})
  select known.currency,
    coalesce((select sum(value) from entry where affiliate = ${affiliate} and currency = known.currency
      and status in ('pending', 'complete')), 0)::numeric(18, 2) as due,
    coalesce((select sum(value) from payment where affiliate = ${affiliate} and currency = known.currency
      and state in ('settled', 'returned')), 0)::numeric(18, 2) as paid,
    coalesce((select -sum(amount) from of_owner where currency = known.currency and account = 'payable'),
      0)::numeric(18, 2) as payable,
    coalesce((select sum(amount) from of_owner where currency = known.currency and account = 'transit'),
      0)::numeric(18, 2) as transit,
    coalesce((select sum(value) from payment where affiliate = ${affiliate} and currency = known.currency
      and state in ('sent', 'unknown')), 0)::numeric(18, 2) as "underWay",
    coalesce((select sum(amount) from of_owner where currency = known.currency and account = 'cost'
      and brand is not null), 0)::numeric(18, 2) as cost,
    coalesce((select sum(part.value) from entry_part part join entry on entry.id = part.entry
      left join entry_adjustment made on made.entry = entry.id
      where entry.affiliate = ${affiliate} and entry.currency = known.currency and entry.kind <> 'advance'
        and made.reason is distinct from 'payment_returned' and made.reason is distinct from 'advance_taken_back'),
      0)::numeric(18, 2) as parts
  from (values ('BRL'), ('USD')) known (currency)`

async function holds({ affiliate }: Told): Promise<void> {
  const { rows } = await comparison(affiliate).execute(world.db)
  for (const { currency: of, due, paid, payable, transit, underWay, cost, parts } of rows) {
    expect(payable, `payable in ${of}`).toBe(total([{ value: due }, { value: `-${paid}`.replace('--', '') }]))
    expect(transit, `transit in ${of}`).toBe(underWay)
    expect(cost, `cost in ${of}`).toBe(parts)
    const owner = { kind: 'affiliate', id: affiliate } as const
    let closing: number | null = null
    for (const [from, to] of [
      ['2026-03-01', '2026-03-31'],
      ['2026-04-01', '2026-12-31'],
    ] as const) {
      const question = { owner, from, to, currency: of, zone: 'UTC' }
      const said = await readStatement(world.db, { actor: systemActor('test'), name: 'Affiliate', question })
      const {
        rows: [ledger],
      } = await sql<{ opening: string; closing: string }>`select
          coalesce(-sum(amount) filter (where day < ${from}::text::date), 0)::numeric(18, 2) as opening,
          coalesce(-sum(amount), 0)::numeric(18, 2) as closing
        from posting where affiliate = ${affiliate} and currency = ${of} and account = 'payable'
          and day < ${addDays(to, 1)}::text::date`.execute(world.db)
      expect([said.opening, said.closing], `statement in ${of} from ${from}`).toEqual([
        Number(ledger!.opening),
        Number(ledger!.closing),
      ])
      expect(closing ?? said.opening).toBe(said.opening)
      ;({ closing } = said)
    }
  }
  const { rows: unbalanced } = await sql`select currency, day, sum(amount) from posting where affiliate = ${affiliate}
    group by 1, 2 having sum(amount) <> 0`.execute(world.db)
  expect(unbalanced).toEqual([])
  // What a migration would post of the tables as they stand is what was posted bit by bit.
  const { rows: other } = await sql`select entry, payment, currency, day, account, brand, sum(amount) from (
      select entry, payment, currency, day, account, brand, amount from ledger_wanted where affiliate = ${affiliate}
      union all select entry, payment, currency, day, account, brand, -amount from posting
        where affiliate = ${affiliate}) both_sides
    group by 1, 2, 3, 4, 5, 6 having sum(amount) <> 0`.execute(world.db)
  expect(other).toEqual([])
}

test('random histories: the ledger balances; statement, ledger, entries and payments agree', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: stepsAtOnce, maxLength: stepsAtOnce }), async (steps) => {
      await sql`delete from period`.execute(world.db)
      await sql`insert into period (company, "from", "to", state)
        select min(id), '2026-03-01', '2026-03-31', 'open' from company`.execute(world.db)
      const profile = await world.profile([{ productType: 'bets', subType: 'turnover', percentage: 30 }], 'full')
      const affiliate = await world.affiliate({ profile, paymentType: 'automatic' })
      await sql`update affiliate set cpf = null, document = null, email = null`.execute(world.db)
      await sql`update affiliate set payment_key = 'a@example.com', payment_key_type = 'email', brands = '{1,2,3}',
        cpf = '52998224725', document_type = 'cpf', document = '52998224725', email = 'a@example.com'
        where id = ${affiliate}`.execute(world.db)
      const {
        rows: [bets],
      } = await sql<{ id: number }>`select rewards[1] as id from reward_profile where id = ${profile}`.execute(world.db)
      const told = { affiliate, reward: bets!.id }
      for (const each of steps) await (ways[each.does] as (told: Told, step: Step) => Promise<unknown>)(told, each)
      await holds(told)
    }),
    { numRuns: Math.ceil(stepsInAll / stepsAtOnce) },
  )
}, 3_600_000)
