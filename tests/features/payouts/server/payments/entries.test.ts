import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type BuiltRecord,
  buildAffiliate,
  buildBrand,
  buildReward,
  buildRewardProfile,
  buildStaff,
} from '#tests/support/builders.ts'
import { eventually } from '#tests/support/eventually.ts'
import { type Client, openOffice, type Office } from '#tests/support/office.ts'
import { makeWorld, type World } from '#tests/support/money/world.ts'

const clock = { now: new Date('2026-03-20T12:00:00Z') }
const today = '2026-03-20'
let office: Office
let world: World
let brand: BuiltRecord
let profile: BuiltRecord
beforeAll(async () => {
  office = await openOffice({ now: () => clock.now })
  world = makeWorld(office.database, clock)
  brand = await buildBrand(office.root)
  profile = await buildRewardProfile(office.root)
})
afterAll(() => office.close())

/** An affiliate with one entry of 30.00 on a day. */
async function owner(
  values: Record<string, unknown> = {},
  day = '2026-03-10',
): Promise<{ affiliate: number; entry: number }> {
  const affiliate = await buildAffiliate(office.root, { brands: [brand.id], rewardProfile: profile.id, ...values })
  await world.activity({ affiliate: affiliate.id, day, brand: brand.id, turnover: 100 })
  await world.close(day)
  return { affiliate: affiliate.id, entry: (await world.entries({ affiliate: affiliate.id }))[0]!.id }
}

const paid = { paidAt: '2026-03-19', reference: 'TED 123', note: 'by the bank' }
const pay = (entry: number, body: unknown = paid, client: Client = office.root) =>
  client.post(`/api/entry/${entry}/payment`, body)
const setComplete = (affiliate: number) =>
  sql`update entry set status = 'complete' where affiliate = ${affiliate} and status = 'pending'`.execute(
    office.database.db,
  )

