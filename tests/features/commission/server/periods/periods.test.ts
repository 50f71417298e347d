import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ChecklistItem } from '#features/commission/answers/periods.ts'
import { dailyClose } from '#app/server/jobs/close.ts'
import {
  buildAffiliate,
  buildBrand,
  buildCompany,
  buildPeriod,
  type BuiltRecord,
  buildStaff,
} from '#tests/support/builders.ts'
import type { Client } from '#tests/support/office.ts'
import { makeWorld, type World } from '#tests/support/money/world.ts'
import { openPayoutOffice, type PayoutOffice } from '#tests/support/money/payoutOffice.ts'

/** Days whose amounts one person checks and another locks. */
let office: PayoutOffice
let world: World
let root: Client
const today = '2030-03-10'
const month = { from: '2030-01-01', to: '2030-01-31' }

beforeAll(async () => {
  office = await openPayoutOffice()
  root = await office.asRoot()
  world = makeWorld(office.database, { now: office.context.now() })
})
afterAll(() => office.close())

/** A company of its own with a brand, an affiliate that earns 30 %, and two people who see all of it. */
async function place() {
  const company = await buildCompany(root)
  const brand = await buildBrand(root, { company: company.id })
  const affiliate = await buildAffiliate(root, { company: company.id, brands: [brand.id], paymentType: 'manual' })
  await sql`update affiliate_history set valid_from = '-infinity' where record = ${affiliate.id}`.execute(
    office.database.db,
  )
  const rights = {
    company: company.id,
    allowedBrands: [brand.id],
    roles: ['financial', 'paymentByAffiliate', 'entryByAffiliate', 'affiliate'],
  }
  const [maria, joao] = [await buildStaff(office.app, root, rights), await buildStaff(office.app, root, rights)]
  const moved = (day: string, turnover: number) =>
    world.activity({ affiliate: affiliate.id, brand: brand.id, day, turnover })
  const entries = async () =>
    (await world.entries({ affiliate: affiliate.id })).map(
      ({ day, kind, value, status }) => `${day} ${kind} ${value} ${status}`,
    )
  return { company, brand, affiliate, maria, joao, moved, entries }
}

const open = (items: readonly ChecklistItem[]) =>
  items.filter(({ ok }) => !ok).map(({ code, count }) => `${code} ${count}`)
const codeOf = async (answer: ReturnType<Client['post']>) => (await answer).body.code as string | undefined

async function locked(
  given: Awaited<ReturnType<typeof place>>,
  days: { from: string; to: string } = month,
  accept: readonly string[] = [],
): Promise<BuiltRecord> {
  const period = await buildPeriod(given.maria, days)
  expect([
    (await given.maria.post(`/api/period/${period.id}/check`, { accept })).body,
    (await given.joao.post(`/api/period/${period.id}/lock`, {})).body,
  ]).toMatchObject([{ state: 'checked' }, { state: 'locked' }])
  return period
}

