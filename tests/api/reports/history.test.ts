import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '../../../src/api/database/transaction.ts'
import { readStatement } from '../../../src/api/money/ledger/readStatement.ts'
import { createPayment } from '../../../src/api/money/pay/createPayment.ts'
import { lockPayment, movePayment } from '../../../src/api/money/pay/payment.ts'
import { applyAnswer } from '../../../src/api/money/send/applyAnswer.ts'
import type { Change } from '../../../src/api/records/change.ts'
import { systemActor } from '../../../src/config/actor.ts'
import type { ReportChange } from '../../../src/config/answers/reportChanges.ts'
import { openProgramme, presentMoment, type Programme } from './support/programme.ts'

/*
 * Whatever happens in whatever order: what a report answered is what it answers as of that moment, byte for byte; its
 * changes come to the difference; and the ledger balances with entries and payments.
 * HISTORY_STEPS=10000 HISTORY_SEED=7 makes a long history of one's own.
 */

const steps = Number(process.env.HISTORY_STEPS ?? 150)
const seed = Number(process.env.HISTORY_SEED ?? 20_301)
/** How many answers are remembered at once; the oldest of more are asked a last time and forgotten. */
const keptMax = 60

let programme: Programme
beforeAll(async () => {
  programme = await openProgramme()
  await programme.root.put(`/api/brand/${programme.brands[2]!.id}`, { currency: 'USD' })
  await sql`insert into rate (from_currency, to_currency, day, rate, source)
    values ('USD', 'BRL', '2030-01-01', 5.1234, 'test')`.execute(programme.database.db)
  await sql`insert into period (company, "from", "to", state)
    select id, '2030-05-01', '2030-05-10', 'open' from company`.execute(programme.database.db)
})
afterAll(() => programme.close())

