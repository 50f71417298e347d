import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type RiskName, risks } from '#resources/risks.ts'
import { eventChecker } from '#features/activity/server/write/incomingEvent.ts'
import { recordEvents } from '#features/activity/server/write/recordEvents.ts'
import { evaluateRisk } from '#features/risk/server/evaluate.ts'
import { buildReward, buildRewardProfile } from '#tests/support/builders.ts'
import { type Office, openOffice } from '#tests/support/office.ts'
import { buildAction, buildBrand } from '#tests/features/activity/server/support/activity.ts'
import { type Cheat, cheatersOf, cheatingEvents, cheats, honestEvents, lookedAt } from './patterns.ts'

const feed = resolve(
  process.env.SHARED_DATA ?? resolve(import.meta.dirname, '../../../../../shared/data'),
  'football-2014-15.feed.csv.gz',
)
const hasFeed = existsSync(feed)

/** By which rule each way to cheat is found. */
const ruleOf: Readonly<Record<Cheat, RiskName>> = {
  shared: 'sharedDetails',
  baseline: 'atBaseline',
  idle: 'idleAfterWeek',
  quick: 'quickRegistrations',
  city: 'oneCity',
  moved: 'winnersMoved',
  self: 'selfReferral',
  recycled: 'recycledPlayers',
}

/** Rules about affiliates: the feed's links are an affiliate each. */
const rules = (Object.keys(risks) as RiskName[]).filter((name) => risks[name].of === 'affiliate')

let office: Office
beforeAll(async () => {
  if (!hasFeed) return
  office = await openOffice({ variables: { BUSINESS_TIME_ZONE: 'UTC' } })
})
afterAll(() => office?.close())

it.skipIf(!hasFeed)(
  'eight ways to cheat put into the football feed are found, and honest affiliates are left alone',
  async () => {
    const { database, root } = office
    const brand = await buildBrand(database)
    const cpa = await buildReward(root, {
      productType: 'cpa',
      triggerCondition: 'deposit',
      triggerOperation: 'max',
      triggerComparison: '>= 20',
    })
    const shares = []
    for (const productType of ['bets', 'games', 'lotto']) shares.push((await buildReward(root, { productType })).id)
    const profile = (await buildRewardProfile(root, { rewards: [...shares, cpa.id] })).id
    const raw = [...honestEvents(feed), ...cheatingEvents()].sort((a, b) =>
      a['occurred_at']! < b['occurred_at']! ? -1 : 1,
    )
    const tokens = [...new Set(raw.map((event) => event['action_token']!))]
    const idOf = new Map<string, number>()
    for (const token of tokens) idOf.set(token, (await buildAction(database, brand, { token })).affiliate)
    await sql`update affiliate set reward_profile = ${profile},
      email = (select token from action where action.affiliate = affiliate.id limit 1) || '@example.test'
      where id = any(${[...idOf.values()]}::bigint[])`.execute(database.db)
    const check = eventChecker({ currency: 'BRL', zone: 'UTC', now: new Date('2014-12-01T00:00:00Z') })
    const events = raw.map((each) => {
      const checked = check(each)
      if (!checked.ok) throw new Error(checked.code)
      return checked.event
    })
    for (let from = 0; from < events.length; from += 5_000)
      await recordEvents({ database, brand, events: events.slice(from, from + 5_000) })

    const honest = new Set(
      tokens.filter((token) => !token.startsWith('mule') && !cheats.some((cheat) => cheatersOf(cheat).includes(token))),
    )
    const nameOf = new Map([...idOf].map(([token, id]) => [id, token]))
    const flagged = new Map<RiskName, string[]>()
    for (const rule of rules) {
      const outcome = await evaluateRisk(database.db, { rule, to: lookedAt })
      flagged.set(rule, outcome.flagged.map(({ subject }) => nameOf.get(subject) ?? '').filter(Boolean))
    }
    const found = cheats.flatMap((cheat) =>
      cheatersOf(cheat).filter((name) => flagged.get(ruleOf[cheat])!.includes(name)),
    )
    const all = cheats.flatMap(cheatersOf)
    expect({ recall: found.length / all.length, missed: all.filter((name) => !found.includes(name)) }).toMatchObject({
      missed: [],
    })
    const wronged = new Set([...flagged.values()].flat().filter((name) => honest.has(name)))
    // The months before, in which nobody cheats yet.
    for (const to of ['2014-09-30', '2014-10-31'])
      for (const rule of rules)
        for (const { subject } of (await evaluateRisk(database.db, { rule, to })).flagged)
          wronged.add(`${nameOf.get(subject)} ${rule} ${to}`)
    expect(honest.size).toBe(35)
    expect([...wronged]).toEqual([])
  },
  120_000,
)
