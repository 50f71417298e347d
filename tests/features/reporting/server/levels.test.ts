import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { build, type BuiltRecord, buildAction, buildAffiliate, buildPartner } from '#tests/support/builders.ts'
import { openProgramme, type Programme } from './support/programme.ts'

/*
 * Two programmes share an installation: each calls its first level by a name of its own, and pays by a formula of its
 * own.
 */
let programme: Programme
let house: BuiltRecord
let second: BuiltRecord
let own: BuiltRecord
let partner: BuiltRecord
const march = 'from=2030-03-01&to=2030-03-30'

beforeAll(async () => {
  programme = await openProgramme()
  const { root, brands, affiliates } = programme
  house = (await root.get(`/api/partnerLevel/${programme.partners[0]!['partnerLevel']}`)).body
  second = (await root.get(`/api/partnerLevel/${programme.partners[1]!['partnerLevel']}`)).body
  own = await build(root, 'partnerLevel', {
    name: 'Agency',
    company: programme.companies[0]!.id,
    level: 1,
    expression: 'ngr * percentage',
  })
  partner = await buildPartner(root, { partnerLevel: own.id, percentage: 10 })
  const affiliate = await buildAffiliate(root, {
    rewardProfile: affiliates[0]!['rewardProfile'],
    partner: partner.id,
    brands: [brands[0]!.id],
  })
  const link = await buildAction(root, { campaign: programme.links[0]!['campaign'], affiliate: affiliate.id })
  await programme.send([
    { link, type: 'bet', day: '2030-03-02', product: 'bets', amount: '400.00' },
    { link: programme.links[0]!, type: 'bet', day: '2030-03-02', product: 'bets', amount: '100.00' },
    { link: programme.links[1]!, type: 'bet', day: '2030-03-03', product: 'bets', amount: '30.00' },
  ])
  await programme.closeDays('2030-03-01', '2030-03-05')
})
afterAll(() => programme.close())

const ask = async (name: string, query = '') => {
  const { status, body } = await programme.root.get(`/api/report/${name}?${march}${query}`)
  if (status !== 200) throw new Error(`${name}: ${status} ${JSON.stringify(body)}`)
  return body
}
const rowOf = (rows: any[], id: number): any => rows.find((row) => row.partner === id)

describe('two levels with one number', () => {
  test.each([
    ['generalV2', '&view=list'],
    ['generalV2', '&view=structural'],
    ['partners', ''],
  ])("are named by the partner's own in %s%s", async (name, query) => {
    const { rows } = await ask(name, query)
    expect(rowOf(rows, partner.id)).toMatchObject({ partner_level: own.id, level: 1, level_name: 'Agency' })
    expect(rowOf(rows, programme.partners[0]!.id)).toMatchObject({
      partner_level: house.id,
      level: 1,
      level_name: house['name'],
    })
  })

  test('are two rows of the general report, which add up', async () => {
    const { rows, total } = await ask('general')
    const moved = rows.filter((row: any) => row.turnover > 0)
    expect(moved.map((row: any) => [row.level, row.level_name, row.turnover, row.qty_affiliates])).toEqual([
      [1, 'Agency', 400, 1],
      [1, house['name'], 100, 1],
      [2, second['name'], 30, 1],
    ])
    expect(total.turnover).toBe(530)
    const earned = await ask('partners')
    expect(rows.find((row: any) => row.partner_level === own.id).reward_value).toBe(
      rowOf(earned.rows, partner.id).reward_value,
    )
    expect(rowOf(earned.rows, partner.id).reward_value).toBeGreaterThan(0)
  })

  test.each(['partner', 'affiliate', 'day', 'action'])('are opened each by itself into %s', async (rows) => {
    for (const row of (await ask('general')).rows) {
      const inside = await ask('general', `&rows=${rows}&standsOn=${row.partner_level}`)
      expect(inside.total.turnover).toBe(row.turnover)
      if (rows === 'partner') expect(inside.total.reward_value).toBe(row.reward_value)
    }
  })

  test('are both of the number that a filter names', async () => {
    expect((await ask('general', '&level=1')).total.turnover).toBe(500)
  })

  test('are refused as an unknown one where there is none', async () => {
    expect((await programme.root.get(`/api/report/general?${march}&standsOn=424242`)).body.code).toBe(
      'invalid_partner_level',
    )
  })
})
