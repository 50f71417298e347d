import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildStaff, homeCompany } from '#tests/support/builders.ts'
import { type Client, type Office, openOffice } from '#tests/support/office.ts'
import { makeWorld, total, type World } from '#tests/support/money/world.ts'

const now = new Date('2030-01-15T12:00:00Z')

describe('trying a rule on a past month', () => {
  let office: Office
  let world: World
  const march = '2026-03'
  const bets = { subType: 'ngr', calculation: 'fixed', adminFee: 0, percentage: 30 }
  const tryRule = async (
    resource: string,
    id: number,
    values: object,
    { month = march, client = office.root }: { month?: string; client?: Client } = {},
  ) => await client.post(`/api/${resource}/${id}/what_if`, { month, values })
  const rewardOf = async (profile: number, product: string) =>
    (
      await sql<{
        id: number
      }>`select reward.id from reward join reward_profile on reward.id = any(reward_profile.rewards)
    where reward_profile.id = ${profile} and product_type = ${product}`.execute(office.database.db)
    ).rows[0]!.id
  /** Everything a trial could have written. */
  const fingerprint = async () => {
    const tables = [
      'entry',
      'entry_line',
      'commission',
      'partner_commission',
      'reward_history',
      'reward_profile_history',
      'partner_level_history',
      'cpa_qualification',
      'carried_balance',
      'carried_brand_balance',
      'close_problem',
      'dirty_day',
      'activity_log',
    ]
    const { rows } = await sql<{ counts: unknown }>`select json_build_array(${sql.join(
      tables.map(
        (table) => sql`(select coalesce(md5(string_agg(t::text, '|'
      order by t::text)), '') from ${sql.table(table)} t)`,
      ),
    )})
      as counts`.execute(office.database.db)
    return rows[0]!.counts
  }

  beforeAll(async () => {
    office = await openOffice({ now: () => now })
    world = makeWorld(office.database, { now })
  })
  afterAll(() => office?.close())

  async function earner(terms: Parameters<World['profile']>[0], carryOver?: 'none' | 'full') {
    const profile = await world.profile(terms, carryOver)
    return {
      profile,
      affiliate: await world.affiliate({ profile }),
      reward: await rewardOf(profile, terms[0]!.productType),
    }
  }

  it('tells each affiliate’s amount then and now, the totals, and writes nothing', async () => {
    const { profile, affiliate, reward } = await earner([{ productType: 'bets', percentage: 30 }])
    const other = await world.affiliate({ profile })
    await world.activity({ affiliate, day: '2026-03-05', turnover: 1000 })
    await world.activity({ affiliate: other, day: '2026-03-06', turnover: 500, payout: 100 })
    await world.close('2026-03-01', '2026-03-31')
    const before = await fingerprint()
    const { status, body } = await tryRule('reward', reward, { ...bets, percentage: 40 })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      ownerKind: 'affiliate',
      from: '2026-03-01',
      to: '2026-03-31',
      openDays: 0,
      count: 2,
      changed: 2,
      then: 420,
      now: 560,
      difference: 140,
      losers: [],
    })
    expect(
      body.winners.map(({ id, then, now: tried, difference }: Record<string, number>) => [id, then, tried, difference]),
    ).toEqual([
      [affiliate, 300, 400, 100],
      [other, 120, 160, 40],
    ])
    expect(await fingerprint()).toEqual(before)
  })

  it('comes to what a close under the edited rule writes, day by day added up', async () => {
    const { affiliate, reward } = await earner([{ productType: 'bets', percentage: 25 }])
    for (const [index, turnover] of [333.33, 10.1, 999.99, 0.05, 77.77].entries())
      await world.activity({
        affiliate,
        day: `2026-04-0${index + 2}`,
        turnover,
        payout: index === 2 ? 1500.5 : 3.33,
        bonus: 1.01,
      })
    await world.activity({ affiliate, day: '2026-04-20', product: 'none', chargebacks: 12.34 })
    await world.close('2026-04-01', '2026-04-30')
    const { body } = await tryRule('reward', reward, { ...bets, percentage: 37.5 }, { month: '2026-04' })
    expect(String(body.then.toFixed(2))).toBe(total(await world.entries({ affiliate })))
    await world.changePercentage(reward, '2026-04-01', 37.5)
    await sql`insert into dirty_day (affiliate, day) values (${affiliate}, '2026-04-02')
      on conflict do nothing`.execute(office.database.db)
    await world.close('2026-04-01', '2026-04-30')
    expect(total(await world.entries({ affiliate }))).toBe(body.now.toFixed(2))
  })

  it('changes nothing where nothing is changed, also under tiers, triggers and what was carried over', async () => {
    const { profile, affiliate, reward } = await earner(
      [
        {
          productType: 'bets',
          calculation: 'dynamic',
          tiers: [
            { from: 0, percentage: 25 },
            { from: 100, percentage: 50 },
          ],
          triggerCondition: 'turnover',
          triggerOperation: 'sum',
          triggerComparison: '>= 50',
        },
      ],
      'full',
    )
    await world.activity({ affiliate, day: '2026-04-10', payout: 300 })
    await world.activity({ affiliate, day: '2026-05-10', turnover: 900 })
    await world.close('2026-04-01', '2026-05-31')
    const stored = {
      subType: 'ngr',
      calculation: 'dynamic',
      adminFee: 0,
      percentage: null,
      tiers: [
        { from: 0, percentage: 25 },
        { from: 100, percentage: 50 },
      ],
      tierMode: 'marginal',
      triggerCondition: 'turnover',
      triggerOperation: 'sum',
      triggerComparison: '>= 50',
    }
    const same = (await tryRule('reward', reward, stored, { month: '2026-05' })).body
    // 25 of the first 100, 400 of the 800 above, less the loss of April at 25 %.
    expect(same).toMatchObject({ then: 350, now: 350, changed: 0 })
    const { body: forgiving } = await tryRule('rewardProfile', profile, { carryOver: 'none' }, { month: '2026-05' })
    expect(forgiving).toMatchObject({ then: 350, now: 425, difference: 75 })
  })

  it('asks every player anew where who qualifies is edited', async () => {
    const { affiliate, reward } = await earner([
      {
        productType: 'cpa',
        value: 100,
        triggerCondition: 'deposit',
        triggerOperation: 'sum',
        triggerComparison: '>= 50',
      },
    ])
    const [early, late, small] = [
      await world.player({ affiliate, registered: '2026-05-01' }),
      await world.player({ affiliate, registered: '2026-06-01' }),
      await world.player({ affiliate, registered: '2026-06-01' }),
    ]
    await world.deposit({ player: early, affiliate, day: '2026-05-20', amount: 60 })
    await world.deposit({ player: early, affiliate, day: '2026-06-10', amount: 60 })
    await world.deposit({ player: late, affiliate, day: '2026-06-11', amount: 70 })
    await world.deposit({ player: small, affiliate, day: '2026-06-12', amount: 20 })
    await world.close('2026-05-01', '2026-06-30')
    const cpa = {
      subType: 'player',
      calculation: 'fixed',
      value: 100,
      triggerCondition: 'deposit',
      triggerOperation: 'sum',
    }
    const tried = async (comparison: string, value = 100) =>
      (await tryRule('reward', reward, { ...cpa, value, triggerComparison: comparison }, { month: '2026-06' })).body
    expect(await tried('>= 50')).toMatchObject({ then: 100, now: 100 })
    expect(await tried('>= 50', 150)).toMatchObject({ then: 100, now: 150 })
    // The early one reaches 100 in June only, the others never.
    expect(await tried('>= 100')).toMatchObject({ then: 100, now: 100 })
    expect(await tried('>= 20')).toMatchObject({ then: 100, now: 200 })
    expect(await tried('>= 1000')).toMatchObject({ then: 100, now: 0, losers: [{ id: affiliate, difference: -100 }] })
  })

  it('tries a partner level’s formula on its partners and on those below, and names whom it leaves without a result', async () => {
    const top = await world.level(1)
    const below = await world.level(2, 'value * percentage')
    const partner = await world.partner({ level: top, percentage: 30 })
    const child = await world.partner({ level: below, parent: partner, percentage: 20 })
    const profile = await world.profile([{ productType: 'bets', percentage: 30 }])
    await world.activity({ affiliate: await world.affiliate({ profile, partner }), day: '2026-07-05', turnover: 1000 })
    await world.close('2026-07-01', '2026-07-31')
    const same = (
      await tryRule(
        'partnerLevel',
        top,
        { expression: '(ngr - affiliate_reward - abatment) * percentage', level: 1 },
        { month: '2026-07' },
      )
    ).body
    expect(same).toMatchObject({ ownerKind: 'partner', then: 252, now: 252, changed: 0 })
    const { body } = await tryRule(
      'partnerLevel',
      top,
      { expression: 'ngr * percentage', level: 1 },
      { month: '2026-07' },
    )
    expect(body.rows.map(({ id, then, now: tried }: Record<string, number>) => [id, then, tried])).toEqual([
      [partner, 210, 300],
      [child, 42, 60],
    ])
    const failing = (
      await tryRule('partnerLevel', top, { expression: 'ngr / abatment', level: 1 }, { month: '2026-07' })
    ).body
    expect(failing.problems).toMatchObject([{ id: partner }])
  })

  it('carries an edited reward to the partners above, to the cent of what a close would write', async () => {
    const [top, below] = [await world.level(1), await world.level(2, 'value * percentage')]
    const partner = await world.partner({ level: top, percentage: 30, abatement: 10 })
    const child = await world.partner({ level: below, parent: partner, percentage: 20 })
    const bystander = await world.partner({ level: top, percentage: 50 })
    const profile = await world.profile([{ productType: 'bets', percentage: 30, adminFee: 5 }])
    const [own, grandchild] = [
      await world.affiliate({ profile, partner }),
      await world.affiliate({ profile, partner: child }),
    ]
    await world.activity({ affiliate: own, day: '2026-07-05', turnover: 1000, payout: 111.11 })
    await world.activity({ affiliate: grandchild, day: '2026-07-06', turnover: 333.33, bonus: 7.77 })
    await world.activity({
      affiliate: await world.affiliate({
        profile: await world.profile([{ productType: 'bets', percentage: 30 }]),
        partner: bystander,
      }),
      day: '2026-07-05',
      turnover: 1000,
    })
    await world.close('2026-07-01', '2026-07-31')
    const reward = await rewardOf(profile, 'bets')
    const before = await fingerprint()
    const { body } = await tryRule('reward', reward, { ...bets, percentage: 40, adminFee: 8 }, { month: '2026-07' })
    expect(await fingerprint()).toEqual(before)
    const thenOf = async (id: number) => Number(total(await world.entries({ partner: id })))
    expect(body.above.rows.map(({ id, then }: Record<string, number>) => [id, then])).toEqual([
      [partner, await thenOf(partner)],
      [child, await thenOf(child)],
    ])
    expect(body.above).toMatchObject({
      ownerKind: 'partner',
      count: 2,
      changed: 2,
      winners: [],
      losers: [{ id: partner }, { id: child }],
    })
    await sql`update reward_history set percentage = 40, admin_fee = 8 where record = ${reward}`.execute(
      office.database.db,
    )
    for (const [affiliate, day] of [
      [own, '2026-07-05'],
      [grandchild, '2026-07-06'],
    ] as const)
      await sql`insert into dirty_day (affiliate, day) values (${affiliate}, ${day}::date)
        on conflict do nothing`.execute(office.database.db)
    await world.close('2026-07-01', '2026-07-31')
    expect(body.above.rows.map(({ id, now: tried }: Record<string, number>) => [id, tried])).toEqual([
      [partner, await thenOf(partner)],
      [child, await thenOf(child)],
    ])
  })

  it('has nothing to say of partners where nobody is above, or where the level itself is tried', async () => {
    const { affiliate, reward } = await earner([{ productType: 'bets', percentage: 30 }])
    await world.activity({ affiliate, day: '2026-09-05', turnover: 100 })
    await world.close('2026-09-01', '2026-09-30')
    expect((await tryRule('reward', reward, { ...bets, percentage: 40 }, { month: '2026-09' })).body.above).toBeNull()
    expect(
      (await tryRule('partnerLevel', await world.level(1), { expression: 'ngr', level: 1 }, { month: '2026-09' })).body
        .above,
    ).toBeNull()
  })

  it('says on how many days nothing was closed', async () => {
    const { affiliate, reward } = await earner([{ productType: 'bets', percentage: 30 }])
    await world.activity({ affiliate, day: '2026-08-05', turnover: 100 })
    await world.close('2026-08-05')
    expect((await tryRule('reward', reward, bets, { month: '2026-08' })).body).toMatchObject({ openDays: 30, then: 30 })
  })

  it('is refused with the fields that are wrong, and for months that are none or still to come', async () => {
    const { reward } = await earner([{ productType: 'bets', percentage: 30 }])
    expect((await tryRule('reward', reward, { ...bets, percentage: 'many' })).body.details).toHaveProperty('percentage')
    for (const month of ['2030-02', '2026-13', '2026', '', { toString: 1 } as unknown as string])
      expect((await tryRule('reward', reward, bets, { month })).body.code).toBe('invalid_month')
    expect((await tryRule('reward', 999_999, bets)).status).toBe(404)
  })

  it('takes any past days, and names what it takes for granted', async () => {
    const { profile, affiliate, reward } = await earner([{ productType: 'bets', percentage: 30 }])
    await world.activity({ affiliate, day: '2026-10-20', payout: 100 })
    await world.activity({ affiliate, day: '2026-11-10', turnover: 1000 })
    await world.activity({ affiliate, day: '2026-12-05', turnover: 50 })
    await world.close('2026-10-01', '2026-11-30')
    const ask = (body: object) => office.root.post(`/api/rewardProfile/${profile}/what_if`, body)
    const { status, body } = await ask({ from: '2026-10-15', to: '2026-12-02', values: { carryOver: 'full' } })
    expect(status).toBe(200)
    expect(body).toMatchObject({ from: '2026-10-15', to: '2026-12-02', openDays: 2, then: 300, now: 270 })
    expect(body.assumptions.map(({ code }: { code: string }) => code)).toEqual(
      expect.arrayContaining(['ruleAlways', 'carriedAnew', 'closedDays', 'playersKept']),
    )
    expect(body.assumptions).not.toContainEqual(expect.objectContaining({ code: 'productAlone' }))
    expect(body.assumptions.every(({ text }: { text: string }) => text.endsWith('.'))).toBe(true)
    const ofReward = await tryRule('reward', reward, bets, { month: '2026-11' })
    expect(ofReward.body.assumptions).toContainEqual(expect.objectContaining({ code: 'productAlone' }))
    for (const days of [
      { from: '2026-11-02', to: '2026-11-01' },
      { from: '2026-11-02' },
      { from: '2026-11-02', to: '2030-01-16' },
      { month: '2026-11', from: '2026-11-02', to: '2026-11-03' },
    ])
      expect((await ask({ ...days, values: {} })).body.code).toBe('invalid_past_days')
    const centuries = await ask({ from: '1900-01-01', to: '2026-11-03', values: {} })
    expect(centuries).toMatchObject({ status: 400, body: { details: { from: [{ code: 'too_many_days' }] } } })
  })

  it('is for whoever may change the rule; who may not see entries is told totals alone, of affiliates in sight', async () => {
    const { affiliate, reward } = await earner([{ productType: 'bets', percentage: 30 }])
    await world.activity({ affiliate, day: '2026-09-05', turnover: 100 })
    await world.close('2026-09-01', '2026-09-30')
    const stranger = await buildStaff(office.app, office.root, {
      company: await homeCompany(office.root),
      roles: ['reward'],
    })
    expect((await tryRule('reward', reward, bets, { month: '2026-09', client: stranger })).body).toMatchObject({
      count: 0,
      then: 0,
      rows: null,
      winners: null,
    })
    const other = await buildStaff(office.app, office.root, { roles: ['entryByAffiliate'] })
    expect((await tryRule('reward', reward, bets, { month: '2026-09', client: other })).status).toBe(403)
    expect((await tryRule('reward', reward, bets, { client: office.nobody })).status).toBe(401)
  })
})
