import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { roleKeys } from '#resources/roles.ts'
import type { EventsBehind } from '#features/commission/answers/explanation.ts'
import type { BridgeEntries, PeriodBridge } from '#features/commission/answers/periods.ts'
import { inTransaction } from '#engine/server/database/transaction.ts'
import { lockPayment } from '#features/payouts/server/payments/payment.ts'
import { applyGatewayResult } from '#features/payouts/server/disbursement/applyGatewayResult.ts'
import { systemActor } from '#engine/declaration/actor.ts'
import { sumMoney } from '#engine/values/money.ts'
import { buildPeriod, buildStaff } from '#tests/support/builders.ts'
import type { Client } from '#tests/support/office.ts'
import { openProgramme, presentMoment, type Programme } from '#tests/features/reporting/server/support/programme.ts'

/** What came to days of a locked period, told apart by its causes to the cent. */
let programme: Programme
let [maria, joao]: Client[] = []
let period: number
beforeAll(async () => {
  programme = await openProgramme()
  const { app, root, companies, brands } = programme
  const rights = {
    company: companies[0]!.id,
    allowedBrands: brands.slice(0, 2).map(({ id }) => id),
    roles: [...roleKeys],
  }
  maria = await buildStaff(app, root, rights)
  joao = await buildStaff(app, root, rights)
}, 120_000)
afterAll(() => programme.close())

const bet = (link: number, day: string, amount: string, player?: string) => ({
  link: programme.links[link]!,
  type: 'bet',
  product: 'bets',
  day,
  amount,
  ...(player ? { player } : {}),
})
const month = ['2030-05-01', '2030-05-10'] as const
const run = (statement: ReturnType<typeof sql>) => statement.execute(programme.database.db)

async function bridgeNow(): Promise<PeriodBridge> {
  const { body } = await maria!.get(`/api/period/${period}/checklist`)
  const [bridge] = body.bridge as PeriodBridge[]
  expect(Number(sumMoney(bridge!.causes.map(({ value }) => String(value))))).toBe(bridge!.difference)
  expect(bridge!.after).toBeCloseTo(bridge!.before + bridge!.difference, 2)
  return bridge!
}
const kinds = ({ causes }: PeriodBridge) =>
  causes.map(({ cause, with: others, count }) => `${[cause, ...others].join(' + ')} ${count}`).sort()
const opened = async (more: string) => (await maria!.get(`/api/period/${period}/bridge?${more}`)).body as BridgeEntries
const eventsOf = async (entry: number) => (await maria!.get(`/api/entry/${entry}/events`)).body as EventsBehind

test('each cause stands by itself and opens into its adjustments and the events behind them', async () => {
  const { affiliates, partners } = programme
  // One affiliate hangs on nobody, so that its adjustment has one owner; one hangs on a partner of partners.
  await programme.send([bet(1, month[0], '100.00'), bet(2, month[0], '100.00'), bet(3, month[0], '100.00')])
  const lost = { ...programme.links[3]!, token: 'nobody-knows' }
  await programme.send([{ ...bet(3, '2030-05-03', '200.00', 'lost'), link: lost }])
  await programme.closeDays(...month)
  period = (await buildPeriod(maria!, { from: month[0], to: month[1] })).id
  await maria!.post(`/api/period/${period}/check`, { accept: [] })
  expect((await joao!.post(`/api/period/${period}/lock`, {})).body).toMatchObject({ state: 'locked' })
  expect((await maria!.get(`/api/period/${period}/checklist`)).body.bridge).toEqual([])

  await programme.send([bet(3, month[0], '50.00')])
  await programme.closeDays(...month)
  expect(kinds(await bridgeNow())).toEqual(['lateEvent 1'])

  await programme.send([{ link: programme.links[3]!, type: 'registration', day: '2030-05-03', player: 'lost' }])
  await programme.closeDays(...month)
  const told = await bridgeNow()
  expect(kinds(told)).toEqual(['lateEvent 1', 'movedPlayer 1'])
  const [moved] = (await opened('currency=BRL&cause=movedPlayer')).rows
  expect(moved).toMatchObject({
    owner: { kind: 'affiliate', id: affiliates[3]!.id },
    sourceDay: '2030-05-03',
    causes: ['movedPlayer'],
    value: told.causes.find(({ cause }) => cause === 'movedPlayer')!.value,
  })
  const behind = await eventsOf(moved!.entry)
  const named = behind.rows.filter(({ eventId }) => moved!.refs.some(({ id }) => id === eventId))
  expect(named.map(({ type, amount }) => [type, amount]).sort()).toEqual([
    ['bet', 200],
    ['registration', 0],
  ])
  const [late] = (await opened('cause=lateEvent')).rows
  expect((await eventsOf(late!.entry)).rows).toMatchObject([{ type: 'bet', amount: 50 }])

  // A partner's days follow from who hangs below it, and from its rule.
  await run(sql`update affiliate_history set partner = ${partners[3]!.id} where record = ${affiliates[2]!.id}`)
  await run(sql`insert into dirty_day (affiliate, day) values (${affiliates[2]!.id}, ${month[0]}::text::date)`)
  await programme.closeDays(...month)
  const afterMove = await bridgeNow()
  expect(kinds(afterMove).filter((kind) => !/^(lateEvent|movedPlayer) 1$/.test(kind))).toEqual([
    expect.stringMatching(/^movedPartner \d$/),
  ])
  const movers = (await opened('cause=movedPartner')).rows
  expect(movers.map(({ owner }) => owner.id)).toContain(partners[3]!.id)
  for (const { refs } of movers) expect(refs).toEqual([{ kind: 'affiliate', id: String(affiliates[2]!.id) }])
}, 120_000)