/** Numbers that follow from the seed alone (mulberry32). */
function numbers(from: number): () => number {
  let state = from
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
const next = numbers(seed)
const below = (count: number) => Math.floor(next() * count)
const oneOf = <Each>(list: readonly Each[]): Each => list[below(list.length)]!
const day = (last = 28) => `2030-05-${String(1 + below(last)).padStart(2, '0')}`
const amount = () => (next() * 300).toFixed(2)

const types = [
  'click',
  'registration',
  'deposit',
  'deposit',
  'bet',
  'bet',
  'bet',
  'win',
  'bonus',
  'chargeback',
] as const
const lost = () => `lost-${below(8)}`
const changed = <Result>(work: (change: Change) => Promise<Result>): Promise<Result> =>
  inTransaction(programme.database.db, (db) => work({ db, actor: systemActor('test'), at: presentMoment, zone: 'UTC' }))
const run = (statement: ReturnType<typeof sql>) => statement.execute(programme.database.db)

const ways: readonly (readonly [weight: number, name: string, does: () => Promise<unknown>])[] = [
  [
    8,
    'events',
    () =>
      programme.send(
        Array.from({ length: 1 + below(6) }, () => {
          const type = oneOf(types)
          return {
            link: oneOf(programme.links),
            type,
            day: day(),
            player: `history-${below(12)}`,
            ...(['bet', 'win', 'bonus', 'chargeback'].includes(type)
              ? { product: oneOf(['bets', 'games', 'lotto']) }
              : {}),
            ...(['click', 'registration'].includes(type) ? {} : { amount: amount() }),
          }
        }),
      ),
  ],
  [
    5,
    'close',
    () => {
      const [from, to] = [day(), day()].toSorted()
      return programme.closeDays(from!, to)
    },
  ],
  [2, 'close all', () => programme.closeDays('2030-05-01', '2030-05-28')],
  [
    2,
    'move affiliate',
    () =>
      programme.root.put(`/api/affiliate/${oneOf(programme.affiliates.slice(0, 4)).id}`, {
        partner: oneOf([...programme.partners.map(({ id }) => id), null]),
      }),
  ],
  [
    2,
    'move in the past',
    () =>
      run(sql`update affiliate_history set partner = ${oneOf(programme.partners).id}
        where id = (select max(id) from affiliate_history where record = ${oneOf(programme.affiliates.slice(0, 4)).id})`),
  ],
  [
    1,
    'move partner',
    () =>
      run(sql`update partner_history set parent = ${oneOf([programme.partners[0]!.id, programme.partners[3]!.id])}
        where record = ${programme.partners[1]!.id}`),
  ],
  [
    2,
    'rule',
    () =>
      run(sql`update reward_history set percentage = ${below(60)}
        where record = (select id from reward where percentage is not null order by md5(id::text || ${below(9)}::text)
          limit 1)`),
  ],
  [
    1,
    'rename',
    () => programme.root.put(`/api/affiliate/${oneOf(programme.affiliates).id}`, { name: `Name ${below(100)}` }),
  ],
  [
    1,
    'rename partner',
    () => programme.root.put(`/api/partner/${oneOf(programme.partners).id}`, { name: `Partner ${below(100)}` }),
  ],
  [
    3,
    'pay by hand',
    async () => {
      const { status } = await programme.root.post(
        `/api/payment/affiliate/${oneOf(programme.affiliates).id}/manual`,
        { paidAt: '2030-06-10T12:00:00Z', reference: `R${below(1e6)}`, currency: oneOf(['BRL', 'USD']) },
        { 'idempotency-key': `pay-${next()}` },
      )
      expect(status).not.toBe(500)
    },
  ],
  [
    3,
    'pay',
    async () => {
      const owner = { kind: 'affiliate', id: oneOf(programme.affiliates).id } as const
      const made = await changed((change) =>
        createPayment(change, { owner, currency: oneOf(['BRL', 'USD']), asked: 'person' }),
      ).catch((error: { code?: string }) => {
        if (error.code === undefined) throw error
        return null
      })
      if (made) await changed(async (change) => movePayment(change, (await lockPayment(change.db, made))!, 'sent'))
    },
  ],
  [
    3,
    'hear of a payment',
    async () => {
      const { rows } = await sql<{ id: number }>`select id from payment where state not in ('rejected', 'returned')
        order by md5(id::text || ${below(9)}::text) limit 1`.execute(programme.database.db)
      const reason = { code: 'unreachable' } as const
      const kind = oneOf(['settled', 'refused', 'returned', 'unknown'] as const)
      const answer = kind === 'refused' ? { kind, reason, isTransient: false } : { kind, reason }
      if (rows[0])
        await changed(async (change) =>
          applyAnswer(change, (await lockPayment(change.db, rows[0]!))!, answer as Parameters<typeof applyAnswer>[2]),
        )
    },
  ],
  [
    2,
    'events of nobody',
    () => {
      const link = oneOf(programme.links)
      return programme.send([
        {
          link: { ...link, token: `nobody-${below(1e6)}` },
          type: 'deposit',
          day: day(),
          player: lost(),
          amount: amount(),
        },
      ])
    },
  ],
  [
    2,
    'a lost player registers',
    () => programme.send([{ link: oneOf(programme.links), type: 'registration', day: day(), player: lost() }]),
  ],
  [
    2,
    'pay an entry',
    async () => {
      const { rows } = await sql<{ id: number }>`select id from entry where status = 'pending' and value > 0
        order by md5(id::text || ${below(9)}::text) limit 1`.execute(programme.database.db)
      if (rows[0])
        await run(sql`update entry set status = 'complete' where id = ${rows[0].id}
          and not exists (select from payment_entry where entry = ${rows[0].id} and holds)`)
    },
  ],
  [1, 'lock', () => run(sql`update period set state = ${oneOf(['locked', 'open'])}::text`)],
  [
    1,
    'rate',
    () =>
      run(sql`insert into rate (from_currency, to_currency, day, rate, source)
        values ('USD', 'BRL', ${day()}::text::date, ${(4 + next()).toFixed(4)}::numeric, 'test')
        on conflict (from_currency, to_currency, day) do update set rate = excluded.rate`),
  ],
]
const weighted = ways.flatMap((way) => Array.from({ length: way[0] }, () => way))

const month = 'from=2030-05-01&to=2030-05-28'
const asking: readonly (() => string)[] = [
  () => `affiliateActivity?${month}`,
  () => `affiliateActivity?${month}&rows=day,action`,
  () => `affiliateActivity?${month}&rows=player&affiliate=${oneOf(programme.affiliates).id}`,
  () => `affiliateActivity?${month}&currency=BRL`,
  () => `affiliateDetail?${month}&affiliate=${oneOf(programme.affiliates).id}`,
  () => `affiliateDetail?${month}&rows=affiliate,campaign,product&limit=4&offset=1`,
  () => `affiliates?${month}&sort=["turnover","DESC"]`,
  () => `affiliates?${month}&partner=${oneOf(programme.partners).id}`,
  () => `general?${month}`,
  () => `generalV2?${month}`,
  () => `generalV2?${month}&view=list&level=${1 + below(3)}`,
  () => `partners?${month}`,
  () => `partners?${month}&hangsOn=${oneOf(programme.partners).id}`,
  () => `lottery?from=${day(9)}&to=2030-05-20`,
  () => `cpa?${month}&brand=${oneOf(programme.brands).id}`,
  () => `movement?${month}&rows=brand,subBrand,campaign`,
  () => `movement?${month}&product=${oneOf(['bets', 'games', 'lotto'])}`,
  () => `paymentByAffiliate?${month}`,
  () => `paymentByAffiliate?${month}&rows=day&currency=BRL`,
  () => `dashboard?${month}`,
]

interface Remembered {
  readonly step: number
  readonly question: string
  readonly moment: string
  readonly bytes: string
}

const place = (step: number) => `HISTORY_SEED=${seed}, step ${step}`

async function asked(
  question: string,
  step: number,
  knownAt?: string,
): Promise<{ bytes: string; moment: string; body: any }> {
  const more = knownAt === undefined ? '' : `&knownAt=${encodeURIComponent(knownAt)}`
  const { status, body, headers } = await programme.root.get(`/api/report/${question}${more}`)
  expect({ status, code: body.code }, `${place(step)}: ${question}${more}`).toEqual({ status: 200, code: undefined })
  const { rows, total, totals } = body
  return { bytes: JSON.stringify({ rows, total, totals }), moment: String(headers['known-at']), body }
}

/** Asks again as of then. */
async function recall({ step, question, moment, bytes }: Remembered, now: number): Promise<void> {
  const again = await asked(question, now, moment)
  expect(again.bytes, `${place(now)}: ${question} as of step ${step} (${moment})`).toBe(bytes)
}

/** What stands of changes comes to now less then, column by column and currency by currency; each has a cause. */
async function expectChangesWhole({ step, question, moment }: Remembered, now: number): Promise<void> {
  if (/limit=|view=|generalV2\?/.test(question)) question = `affiliateActivity?${month}`
  const [name, query] = question.split('?') as [string, string]
  const { status, body } = await programme.root.get(
    `/api/report/${name}/changes?${query}&since=${encodeURIComponent(moment)}`,
  )
  expect(status, `${place(now)}: changes of ${question} since step ${step}`).toBe(200)
  const changes = body.changes as readonly ReportChange[]
  const [then, present] = [await asked(question, now, moment), await asked(question, now, body.knownAt)]
  const sums = new Map<string, number>()
  const add = (rows: readonly Record<string, unknown>[], sign: number) => {
    for (const row of rows)
      for (const [column, value] of Object.entries(row))
        if (
          typeof value === 'number' &&
          ![
            'affiliate',
            'partner',
            'action',
            'campaign',
            'brand',
            'sub_brand',
            'partner_level',
            'level',
            'player',
          ].includes(column)
        )
          sums.set(`${row['currency']} ${column}`, (sums.get(`${row['currency']} ${column}`) ?? 0) + sign * value)
  }
  add(present.body.rows, 1)
  add(then.body.rows, -1)
  for (const { currency, column, difference, cause } of changes) {
    expect(cause, `${place(now)}: ${question} ${column}`).not.toBe('record')
    const id = `${currency} ${column}`
    if (difference !== null) sums.set(id, (sums.get(id) ?? 0) - difference)
  }
  const left = [...sums].filter(([, sum]) => Math.abs(sum) > 0.004)
  expect(left, `${place(now)}: changes of ${question} since step ${step} come to the difference`).toEqual([])
}

/** Statements, ledger, entries and payments say the same. */
async function expectBalanced(step: number): Promise<void> {
  const { rows: unbalanced } = await sql`select day, currency, sum(amount) from posting group by 1, 2
    having sum(amount) <> 0`.execute(programme.database.db)
  expect(unbalanced, `${place(step)}: balanced`).toEqual([])
  const { rows: other } = await sql`select entry, payment, currency, account, sum(amount) from (
      select entry, payment, currency, account, amount from ledger_wanted
      union all select entry, payment, currency, account, -amount from posting) both_sides
    group by 1, 2, 3, 4 having sum(amount) <> 0`.execute(programme.database.db)
  expect(other, `${place(step)}: ledger = entries = payments`).toEqual([])
  const { rows: owed } = await sql<{ id: number; currency: string; closing: string }>`
    select affiliate as id, currency, -sum(amount) as closing from posting
    where affiliate is not null and account = 'payable' and day <= '2030-12-31' group by 1, 2`.execute(
    programme.database.db,
  )
  for (const { id, currency, closing } of owed) {
    const question = {
      owner: { kind: 'affiliate', id },
      from: '2030-05-01',
      to: '2030-12-31',
      currency,
      zone: 'UTC',
    } as const
    const statement = await readStatement(programme.database.db, {
      actor: systemActor('test'),
      name: 'Owner',
      question,
    })
    expect(statement.closing, `${place(step)}: statement = ledger of ${id} in ${currency}`).toBe(Number(closing))
  }
}

test(
  `${steps} random steps: knownAt is byte for byte, changes come to the difference, the ledger balances`,
  async () => {
    let kept: Remembered[] = []
    for (let step = 1; step <= steps; step += 1) {
      const [, name, does] = oneOf(weighted)
      try {
        await does()
      } catch (error) {
        throw new Error(`${place(step)}: ${name}: ${String(error)}`, { cause: error })
      }
      const question = oneOf(asking)()
      const { bytes, moment } = await asked(question, step)
      kept.push({ step, question, moment, bytes })
      if (step % 10 === 0) await recall(oneOf(kept), step)
      if (step % 25 === 0) {
        await expectChangesWhole(oneOf(kept.slice(-20)), step)
        await expectBalanced(step)
      }
      if (kept.length > keptMax) {
        const forgotten = kept.slice(0, keptMax / 2)
        for (const each of forgotten.filter((_, index) => index % 3 === 0)) await recall(each, step)
        kept = kept.slice(keptMax / 2)
      }
    }
    for (const each of kept) await recall(each, steps)
    await expectChangesWhole(kept[0]!, steps)
    await expectBalanced(steps)
  },
  3_600_000 * 3,
)
