import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, endOfMonth } from '#engine/values/calendar.ts'
import { centsOf, roundMoney } from '#engine/values/money.ts'
import { type TaxTable, withhold } from '#rules/payouts/withholding.ts'
import { buildBrand, buildCompany, uniqueCpf } from '#tests/support/builders.ts'
import type { Client } from '#tests/support/office.ts'
import { openPayoutOffice, type PayoutOffice } from '#tests/support/money/payoutOffice.ts'

/** What the database withholds of payments by hand, however a payee's month is split. */
let office: PayoutOffice
let root: Client
let signedAt = 0
/** One company whose past months are open, one whose past month is locked. */
const companies: { id: number; brand: number }[] = []
const past = '2029-12-01'
const present = '2030-03-01'

const tables: readonly (Omit<TaxTable, 'after'> & { after?: string[] })[] = [
  { tax: 'inss', brackets: [{ from: 0, rate: 11, deduct: 0 }], ceiling: 908.85 },
  {
    tax: 'irrf',
    after: ['inss'],
    brackets: [
      { from: 0, rate: 0, deduct: 0 },
      { from: 2428.81, rate: 7.5, deduct: 182.16 },
      { from: 2826.66, rate: 15, deduct: 394.16 },
      { from: 3751.06, rate: 22.5, deduct: 675.49 },
      { from: 4664.69, rate: 27.5, deduct: 908.73 },
    ],
    ceiling: null,
  },
]

beforeAll(async () => {
  office = await openPayoutOffice()
  root = await office.asRoot()
  for (const isLocked of [false, true]) {
    const { id } = await buildCompany(root)
    const { id: brand } = await buildBrand(root, { company: id })
    companies.push({ id, brand })
    for (const { after: _, ...table } of tables) {
      const said = { ownerKind: 'cpf', from: '2026-01-01', source: 'An example', ...table }
      expect((await root.post(`/api/tax?company=${id}`, said)).status).toBe(200)
    }
    if (isLocked)
      await sql`insert into period (company, "from", "to", state)
        values (${id}, ${past}::text::date, ${endOfMonth(past)}::text::date, 'locked')`.execute(office.database.db)
  }
})
afterAll(() => office.close())

/** Sessions of money end after some minutes of the office's clock, not of this test's. */
let entryDays = 0
const entryDay = () => addDays('2020-01-01', (entryDays += 1))

const payment = fc.record({
  cents: fc.integer({ min: 100, max: 700_000 }),
  owner: fc.nat({ max: 2 }),
  isPast: fc.boolean(),
  day: fc.nat({ max: 8 }),
  /** The half of the sum first, by an amount that is typed. */
  isInParts: fc.boolean(),
})
const history = fc.record({
  payments: fc.array(payment, { minLength: 1, maxLength: 6 }),
  company: fc.constantFrom(0, 1),
})

/** Two affiliates and a partner of one person. */
async function payeeOf({ id: company, brand }: (typeof companies)[number]) {
  const common = { company, documentType: 'cpf', document: uniqueCpf(), paymentType: 'manual' }
  const manual = { ...common, paymentKeyType: null, paymentKey: null }
  const affiliates = [
    await office.owner({ ...manual, brands: [brand] }),
    await office.owner({ ...manual, brands: [brand] }),
  ]
  const partner = await office.payablePartner(manual)
  return [
    ...affiliates.map(({ id }) => ({ kind: 'affiliate' as const, id })),
    { kind: 'partner' as const, id: partner.id },
  ]
}

interface Taken {
  readonly month: string
  readonly reported: string
  readonly tax: string | null
  readonly value: string
}

describe('what is withheld on the database', () => {
  it('of a month does not depend on days, owners, parts and order of its payments, be the month open, past or locked', async () => {
    await fc.assert(
      fc.asyncProperty(history, async ({ payments, company }) => {
        if ((signedAt += 1) % 5 === 0) root = await office.asRoot()
        const owners = await payeeOf(companies[company]!)
        const ids: number[] = []
        for (const { cents, owner, isPast, day, isInParts } of payments) {
          const { kind, id } = owners[owner]!
          await office.entry(id, roundMoney(cents / 100), { kind, day: entryDay() })
          const said = { paidAt: addDays(isPast ? past : present, day), currency: 'BRL' }
          const amounts = isInParts ? [Math.floor(cents / 2) / 100, undefined] : [undefined]
          for (const amount of amounts) {
            const paid = await root.post(`/api/payment/${kind}/${id}/manual`, {
              ...said,
              ...(amount === undefined ? {} : { amount }),
            })
            expect([paid.status, paid.body.code]).toEqual([200, undefined])
            ids.push(paid.body.id)
          }
        }
        const { rows } = await sql<Taken>`select date_trunc('month', taxed.day)::date::text as month,
            taxed.month::text as reported, kept.tax, coalesce(kept.value, 0)::text as value
          from payment_taxed taxed left join payment_withheld kept on kept.payment = taxed.payment
          where taxed.payment = any(${ids})`.execute(office.database.db)
        const sumOf = (own: readonly Taken[], tax: string) =>
          own.filter((row) => row.tax === tax).reduce((sum, { value }) => sum + centsOf(value), 0n)
        for (const month of [past, present]) {
          const whole = payments.filter(({ isPast }) => isPast === (month === past))
          const gross = whole.reduce((sum, { cents }) => sum + cents, 0)
          if (gross === 0) continue
          const own = rows.filter((row) => row.month === month)
          const once = withhold(
            roundMoney(gross / 100),
            tables.map((table) => ({ after: [], ...table })),
          )
          for (const { tax } of tables)
            expect([tax, sumOf(own, tax)]).toEqual([
              tax,
              centsOf(once.lines.find((line) => line.tax === tax)?.value ?? '0.00'),
            ])
          // What is paid for a locked month stands in the open one's report.
          expect(new Set(own.map(({ reported }) => reported))).toEqual(
            new Set([month === past && company === 1 ? present : month]),
          )
        }
      }),
      { numRuns: 12 },
    )
  }, 120_000)
})
