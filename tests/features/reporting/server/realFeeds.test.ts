import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { importFeed } from '#features/activity/server/feed/importFeed.ts'
import { closeDays } from '#features/commission/server/close/closeDays.ts'
import { systemActor } from '#engine/declaration/actor.ts'
import { buildCompany, buildReward, buildRewardProfile } from '#tests/support/builders.ts'
import { openOffice, type Office } from '#tests/support/office.ts'
import { football, lottery } from '#tests/features/activity/server/support/feeds.ts'
import { expectFilesAgree } from './support/files.ts'
import { ask, eventSums, expectAgreement, picked, sumOf } from './support/tieOut.ts'

const now = () => new Date('2026-11-20T12:00:00Z')
const bothFeeds = football.isThere && lottery.isThere

let office: Office
beforeAll(async () => {
  office = await openOffice({ now })
  if (!bothFeeds) return
  await buildCompany(office.root)
  const rewards = [
    await buildReward(office.root, { productType: 'bets', percentage: 30, adminFee: 12.5 }),
    await buildReward(office.root, { productType: 'games' }),
    await buildReward(office.root, { productType: 'lotto', subType: 'turnover', percentage: 8.25, adminFee: 5 }),
    await buildReward(office.root, { productType: 'cpa', value: 15 }),
  ]
  const profile = (await buildRewardProfile(office.root, { rewards: rewards.map(({ id }) => id) })).name as string
  const { database } = office
  for (const [feed, brandSlug] of [
    [football, 'football'],
    [lottery, 'lottery'],
  ] as const) {
    await importFeed({
      database,
      path: feed.path,
      brandSlug,
      actor: systemActor('import'),
      zone: 'UTC',
      now,
      createMissing: true,
      profile,
    })
  }
  for (const [from, to] of [
    ['2015-02-01', '2015-02-28'],
    ['2025-10-01', '2025-10-31'],
  ] as const)
    await closeDays({ database, environment: office.environment, from, to, now, log: () => {} })
}, 180_000)
afterAll(() => office.close())

describe.skipIf(!bothFeeds)('the real feeds (where ../shared/data is there)', () => {
  test.each([
    ['football', '2015-02-01', '2015-02-28'],
    ['lottery', '2025-10-01', '2025-10-31'],
  ])('of %s: every report agrees with every other, its rows and the events', async (_, from, to) => {
    const total = await expectAgreement(office.root, `from=${from}&to=${to}`)
    const expected = await eventSums(office, sql`day between ${from}::text::date and ${to}::text::date`)
    expect(picked(total, Object.keys(expected))).toEqual(expected)
    expect(total.turnover).toBeGreaterThan(0)
  })

  test.each([
    ['football', '2015-02-01', '2015-02-28'],
    ['lottery', '2025-10-01', '2025-10-31'],
  ])(
    'of %s: the workbook and the CSV file of every report, read back, say to the cent what the report says',
    async (_, from, to) => {
      await expectFilesAgree(office.root, `from=${from}&to=${to}`)
    },
  )

  test('of football: entries come to what affiliates earned', async () => {
    const february = 'from=2015-02-01&to=2015-02-28'
    const { total } = await ask(office.root, 'paymentByAffiliate', february)
    expect(total.entry_value).toBe((await ask(office.root, 'affiliates', february)).total.affiliate_reward)
  })

  test('of football: two halves of a month come to the month', async () => {
    const [whole, first, second] = await Promise.all(
      ['from=2015-02-01&to=2015-02-28', 'from=2015-02-01&to=2015-02-14', 'from=2015-02-15&to=2015-02-28'].map((range) =>
        ask(office.root, 'general', range),
      ),
    )
    for (const column of ['turnover', 'ngr', 'admin_fee', 'affiliate_reward', 'deposits', 'ftd'])
      expect(sumOf([first!.total, second!.total], column), column).toBe(whole!.total[column])
  })

  test('of lottery: the report of lottery shows what the file of expected sums says', async () => {
    const expected = Object.values(lottery.expected())
      .map((months) => months['2025-10']!)
      .filter(Boolean)
    const sum = (name: string) => sumOf(expected, name)
    const { total } = await ask(office.root, 'lottery', 'from=2025-10-01&to=2025-10-31')
    expect(total).toMatchObject({
      lotto_turnover: sum('turnover'),
      lotto_payout: sum('payout'),
      lotto_bonus: sum('bonus'),
    })
  })
})
