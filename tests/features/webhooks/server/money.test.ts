import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { emitEntrySignals, raiseStatements } from '#features/webhooks/server/emit/money.ts'
import { raisingQualified } from '#features/webhooks/server/emit/cpaQualified.ts'
import { openSignalOffice, openSink, type Sink } from './support.ts'

let office: Awaited<ReturnType<typeof openSignalOffice>>
let sink: Sink
beforeAll(async () => {
  office = await openSignalOffice()
  sink = await openSink()
})
afterAll(async () => {
  sink.close()
  await office.close()
})

it('what money comes to is told: entries, statements of a locked period, and who qualified, once', async () => {
  const { db } = office.database
  await office.target({ address: sink.url, signals: ['cpaQualified', 'entryChanged', 'statementReady'] })
  const { company } = office.brand
  const { rows } = await sql<{ id: number }>`insert into entry (day, affiliate, kind, value, currency, status,
      payment_method) values ('2026-03-09', ${office.affiliate.id}, 'commission', 12.5, 'BRL', 'pending', 'manual')
    returning id`.execute(db)
  const { rows: periods } = await sql<{ id: number }>`insert into period (company, "from", "to", state)
    values (${company}, '2026-03-01', '2026-03-31', 'locked') returning id`.execute(db)
  const { rows: rewards } = await sql<{ id: number }>`select id from reward where product_type = 'cpa'
    order by id limit 1`.execute(db)
  const player = await office.registers()
  const qualified = { player, reward: rewards[0]!.id, day: '2026-03-09', step: 1, value: '250.00' }
  const within = sql`affiliate = ${office.affiliate.id}`
  const keep = async () => {}
  await db.transaction().execute(async (trx) => {
    await emitEntrySignals(trx, [{ id: rows[0]!.id, change: 'added' }])
    await raiseStatements(trx, { id: periods[0]!.id, company: Number(company) })
    await raisingQualified(trx, { rows: [qualified], within, keep })
    await raisingQualified(trx, { rows: [qualified], within, keep })
  })
  await office.sender().drain()
  const told = sink.got.map(({ body }) => JSON.parse(body) as { type: string; data: object })
  expect(told.toSorted((one, other) => (one.type < other.type ? -1 : 1))).toMatchObject([
    { type: 'cpaQualified', data: { player, day: '2026-03-09', amount: 250, currency: 'BRL', action: office.link.id } },
    { type: 'entryChanged', data: { entry: rows[0]!.id, value: 12.5, currency: 'BRL', change: 'added' } },
    { type: 'statementReady', data: { affiliate: office.affiliate.id, from: '2026-03-01', to: '2026-03-31' } },
  ])
})