describe('Baixa manual', () => {
  test('completes a pending entry of an owner paid by hand, with payment, attempt and one line in the log', async () => {
    const { entry } = await owner()
    const answer = await pay(entry)
    expect([answer.status, answer.body.status, answer.body.paymentMethod]).toEqual([200, 'complete', 'manual'])
    expect(answer.body.attempts).toHaveLength(1)
    const { rows } =
      await sql`select state, method, value, reference, entries from payment where ${entry} = any(entries)`.execute(
        office.database.db,
      )
    expect(rows).toEqual([
      { state: 'settled', method: 'manual', value: '30.00', reference: 'TED 123', entries: [entry] },
    ])
    const { rows: lines } =
      await sql`select operation from activity_log where object = 'entry' and object_id = ${String(entry)}`.execute(
        office.database.db,
      )
    expect(lines).toHaveLength(1)
  })

  test('succeeds once when twenty ask at once, every time; the others are told that the entry is not pending', async () => {
    const { affiliate } = await owner()
    for (let round = 1; round <= 10; round += 1) {
      const day = `2026-02-${String(round).padStart(2, '0')}`
      await world.activity({ affiliate, day, brand: brand.id, turnover: 100 })
      await world.close(day)
      const entry = (await world.entries({ affiliate })).find((each) => each.day === day)!.id
      const answers = await Promise.all(Array.from({ length: 20 }, () => pay(entry)))
      const told = answers
        .map(({ status, body }) => (status === 200 ? '200' : `${status} ${String(body.message)}`))
        .sort()
      expect(told).toEqual(['200', ...Array.from({ length: 19 }, () => '409 This entry is not pending')])
      const { rows } =
        await sql`select from activity_log where object = 'entry' and object_id = ${String(entry)}`.execute(
          office.database.db,
        )
      expect(rows).toHaveLength(1)
    }
  })

  test('is told that the entry is not pending where a payment takes it in the very moment', async () => {
    const { entry } = await owner()
    const {
      rows: [holder],
    } = await sql<{
      id: number
    }>`insert into payment (affiliate, value, currency, method, state, entries) select affiliate, value, currency,
      'automatic', 'created', array[id]
      from entry where id = ${entry} returning id`.execute(office.database.db)
    let asked: ReturnType<typeof pay> | undefined
    await office.database.db.transaction().execute(async (transaction) => {
      await sql`select from entry where id = ${entry} for update`.execute(transaction)
      asked = pay(entry)
      await eventually(async () => {
        const { rows } =
          await sql`select from pg_stat_activity where wait_event_type = 'Lock' and query like '%for update%'
            and datname = current_database()`.execute(office.database.db)
        return rows.length === 1
      })
      await sql`insert into payment_entry (payment, entry) values (${holder!.id}, ${entry})`.execute(transaction)
    })
    expect(await asked).toMatchObject({ status: 409, body: { code: 'entry_not_pending' } })
  })

  test('is not confirmed before it happened: a day after the business day, or a moment still to come, is refused', async () => {
    const { entry } = await owner()
    const future = {
      status: 400,
      body: { code: 'validation_failed', errors: { paidAt: 'Must not be in the future: it is 2026-03-20 (UTC) now' } },
    }
    for (const paidAt of ['2026-03-21', '2031-01-01', '2026-03-20T12:05:00Z', '2026-03-20T10:00:00-03:00'])
      expect(await pay(entry, { ...paid, paidAt })).toMatchObject(future)
    expect(await office.root.post('/api/entry/payment', { ids: [entry], ...paid, paidAt: '2026-03-21' })).toMatchObject(
      future,
    )
    expect((await pay(entry, { ...paid, paidAt: today })).status).toBe(200)
  })

  test("takes the business zone's day for today", async () => {
    const [tokyo, manaus] = await Promise.all(
      ['Asia/Tokyo', 'America/Manaus'].map((zone) =>
        openOffice({ now: () => new Date('2026-03-20T23:00:00Z'), variables: { BUSINESS_TIME_ZONE: zone } }),
      ),
    )
    try {
      const answers = await Promise.all(
        [tokyo!, manaus!].map(
          async ({ root }) =>
            (await root.post('/api/entry/payment', { ids: [1], ...paid, paidAt: '2026-03-21' })).status,
        ),
      )
      expect(answers).toEqual([200, 400])
    } finally {
      await Promise.all([tokyo!.close(), manaus!.close()])
    }
  })

  test("refuses with the specification's three messages", async () => {
    const key = { paymentType: 'automatic', paymentKeyType: 'email', paymentKey: 'pay@example.test' }
    const [manual, automatic, both] = [await owner(), await owner(key), await owner(key)]
    await setComplete(manual.affiliate)
    await setComplete(both.affiliate)
    const answers = [await pay(manual.entry), await pay(automatic.entry), await pay(both.entry)]
    expect(answers.map(({ status, body }) => [status, body.code, body.message])).toEqual([
      [409, 'entry_not_pending', 'This entry is not pending'],
      [422, 'payment_type_not_manual', 'Affiliate payment type is not manual'],
      [409, 'entry_not_pending_or_manual', 'This entry is not pending and/or manual'],
    ])
  })

  test('is of the way its owner is paid by now; what is paid keeps the way it was paid in', async () => {
    const { affiliate, entry } = await owner()
    const [{ body: before }] = [await office.root.get(`/api/affiliate/${affiliate}`)]
    await office.root.put(`/api/affiliate/${affiliate}`, {
      ...before,
      paymentType: 'automatic',
      paymentKeyType: 'email',
      paymentKey: 'ways@example.test',
    })
    await office.root.post('/api/affiliate/payment_type', { ids: [affiliate], paymentType: 'manual' })
    await pay(entry)
    await world.activity({ affiliate, day: '2026-03-12', brand: brand.id, turnover: 100 })
    await world.close('2026-03-12')
    const methods = async (filter: object = {}) =>
      (
        await office.root.get(
          `/api/entry?filter=${encodeURIComponent(JSON.stringify({ affiliate, ...filter }))}&sort=["day","ASC"]&range=[0,9]`,
        )
      ).body.map(({ paymentMethod }: { paymentMethod: string }) => paymentMethod)
    expect(
      (await office.root.post('/api/affiliate/payment_type', { ids: [affiliate], paymentType: 'automatic' })).body
        .changed,
    ).toEqual([affiliate])
    expect(await methods()).toEqual(['manual', 'automatic'])
    expect(await methods({ paymentMethod: 'automatic' })).toEqual(['automatic'])
    await office.root.post('/api/affiliate/payment_type', { ids: [affiliate], paymentType: 'manual' })
    expect(await methods()).toEqual(['manual', 'manual'])
  })

  test('needs the date, knows its fields, and pays nobody whose record is not filled in', async () => {
    const { entry, affiliate } = await owner()
    expect((await pay(entry, { reference: 'x' })).body).toMatchObject({
      code: 'validation_failed',
      errors: { paidAt: expect.any(String) },
    })
    expect((await pay(entry, { ...paid, amount: 5 })).status).toBe(400)
    await sql`update affiliate set cpf = null, document = null where id = ${affiliate}`.execute(office.database.db)
    expect((await pay(entry)).body).toMatchObject({ code: 'incomplete_record', values: { fields: 'cpf, document' } })
  })

  test('is for the financial role, and for entries one sees', async () => {
    const { entry } = await owner()
    const company = brand.company as number
    const other = await buildBrand(office.root)
    const roles = ['financial']
    const [reader, stranger, cashier] = [
      await buildStaff(office.app, office.root, { company, allowedBrands: [brand.id], roles: ['entryByAffiliate'] }),
      await buildStaff(office.app, office.root, { company: other.company, allowedBrands: [other.id], roles }),
      await buildStaff(office.app, office.root, { company, allowedBrands: [brand.id], roles }),
    ]
    expect([
      (await pay(entry, paid, office.nobody)).status,
      (await pay(entry, paid, reader)).status,
      (await pay(entry, paid, stranger)).status,
    ]).toEqual([401, 403, 404])
    expect((await pay(entry, paid, cashier)).status).toBe(200)
  })
})