describe('a period', () => {
  it('is made by people for days that are in no other, and changed by none', async () => {
    const { company, maria } = await place()
    const period = await buildPeriod(maria, month)
    expect(period).toMatchObject({ company: company.id, ...month, state: 'open', checkedBy: null, lockedAt: null })
    expect((await maria.post('/api/period', { from: '2030-01-31', to: '2030-02-03' })).body).toMatchObject({
      code: 'period_overlaps',
      values: month,
    })
    expect(await codeOf(maria.post('/api/period', { from: '2030-02-03', to: '2030-02-01' }))).toBe('validation_failed')
    expect([
      (await maria.put(`/api/period/${period.id}`, { to: '2030-02-03' })).status,
      (await maria.delete(`/api/period/${period.id}`)).status,
    ]).toEqual([403, 403])
    await expect(
      sql`insert into period (company, "from", "to", state) values (${company.id}, '2030-01-15', '2030-02-15',
        'open')`.execute(office.database.db),
    ).rejects.toThrow(/has a period of these days/)
  })

  it('is seen and signed by who sees all of its company', async () => {
    const [given, other] = [await place(), await place()]
    const period = await buildPeriod(given.maria, month)
    const steps = ['check', 'lock', 'reopen'].map((step) => [step, step === 'reopen' ? { reason: 'R' } : {}] as const)
    const second = await buildBrand(root, { company: given.company.id })
    for (const [step, body] of steps) {
      expect([step, await codeOf(given.maria.post(`/api/period/${period.id}/${step}`, body))]).toEqual([
        step,
        'partly_visible',
      ])
      expect([step, (await other.maria.post(`/api/period/${period.id}/${step}`, body)).status]).toEqual([step, 404])
    }
    expect([
      await codeOf(given.maria.get(`/api/period/${period.id}/checklist`)),
      (await other.maria.get(`/api/period/${period.id}/checklist`)).status,
    ]).toEqual(['partly_visible', 404])
    const clerk = await buildStaff(office.app, root, {
      company: given.company.id,
      allowedBrands: [given.brand.id, second.id],
      roles: ['affiliate'],
    })
    expect([
      (await clerk.get('/api/period')).status,
      (await clerk.get(`/api/period/${period.id}/checklist`)).status,
    ]).toEqual([403, 403])
  })

  it('is checked with evidence: what is not in order is named, and signed only where somebody accepts it', async () => {
    const { affiliate, maria, moved } = await place()
    for (const day of ['2030-01-02', '2030-01-03', '2030-01-04']) await moved(day, 100)
    await world.close('2030-01-02', '2030-01-03')
    const period = await buildPeriod(maria, month)
    const { body } = await maria.get(`/api/period/${period.id}/checklist`)
    expect([open(body.items), body.items[0].refs, body.controlTotals]).toEqual([
      ['days_never_closed 1'],
      [{ day: '2030-01-04' }],
      [
        {
          currency: 'BRL',
          entries: 2,
          commission: 60,
          adjustments: 0,
          advances: 0,
          total: 60,
          turnover: 300,
          payout: 0,
          bonus: 0,
          chargebacks: 0,
          deposits: 0,
          withdrawals: 0,
        },
      ],
    ])
    expect((await maria.post(`/api/period/${period.id}/check`, {})).body).toMatchObject({
      code: 'period_not_in_order',
      values: { items: 'days_never_closed' },
    })
    expect(
      (
        await maria.post('/api/entry', {
          affiliate: affiliate.id,
          day: '2030-01-05',
          currency: 'BRL',
          value: -80,
          reason: 'Chargeback of the bank',
        })
      ).status,
    ).toBe(200)
    await world.close('2030-01-04')
    await moved('2030-01-04', 10)
    expect(open((await maria.get(`/api/period/${period.id}/checklist`)).body.items)).toEqual([
      'days_changed 1',
      'awaiting_adjustments 1',
    ])
    expect(await codeOf(maria.post(`/api/period/${period.id}/check`, { accept: ['nothing'] }))).toBe('invalid_choice')
    expect(
      (await maria.post(`/api/period/${period.id}/check`, { accept: ['days_changed', 'awaiting_adjustments'] })).body,
    ).toMatchObject({ state: 'checked', version: 2 })
    expect((await maria.get(`/api/period/${period.id}/checklist`)).body.signature).toMatchObject({
      accepted: ['days_changed', 'awaiting_adjustments'],
      holds: true,
      lockedBy: null,
    })
  })

  it('is locked by another person than who checked it, while it comes to what was signed', async () => {
    const { maria, joao, moved } = await place()
    await moved('2030-01-02', 100)
    await world.close('2030-01-02')
    const period = await buildPeriod(maria, month)
    expect(await codeOf(joao.post(`/api/period/${period.id}/lock`, {}))).toBe('period_not_checked')
    expect((await maria.post(`/api/period/${period.id}/check`, {})).body).toMatchObject({
      state: 'checked',
      checkedBy: expect.stringContaining('@'),
      lockedBy: null,
    })
    expect(await codeOf(maria.post(`/api/period/${period.id}/lock`, {}))).toBe('approver_not_apart')
    await moved('2030-01-02', 100)
    await world.close('2030-01-02')
    expect(await codeOf(joao.post(`/api/period/${period.id}/lock`, {}))).toBe('period_changed')
    await maria.post(`/api/period/${period.id}/check`, {})
    expect((await joao.post(`/api/period/${period.id}/lock`, {})).body).toMatchObject({
      state: 'locked',
      lockedBy: expect.stringContaining('@'),
    })
    expect(await codeOf(maria.post(`/api/period/${period.id}/check`, {}))).toBe('period_is_locked')
    const lines = (
      await root.get(`/api/activityLog?sort=["id","ASC"]&filter={"object":"period","objectId":"${period.id}"}`)
    ).body as { operation: string; changes: { field: string; after: unknown }[] }[]
    expect(lines.map(({ operation }) => operation)).toEqual(['create', 'check', 'check', 'lock'])
    expect(lines.at(-1)!.changes.map(({ field }) => field)).toEqual(['state', 'lockedBy', 'controlTotals', 'digest'])
    expect(JSON.stringify(lines.at(-1)!.changes)).toContain('"commission":60')
  })

  it('is not checked before it is over', async () => {
    const { maria } = await place()
    const period = await buildPeriod(maria, { from: '2030-03-01', to: today })
    expect((await maria.post(`/api/period/${period.id}/check`, {})).body).toMatchObject({
      code: 'period_not_over',
      values: { to: today },
    })
  })
})

