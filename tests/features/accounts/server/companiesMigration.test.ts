import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { withDatabase } from '#engine/server/database/address.ts'
import { withClient } from '#engine/server/database/client.ts'
import { migrationsFolder } from '#engine/server/database/migrate.ts'
import { type Office, openOffice } from '#tests/support/office.ts'
import { makeWorld, type World } from '#tests/support/money/world.ts'

const tables = ['affiliate', 'reward', 'reward_profile', 'partner_level', 'partner'] as const
const month = ['2026-03-01', '2026-03-31'] as const

describe('a database from before records belonged to a company', () => {
  let office: Office
  let world: World
  const owners = { first: 0, second: 0 }
  const made = { profile: 0, partner: 0, level: 0, affiliates: [0, 0], brands: [0, 0] }
  let before: unknown[]

  const rows = async <Row>(statement: ReturnType<typeof sql<Row>>) => (await statement.execute(office.database.db)).rows
  const companyOf = async (table: string, id: number) =>
    (await rows(sql<{ company: number }>`select company from ${sql.table(table)} where id = ${id}`))[0]!.company
  /** Every entry with its explanation, without the ids of the rules that explain it. */
  const explanations = async () => {
    const entries = await rows(sql<{ id: number }>`select id from entry order by id`)
    const all: unknown[] = []
    for (const { id } of entries) {
      const { status, body } = await office.root.get(`/api/entry/${id}/explain`)
      expect(status).toBe(200)
      for (const line of body.lines) {
        expect(line.isReproduced).toBe(true)
        delete line.ruleVersion.id
      }
      all.push(body)
    }
    return all
  }

  beforeAll(async () => {
    office = await openOffice({ now: () => new Date('2030-01-15T12:00:00Z') })
    world = makeWorld(office.database)
    owners.first = (await rows(sql<{ id: number }>`select min(id) as id from company`))[0]!.id
    owners.second = (await rows(sql<{ id: number }>`insert into company (name) values ('Second') returning id`))[0]!.id
    for (const [index, owner] of [owners.first, owners.second].entries()) {
      made.brands[index] = await world.brand()
      await sql`update brand set company = ${owner} where id = ${made.brands[index]}`.execute(office.database.db)
    }
    made.profile = await world.profile([
      { productType: 'bets', percentage: 30 },
      {
        productType: 'cpa',
        value: 50,
        triggerCondition: 'deposit',
        triggerOperation: 'sum',
        triggerComparison: '>= 10',
      },
    ])
    const rewards = await rows(
      sql<{ id: number }>`select unnest(rewards) as id from reward_profile where id = ${made.profile}`,
    )
    await world.changePercentage(rewards[0]!.id, '2026-03-10', 40)
    made.level = await world.level(1)
    made.partner = await world.partner({ level: made.level, percentage: 10 })
    for (const index of [0, 1]) {
      const affiliate = await world.affiliate({ profile: made.profile, partner: made.partner })
      made.affiliates[index] = affiliate
      await sql`update affiliate set brands = array[${made.brands[index]}]::bigint[] where id = ${affiliate}`.execute(
        office.database.db,
      )
      for (const day of ['2026-03-05', '2026-03-12'])
        await world.activity({ affiliate, day, brand: made.brands[index]!, turnover: 1000.01 + index, payout: 333.33 })
      const player = await world.player({ affiliate, brand: made.brands[index]!, registered: '2026-03-04' })
      await world.deposit({ player, affiliate, day: '2026-03-06', amount: 20 })
    }
    await world.close(...month)
    before = await explanations()
    for (const table of tables) await sql`update ${sql.table(table)} set company = null`.execute(office.database.db)
    await sql`delete from partner_level where id <> ${made.level}`.execute(office.database.db)
    const text = readFileSync(join(migrationsFolder, '0100_companies.sql'), 'utf8')
    const [{ name } = { name: '' }] = await rows(sql<{ name: string }>`select current_database() as name`)
    await withClient(withDatabase(inject('databaseServerUrl'), name), (client) =>
      client.query(`begin; ${text}; commit`),
    )
  })
  afterAll(() => office?.close())

  test('gives affiliates to the company of their brand, and what both used to the first', async () => {
    expect([
      await companyOf('affiliate', made.affiliates[0]!),
      await companyOf('affiliate', made.affiliates[1]!),
    ]).toEqual([owners.first, owners.second])
    for (const [table, id] of [
      ['reward_profile', made.profile],
      ['partner_level', made.level],
      ['partner', made.partner],
    ] as const)
      expect(await companyOf(table, id)).toBe(owners.first)
    for (const table of tables)
      expect(await rows(sql`select id from ${sql.table(table)} where company is null`)).toEqual([])
  })

  test("copies it for the other one with its history, and leaves no record that names another company's", async () => {
    const [copy] = await rows(
      sql<{ id: number; rewards: number[] }>`select id, rewards from reward_profile where company = ${owners.second}`,
    )
    expect((await office.root.get(`/api/affiliate/${made.affiliates[1]}`)).body).toMatchObject({
      company: owners.second,
      rewardProfile: copy!.id,
    })
    const versions = (company: number) =>
      rows(sql`select reward.name, product_type, valid_from::text, valid_to::text, history.percentage, history.value,
        history.trigger_comparison
      from reward_history history join reward on reward.id = history.record where reward.company = ${company}
        order by reward.name, valid_from`)
    expect(await versions(owners.second)).toEqual(await versions(owners.first))
    expect(
      await rows(sql`select profile.id from reward_profile profile, unnest(profile.rewards) named (id)
        join reward on reward.id = named.id where reward.company <> profile.company
      union all select profile.id from reward_profile_history history
        join reward_profile profile on profile.id = history.record, unnest(history.rewards) named (id)
        join reward on reward.id = named.id where reward.company <> profile.company
      union all select affiliate.id from affiliate join reward_profile profile on profile.id = affiliate.reward_profile
        where profile.company <> affiliate.company
      union all select affiliate.id from affiliate join partner on partner.id = affiliate.partner
        where partner.company <> affiliate.company
      union all select partner.id from partner join partner_level on partner_level.id = partner.partner_level
        where partner_level.company <> partner.company
      union all select line.entry from entry_line line join entry on entry.id = line.entry
        join affiliate on affiliate.id = entry.affiliate
        join reward_history history on history.id = line.rule_version join reward on reward.id = history.record
          where reward.company <> affiliate.company
      union all select qualified.player from cpa_qualification qualified
        join affiliate on affiliate.id = qualified.affiliate join reward on reward.id = qualified.reward
        where reward.company <> affiliate.company`),
    ).toEqual([])
  })

  test('explains every entry as before, to the cent', async () => {
    expect(before.length).toBeGreaterThan(6)
    expect(await explanations()).toEqual(before)
  })

  test('leaves nothing to correct: a close of the same days writes no entry and changes none', async () => {
    const entries = () =>
      rows(sql`select id, day::text, affiliate, partner, kind, value, version from entry order by id`)
    const [stored] = [await entries()]
    for (const affiliate of made.affiliates)
      await sql`insert into dirty_day (affiliate, day) select ${affiliate}, day from closed_day
        where day between '2026-03-01' and '2026-03-31'`.execute(office.database.db)
    await world.close(...month)
    expect(await entries()).toEqual(stored)
  })

  test('gives each company the three levels of its own', async () => {
    for (const company of Object.values(owners)) {
      expect(
        (
          await rows(sql<{ level: number }>`select level from partner_level where company = ${company} order by level`)
        ).map(({ level }) => level),
      ).toEqual([1, 2, 3])
    }
  })

  test("lets each company change its own: the other's entries stay as they are", async () => {
    const [copied] = await rows(sql<{
      id: number
      reward: number
    }>`select profile.id, reward.id as reward from reward_profile profile
      join reward on reward.id = any(profile.rewards)
      where profile.company = ${owners.second} and reward.product_type = 'bets'`)
    const valuesOf = (affiliate: number) =>
      rows(
        sql<{
          value: string
        }>`select day::text, value from entry where affiliate = ${affiliate} and kind = 'commission' order by day`,
      )
    const [mine, theirs] = [await valuesOf(made.affiliates[1]!), await valuesOf(made.affiliates[0]!)]
    await world.changePercentage(copied!.reward, '2026-03-12', 60)
    for (const affiliate of made.affiliates)
      await world.activity({
        affiliate,
        day: '2026-03-12',
        brand: made.brands[made.affiliates.indexOf(affiliate)]!,
        turnover: 0,
      })
    await world.close(...month)
    expect(await valuesOf(made.affiliates[0]!)).toEqual(theirs)
    expect(await valuesOf(made.affiliates[1]!)).not.toEqual(mine)
  })
})
