import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CopiedColumn, copyRows } from '#engine/server/database/copyRows.ts'
import { inTransaction } from '#engine/server/database/transaction.ts'
import { createTestDatabase } from '#tests/support/database.ts'

const { database, drop } = await createTestDatabase({ empty: true })
afterAll(drop)
beforeAll(async () => {
  await sql`create table copied (place bigint primary key, id bigint, flag boolean, day date, amount numeric(18, 2),
    name text, subs text[], at timestamptz, mark uuid)`.execute(database.db)
})

interface Row {
  readonly place: number
  readonly id: number | null
  readonly flag: boolean | null
  readonly day: string | null
  readonly amount: string | null
  readonly name: string | null
  readonly subs: readonly (string | null)[] | null
  readonly at: string | null
  readonly mark: string | null
}
const columns = {
  place: ['bigint', ({ place }) => place],
  id: ['bigint', ({ id }) => id],
  flag: ['boolean', ({ flag }) => flag],
  day: ['date', ({ day }) => day],
  amount: ['money', ({ amount }) => amount],
  name: ['text', ({ name }) => name],
  subs: ['texts', ({ subs }) => subs],
  at: ['timestamptz', ({ at }) => at],
  mark: ['uuid', ({ mark }) => mark],
} as const satisfies Readonly<Record<string, CopiedColumn<Row>>>

const copy = (rows: readonly Row[]) => inTransaction(database.db, (trx) => copyRows(trx, 'copied', rows, columns))
const stored = async () =>
  (
    await sql<{ rows: Row[] }>`select coalesce(json_agg(json_build_object('place', place, 'id', id, 'flag', flag,
      'day', day, 'amount', amount::text, 'name', name, 'subs', subs,
      'at', to_char(at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'mark', replace(mark::text, '-', '')) order by place), '[]') as rows
      from copied`.execute(database.db)
  ).rows[0]!.rows

const orNull = <Value>(of: fc.Arbitrary<Value>) => fc.option(of, { nil: null })
const text = fc
  .string({ unit: 'grapheme', maxLength: 40 })
  .filter((each) => !each.includes('\0') && each.isWellFormed())
const moment = fc.date({ min: new Date('1900-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
const money = fc
  .bigInt({ min: -(10n ** 15n - 1n), max: 10n ** 15n - 1n })
  .map((cents) => `${cents < 0n ? '-' : ''}${String(cents < 0n ? -cents : cents).padStart(3, '0')}`)
  .map((digits) => `${digits.slice(0, -2)}.${digits.slice(-2)}`)
const row = fc.record<Omit<Row, 'place'>>({
  id: orNull(fc.maxSafeInteger()),
  flag: orNull(fc.boolean()),
  day: orNull(moment.map((at) => at.toISOString().slice(0, 10))),
  amount: orNull(money),
  name: orNull(text),
  subs: orNull(fc.array(orNull(text), { minLength: 5, maxLength: 5 })),
  at: orNull(moment.map((at) => at.toISOString())),
  mark: orNull(fc.stringMatching(/^[0-9a-f]{32}$/)),
})

describe('rows that are copied in', () => {
  it('are stored as they are, whatever they say', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(row, { maxLength: 20 }), async (given) => {
        const rows = given.map((each, place) => ({ place, ...each }))
        await sql`truncate copied`.execute(database.db)
        await copy(rows)
        expect(await stored()).toEqual(rows)
      }),
      { numRuns: 60 },
    )
  })

  it('are all refused where one stands already, and the session goes on', async () => {
    const nothing = { id: 1, flag: null, day: null, amount: '0.00', name: null, subs: null, at: null, mark: null }
    await sql`truncate copied`.execute(database.db)
    await copy([{ place: 3, ...nothing }])
    await expect(copy([1, 2, 3].map((place) => ({ place, ...nothing })))).rejects.toMatchObject({ code: '23505' })
    expect((await stored()).map(({ place }) => place)).toEqual([3])
  })
})