describe('the explanation of an entry', () => {
  test('goes from measures over rule and rate to the amount, and adds up', async () => {
    const tiered = await buildReward(office.root, {
      productType: 'bets',
      calculation: 'dynamic',
      percentage: null,
      adminFee: 12.5,
      tiers: [
        { from: 0, percentage: 25 },
        { from: 100, percentage: 30 },
      ],
      triggerCondition: 'turnover',
      triggerOperation: 'sum',
      triggerComparison: '>= 100',
    })
    const rewards = [tiered.id, ...(profile.rewards as number[]).slice(1)]
    const { affiliate } = await owner({ rewardProfile: (await buildRewardProfile(office.root, { rewards })).id })
    await world.activity({
      affiliate,
      day: '2026-03-11',
      brand: brand.id,
      turnover: 1000,
      payout: 600,
      bonus: 150,
      chargebacks: 25,
    })
    await world.close('2026-03-11')
    const entry = (await world.entries({ affiliate })).at(-1)!
    const { status, body } = await office.root.get(`/api/entry/${entry.id}/explain`)
    expect(status).toBe(200)
    expect(body.total).toBe(Number(entry.value))
    const [line] = body.lines
    expect(line.isReproduced).toBe(true)
    expect(line.after.measures).toMatchObject({ turnover: 1100, payout: 600, ggr: 500, admin_fee: 62.5, ngr: 262.5 })
    expect(line.after.steps.map(({ kind }: { kind: string }) => kind)).toEqual([
      'measure',
      'measure',
      'measure',
      'base',
      'trigger',
      'rate',
      'rate',
    ])
    const rates = line.after.steps.filter(({ kind }: { kind: string }) => kind === 'rate') as { amount: number }[]
    expect(rates.reduce((sum, { amount }) => sum + amount, 0)).toBeCloseTo(line.after.exact, 10)
    expect(line.rounding.earned - line.rounding.earnedBefore).toBeCloseTo(line.rounding.amount, 10)
    expect(line.ruleVersion).toMatchObject({ validFrom: null, rule: { calculation: 'dynamic' } })
  })

  test('names the players that qualified for CPA on the day', async () => {
    const cpa = await buildReward(office.root, {
      productType: 'cpa',
      subType: 'player',
      calculation: 'fixed',
      percentage: null,
      value: 40,
      triggerCondition: 'registration',
      triggerOperation: 'count',
      triggerComparison: '>= 1',
    })
    const { affiliate } = await owner({
      rewardProfile: (
        await buildRewardProfile(office.root, { rewards: [...(profile.rewards as number[]).slice(0, 3), cpa.id] })
      ).id,
    })
    for (const registered of ['2026-03-08', '2026-03-13', '2026-03-13'])
      await world.player({ affiliate, registered, brand: brand.id })
    await world.activity({ affiliate, day: '2026-03-13', product: 'none', registrations: 2, brand: brand.id })
    await world.close('2026-03-13')
    const { body } = await office.root.get(`/api/entry/${(await world.entries({ affiliate })).at(-1)!.id}/explain`)
    expect([
      body.players.length,
      body.lines.map(({ product, amount }: { product: string; amount: number }) => [product, amount]),
    ]).toEqual([2, [['cpa', 80]]])
    const entry = (await world.entries({ affiliate })).at(-1)!.id
    const seenWith = async (roles: string[]) => {
      const staff = await buildStaff(office.app, office.root, {
        company: brand.company,
        allowedBrands: [brand.id],
        roles,
      })
      return ((await staff.get(`/api/entry/${entry}/explain`)).body.players as { player: string }[]).map(
        ({ player }) => player,
      )
    }
    const named = (body.players as { player: string }[]).map(({ player }) => player)
    expect(await seenWith(['entryByAffiliate', 'activityPerAffiliate'])).toEqual(named)
    expect(await seenWith(['entryByAffiliate'])).toEqual(named.map((player) => `${player[0]}***`))
  })

  test('of a partner shows what its formula read and gave', async () => {
    const partner = await world.partner({ level: await world.level(1), percentage: 30, abatement: 10 })
    const { affiliate } = await owner()
    await world.reassign(affiliate, '2026-03-12', { partner })
    await world.activity({ affiliate, day: '2026-03-12', brand: brand.id, turnover: 1000 })
    await world.close('2026-03-12')
    const [entry] = await world.entries({ partner })
    const { body } = await office.root.get(`/api/entry/${entry!.id}/explain`)
    expect(body.lines[0]).toMatchObject({
      product: 'partner',
      amount: 189,
      isReproduced: true,
      after: {
        measures: { ngr: 1000, affiliate_reward: 300, gross_value: 700, abatment: 70, value: 630, percentage: 0.3 },
      },
    })
    expect(body.below).toMatchObject([{ affiliate, ggr: 1000, ngr: 1000, reward: 300 }])
    const stranger = await buildStaff(office.app, office.root, {
      company: brand.company,
      allowedBrands: [brand.id],
      roles: ['entryByAffiliate'],
    })
    await sql`update affiliate set brands = '{}' where id = ${affiliate}`.execute(office.database.db)
    const seen = await stranger.get(`/api/entry/${entry!.id}/explain`)
    expect(seen.body.below).toEqual([{ affiliate: null, name: null, ggr: 1000, ngr: 1000, reward: 300 }])
  })

  test("keeps yesterday's rule after the reward was changed today", async () => {
    const { affiliate, entry } = await owner()
    const reward = await office.root.get(`/api/reward/${(profile.rewards as number[])[0]}`)
    await office.root.put(`/api/reward/${reward.body.id}`, { ...reward.body, percentage: 50 })
    await world.activity({ affiliate, day: today, brand: brand.id, turnover: 100 })
    await world.close(today)
    const explained = (await office.root.get(`/api/entry/${entry}/explain`)).body
    expect(explained.lines[0].ruleVersion).toMatchObject({ validFrom: null, rule: { percentage: 30 } })
    const later = (await world.entries({ affiliate })).at(-1)!
    expect((await office.root.get(`/api/entry/${later.id}/explain`)).body.lines[0]).toMatchObject({
      amount: 50,
      ruleVersion: { validFrom: today },
    })
  })
})