test('a correction of who hangs where is one move, which names the correction', async () => {
  const { affiliates, partners } = programme
  const { difference } = await bridgeNow()
  const order = { object: 'affiliate', id: affiliates[1]!.id, values: { partner: partners[3]!.id } }
  const asked = await maria!.post('/api/correction', { ...order, validFrom: month[0], reason: 'Typed wrong' })
  const { digest } = (await joao!.get(`/api/correction/${asked.body.id}/preview`)).body
  expect((await joao!.post(`/api/correction/${asked.body.id}/approve`, { digest })).status).toBe(200)
  const bridge = await bridgeNow()
  const own = bridge.causes.filter(({ correction }) => correction === asked.body.id)
  expect(own).toMatchObject([{ cause: 'movedPartner', with: [] }])
  expect(Number(sumMoney([String(difference), String(own[0]!.value)]))).toBe(bridge.difference)
  const { rows, count, value } = await opened(`correction=${asked.body.id}&cause=movedPartner`)
  expect([rows.length, value]).toEqual([count, own[0]!.value])
  for (const { refs } of rows) expect(refs).toContainEqual({ kind: 'correction', id: String(asked.body.id) })
})

test('a payment that came back is told beside the difference, and is no part of it', async () => {
  const { affiliates, database, root } = programme
  const { difference, returned } = await bridgeNow()
  expect(returned).toBeNull()
  await root.put(`/api/affiliate/${affiliates[3]!.id}`, { paymentType: 'manual' })
  const paid = await root.post(`/api/payment/affiliate/${affiliates[3]!.id}/manual`, {
    paidAt: '2030-06-10T12:00:00Z',
    reference: 'R',
    currency: 'BRL',
  })
  expect(paid.status).toBe(200)
  const change = { actor: systemActor('test'), at: presentMoment, zone: 'UTC' }
  await inTransaction(database.db, async (db) =>
    applyGatewayResult({ ...change, db }, (await lockPayment(db, { id: paid.body.id }))!, {
      kind: 'returned',
      reason: { code: 'unreachable' },
    } as Parameters<typeof applyGatewayResult>[2]),
  )
  const bridge = await bridgeNow()
  expect(bridge.difference).toBe(difference)
  expect(bridge.returned!.count).toBeGreaterThan(0)
  expect(bridge.returned!.value).toBeGreaterThan(0)
}, 60_000)

test('what is asked of a bridge is checked, and nobody of another company is told anything', async () => {
  const { app, root, companies, brands } = programme
  const codeOf = async (client: Client, more: string) =>
    (await client.get(`/api/period/${period}/bridge?${more}`)).body.code
  expect(await codeOf(maria!, 'cause=weather')).toBe('invalid_request')
  expect(await codeOf(maria!, 'limit=all')).toBe('invalid_request')
  const other = await buildStaff(app, root, {
    company: companies[1]!.id,
    allowedBrands: [brands[2]!.id],
    roles: [...roleKeys],
  })
  expect(await codeOf(other, '')).toBe('not_found')
})
