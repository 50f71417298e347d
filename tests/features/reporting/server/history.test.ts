import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readBridge } from '#features/commission/server/periods/bridge.ts'
import { type CompanyDays, readControlTotals } from '#features/commission/server/periods/controlTotals.ts'
import { readStatement } from '#features/ledger/server/readStatement.ts'
import { systemActor } from '#engine/declaration/actor.ts'
import type { ReportChange } from '#features/reporting/answers/changes.ts'
import { sumMoney } from '#engine/values/money.ts'
import { type HistorySteps, historySteps } from './support/historySteps.ts'
import { numbersFrom } from './support/numbers.ts'
import { openProgramme, type Programme } from './support/programme.ts'

/*
 * Whatever happens in whatever order: what a report answered is what it answers as of that moment, byte for byte; its
 * changes come to the difference; and the ledger balances with entries and payments.
 * HISTORY_STEPS=10000 HISTORY_SEED=7 makes a long history of one's own.
 */

const steps = Number(process.env.HISTORY_STEPS ?? 60)
const seed = Number(process.env.HISTORY_SEED ?? 20_301)
/** A long history looks less often: what happens is its point. */
const pace = steps > 2_000 ? 3 : 1
/** How many answers are remembered at once; the oldest of more are asked a last time and forgotten. */
const keptMax = 60
const numbers = numbersFrom(seed)
const { oneOf, below, day } = numbers

let programme: Programme
let history: HistorySteps
beforeAll(async () => {
  programme = await openProgramme()
  for (const brand of programme.brands.slice(1)) await programme.root.put(`/api/brand/${brand.id}`, { currency: 'USD' })
  await sql`insert into rate (from_currency, to_currency, day, rate, source)
    values ('USD', 'BRL', '2030-01-01', 5.1234, 'test')`.execute(programme.database.db)
  history = await historySteps(programme, numbers)
}, 120_000)
afterAll(() => programme.close())

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
  const { rows: owed } = await sql<{ kind: 'affiliate' | 'partner'; id: number; currency: string; closing: string }>`
    select case when affiliate is null then 'partner' else 'affiliate' end as kind, coalesce(affiliate, partner) as id,
      currency, -sum(amount) as closing from posting
    where account = 'payable' and day <= '2030-12-31' group by 1, 2, 3`.execute(programme.database.db)
  for (const { kind, id, currency, closing } of owed) {
    const question = { owner: { kind, id }, from: '2030-05-01', to: '2030-12-31', currency, zone: 'UTC' } as const
    const statement = await readStatement(programme.database.db, {
      actor: systemActor('test'),
      name: 'Owner',
      question,
    })
    expect(statement.closing, `${place(step)}: statement = ledger of ${kind} ${id} in ${currency}`).toBe(
      Number(closing),
    )
  }
}

/** What came later to days of locked periods is told to the cent, each with why. */
async function expectBridged(step: number): Promise<void> {
  const { db } = programme.database
  const { rows: periods } = await sql<CompanyDays & { id: number }>`select id, company, "from"::text as "from",
    "to"::text as "to" from period where state = 'locked'`.execute(db)
  for (const { id, ...days } of periods) {
    const { rows } = await sql<{ currency: string; value: string }>`select entry.currency, sum(entry.value) as value
      from entry_adjustment made join entry on entry.id = made.entry join entry source on source.id = made.source_entry
        left join affiliate on affiliate.id = source.affiliate left join partner on partner.id = source.partner
      where source.day between ${days.from}::date and ${days.to}::date and entry.day > ${days.to}::date
        and made.reason in ('late_activity', 'correction') and coalesce(affiliate.company, partner.company) = ${days.company}
      group by 1 order by 1`.execute(db)
    const bridge = await readBridge(db, days, await readControlTotals(db, days))
    const told = bridge.flatMap(({ currency, causes }) =>
      causes.length === 0 ? [] : [[currency, Number(sumMoney(causes.map(({ value }) => value.toFixed(2))))]],
    )
    expect(told, `${place(step)}: causes of period ${id} come to what was posted later`).toEqual(
      rows.map(({ currency, value }) => [currency, Number(value)]),
    )
    for (const { causes } of bridge)
      for (const { cause, count } of causes) bridged.set(cause, (bridged.get(cause) ?? 0) + count)
  }
}

/** By which causes adjustments were explained. */
const bridged = new Map<string, number>()
const took = new Map<string, number>()
/** Does something, and remembers how long all of its kind took: a long history is told by it. */
async function timed<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const began = performance.now()
  try {
    return await work()
  } finally {
    took.set(name, (took.get(name) ?? 0) + performance.now() - began)
  }
}

async function happen(step: number): Promise<void> {
  const weighted = history.ways.flatMap((way) => Array.from({ length: way[0] }, () => way))
  const [, name, does] = oneOf(weighted)
  try {
    await timed(name, does)
  } catch (error) {
    throw new Error(`${place(step)}: ${name}: ${String(error)}`, { cause: error })
  }
}

/** What happened how often, and how long it took: of a long history alone. */
function tell(step: number): void {
  if (!process.env.HISTORY_STEPS) return
  const seconds = [...took].map(([name, ms]) => `${name} ${(ms / 1000).toFixed(0)}`)
  const counts = [...history.counts].toSorted().map(([name, count]) => `${name} ${count}`)
  process.stderr.write(
    `step ${step} of seed ${seed}\nseconds: ${seconds.join(', ')}\n${counts.join('\n')}\nbridged: ${[...bridged].join(' ')}\n`,
  )
}

test(
  `${steps} random steps: knownAt is byte for byte, changes come to the difference, the ledger balances`,
  async () => {
    let kept: Remembered[] = []
    for (let step = 1; step <= steps; step += 1) {
      await happen(step)
      if (step % 500 === 0) tell(step)
      if (step % (25 * pace) === 0) {
        await timed('=changes', () => expectChangesWhole(oneOf(kept.slice(-20)), step))
        await timed('=balance', () => expectBalanced(step))
        await timed('=bridge', () => expectBridged(step))
      }
      if (step % (10 * pace) === 0) await timed('=recall', () => recall(oneOf(kept), step))
      if (step % pace > 0) continue
      const question = oneOf(asking)()
      const { bytes, moment } = await timed('=ask', () => asked(question, step))
      kept.push({ step, question, moment, bytes })
      if (kept.length <= keptMax) continue
      const forgotten = kept.slice(0, keptMax / 2)
      for (const each of forgotten.filter((_, index) => index % 3 === 0))
        await timed('=recall', () => recall(each, step))
      kept = kept.slice(keptMax / 2)
    }
    for (const each of kept) await recall(each, steps)
    await expectChangesWhole(kept[0]!, steps)
    await expectBalanced(steps)
    await expectBridged(steps)
    tell(steps)
  },
  3_600_000 * 3,
)