describe('what comes after a lock', () => {
  it('is posted to the open period, once, whether the entry is paid or pending; the totals stay as signed', async () => {
    const given = await place()
    const { affiliate, maria, moved, entries } = given
    for (const day of ['2030-01-02', '2030-01-03']) await moved(day, 100)
    await world.close('2030-01-02', '2030-01-03')
    const period = await locked(given)
    await moved('2030-01-02', 50)
    await moved('2030-01-03', -100)
    for (let time = 0; time < 2; time += 1) await world.close('2030-01-02', '2030-01-03')
    expect(await entries()).toEqual([
      '2030-01-02 commission 30.00 pending',
      '2030-01-03 commission 30.00 pending',
      `${today} adjustment 15.00 pending`,
      `${today} adjustment -30.00 pending`,
    ])
    const { body } = await maria.get(`/api/period/${period.id}/checklist`)
    expect(body).toMatchObject({
      controlTotals: [{ total: 60, turnover: 200 }],
      signature: { holds: false },
      bridge: [
        {
          currency: 'BRL',
          before: 60,
          after: 45,
          difference: -15,
          causes: [{ cause: 'lateActivity', with: [], value: -15, count: 2 }],
        },
      ],
    })
    const paid = await maria.post(`/api/payment/affiliate/${affiliate.id}/manual`, {
      paidAt: today,
      reference: 'R',
      currency: 'BRL',
    })
    expect(paid.body).toMatchObject({ state: 'settled', value: 45 })
  })

  it('of a day that was never closed hangs on an entry of 0.00', async () => {
    const given = await place()
    await given.moved('2030-02-01', 100)
    await locked(given, { from: '2030-02-01', to: '2030-02-28' }, ['days_never_closed'])
    for (let time = 0; time < 2; time += 1) await world.close('2030-02-01')
    expect(await given.entries()).toEqual(['2030-02-01 commission 0.00 pending', `${today} adjustment 30.00 pending`])
    const [, adjustment] = await world.entries({ affiliate: given.affiliate.id })
    expect((await given.maria.get(`/api/entry/${adjustment!.id}/explain`)).body).toMatchObject({
      total: 30,
      adjustment: { sourceDay: '2030-02-01', sourceValue: 0, amount: 30 },
    })
  })

  it('is nothing that people write into it, or the database takes', async () => {
    const given = await place()
    const { affiliate, maria, joao, moved } = given
    await moved('2030-01-02', 100)
    await world.close('2030-01-02')
    const said = (day: string) => ({ affiliate: affiliate.id, day, currency: 'BRL', value: 5, reason: 'Forgotten' })
    const waiting = (await maria.post('/api/entry', said('2030-01-09'))).body.id as number
    await locked(given, month, ['awaiting_adjustments'])
    expect((await maria.post('/api/entry', said('2030-01-09'))).body).toMatchObject({
      code: 'period_locked',
      values: { day: '2030-01-09' },
    })
    expect(await codeOf(joao.post(`/api/entry/${waiting}/approve`, {}))).toBe('period_locked')
    expect((await joao.post(`/api/entry/${waiting}/decline`, { reason: 'Too late' })).status).toBe(200)
    expect((await maria.post('/api/entry', said('2030-02-09'))).status).toBe(200)
    const { db } = office.database
    const [entry] = await world.entries({ affiliate: affiliate.id })
    const tries = [
      sql`update entry set value = 1 where id = ${entry!.id}`,
      sql`update entry set day = '2030-02-01' where id = ${entry!.id}`,
      sql`delete from entry where id = ${entry!.id}`,
      sql`insert into entry (day, affiliate, kind, value, currency, status) values ('2030-01-03', ${affiliate.id},
        'adjustment', 1, 'BRL', 'pending')`,
    ]
    for (const each of tries) await expect(each.execute(db)).rejects.toThrow(/is of a locked period/)
  })

  it('stays where it was posted when the period is opened again; nothing is paid twice', async () => {
    const given = await place()
    const { maria, moved, entries } = given
    for (const day of ['2030-01-02', '2030-01-03']) await moved(day, 100)
    await world.close('2030-01-02', '2030-01-03')
    const period = await locked(given)
    await moved('2030-01-02', 50)
    await world.close('2030-01-02')
    expect((await maria.post(`/api/period/${period.id}/reopen`, {})).status).toBe(400)
    expect(
      (await maria.post(`/api/period/${period.id}/reopen`, { reason: 'A brand sent wrong bets' })).body,
    ).toMatchObject({ state: 'open', checkedBy: null, lockedBy: null, reopenReason: 'A brand sent wrong bets' })
    expect(await codeOf(maria.post(`/api/period/${period.id}/reopen`, { reason: 'Again' }))).toBe('period_is_open')
    await moved('2030-01-03', 10)
    for (let time = 0; time < 2; time += 1) await world.close('2030-01-02', '2030-01-03')
    expect(await entries()).toEqual([
      '2030-01-02 commission 30.00 pending',
      '2030-01-03 commission 33.00 pending',
      `${today} adjustment 15.00 pending`,
    ])
  })
})