describe("changing an affiliate's reward profile", () => {
  const assign = async (affiliate: number, rewardProfile: number) => {
    const { body } = await office.root.get(`/api/affiliate/${affiliate}`)
    const answer = await office.root.put(`/api/affiliate/${affiliate}`, { version: body.version, rewardProfile })
    expect(answer.status).toBe(200)
  }
  const other = async () => {
    const bets = await buildReward(office.root, { productType: 'bets', percentage: 10 })
    return (await buildRewardProfile(office.root, { rewards: [bets.id, ...(profile.rewards as number[]).slice(1)] })).id
  }

  test('computes today anew, keeps the days before, and the log keeps the deleted entry whole', async () => {
    const { affiliate, entry } = await owner()
    await world.activity({ affiliate, day: today, brand: brand.id, turnover: 100 })
    await world.close(today)
    const before = (await world.entries({ affiliate })).at(-1)!
    await assign(affiliate, await other())
    const after = await world.entries({ affiliate })
    expect(after.map(({ day, value }) => [day, value])).toEqual([
      ['2026-03-10', '30.00'],
      [today, '10.00'],
    ])
    expect(after[0]!.id).toBe(entry)
    const {
      rows: [line],
    } = await sql<{
      changes: { field: string; before: unknown }[]
    }>`select changes from activity_log where object = 'entry' and object_id = ${String(before.id)}
      and operation = 'remove'`.execute(office.database.db)
    expect(Object.fromEntries(line!.changes.map(({ field, before: was }) => [field, was]))).toMatchObject({
      day: today,
      affiliate,
      value: Number(before.value),
      lines: [expect.objectContaining({ product: 'bets' })],
    })
  })

  test('leaves a complete entry of today and adjusts it', async () => {
    const { affiliate } = await owner()
    await world.activity({ affiliate, day: today, brand: brand.id, turnover: 100 })
    await world.close(today)
    const due = Number((await world.entries({ affiliate })).at(-1)!.value)
    await setComplete(affiliate)
    await assign(affiliate, await other())
    await world.close(today)
    const entries = (await world.entries({ affiliate })).filter(({ day }) => day === today)
    expect(entries.map(({ kind, value, status }) => [kind, Number(value), status])).toEqual([
      ['commission', due, 'complete'],
      ['adjustment', 10 - due, 'pending'],
    ])
  })

  test('for the first time pays what was earned before there was one', async () => {
    const { affiliate } = await owner()
    await sql`update affiliate set reward_profile = null where id = ${affiliate}`.execute(office.database.db)
    await sql`update affiliate_history set reward_profile = null where record = ${affiliate}`.execute(
      office.database.db,
    )
    await sql`delete from entry where affiliate = ${affiliate}`.execute(office.database.db)
    await assign(affiliate, profile.id)
    await world.close('2026-03-19')
    expect((await world.entries({ affiliate })).map(({ day, value }) => [day, value])).toEqual([
      ['2026-03-10', '30.00'],
    ])
  })
})