describe('an entry that was adjusted while a payment held it', () => {
  it('is not corrected as well once the payment was refused', async () => {
    const { affiliate, moved, entries } = await place()
    await moved('2030-01-02', 100)
    await world.close('2030-01-02')
    const [entry] = await world.entries({ affiliate: affiliate.id })
    const { db } = office.database
    const {
      rows: [payment],
    } = await sql<{
      id: number
    }>`insert into payment (affiliate, value, currency, method, state, entries) values (${affiliate.id}, 30, 'BRL',
      'automatic', 'created', array[${entry!.id}::bigint]) returning id`.execute(db)
    await sql`insert into payment_entry (payment, entry) values (${payment!.id}, ${entry!.id})`.execute(db)
    await moved('2030-01-02', 50)
    await world.close('2030-01-02')
    await sql`update payment_entry set holds = false where payment = ${payment!.id}`.execute(db)
    await sql`update payment set state = 'rejected' where id = ${payment!.id}`.execute(db)
    await world.close('2030-01-02')
    expect(await entries()).toEqual(['2030-01-02 commission 30.00 pending', `${today} adjustment 15.00 pending`])
  })
})

describe('the nightly close', () => {
  it('closes by itself days with movement that nobody closed, and makes the periods that are due', async () => {
    const { company, moved, entries } = await place()
    await root.put(`/api/company/${company.id}`, { calendar: 'halfMonth', version: company.version })
    for (const day of ['2029-12-20', '2030-01-07', '2030-02-03']) await moved(day, 100)
    await world.close('2030-02-04', '2030-03-08')
    const work = {
      context: office.context,
      signal: new AbortController().signal,
      progress: () => {},
      input: {},
      log: () => {},
    }
    await dailyClose.run(work)
    expect(await entries()).toEqual([
      '2029-12-20 commission 30.00 pending',
      '2030-01-07 commission 30.00 pending',
      '2030-02-03 commission 30.00 pending',
    ])
    const list = async () =>
      ((await root.get(`/api/period?sort=["from","ASC"]&filter={"company":${company.id}}`)).body as BuiltRecord[]).map(
        ({ from, to, state }) => `${from} ${to} ${state}`,
      )
    const made = await list()
    expect(made).toEqual(
      [
        '2029-12-16 2029-12-31',
        '2030-01-01 2030-01-15',
        '2030-01-16 2030-01-31',
        '2030-02-01 2030-02-15',
        '2030-02-16 2030-02-28',
        '2030-03-01 2030-03-15',
      ].map((days) => `${days} open`),
    )
    await dailyClose.run(work)
    expect(await list()).toEqual(made)
  })
})
