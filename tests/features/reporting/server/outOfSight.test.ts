import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ReportChange } from '#features/reporting/answers/changes.ts'
import { buildAccessKey, buildBrand, buildStaff } from '#tests/support/builders.ts'
import type { Client } from '#tests/support/office.ts'
import { type ActivityEvent, openProgramme, type Programme } from './support/programme.ts'

/** What somebody may not see is no cause of what they see, and no event or player of theirs. */
let programme: Programme
let [home, tied, abroad]: Client[] = []
const month = 'from=2030-05-01&to=2030-05-28'
const roles = ['activityPerAffiliate', 'entryByAffiliate', 'action']

beforeAll(async () => {
  programme = await openProgramme()
  const { app, root, companies, brands, partners } = programme
  const allowedBrands = [brands[0]!.id, brands[1]!.id]
  home = await buildStaff(app, root, { company: companies[0]!.id, allowedBrands, roles })
  tied = await buildStaff(app, root, { company: companies[0]!.id, allowedBrands, roles, partner: partners[1]!.id })
  abroad = await buildStaff(app, root, { company: companies[1]!.id, allowedBrands: [brands[2]!.id], roles })
})
afterAll(() => programme.close())

const bet = (link: number, day: string, amount = '100.00'): ActivityEvent => ({
  link: programme.links[link]!,
  type: 'bet',
  product: 'bets',
  day,
  amount,
})
const moment = async () =>
  String((await programme.root.get(`/api/report/affiliateActivity?${month}`)).headers['known-at'])
const changes = async (client: Client, since: string, more = ''): Promise<ReportChange[]> =>
  (await client.get(`/api/report/affiliateActivity/changes?${month}&since=${encodeURIComponent(since)}${more}`)).body
    .changes

describe('what changed since', () => {
  it('names nothing that another company did, and does not take it for the cause', async () => {
    const { root, brands, companies } = programme
    await programme.send([bet(0, '2030-05-03'), bet(3, '2030-05-03'), bet(4, '2030-05-03')])
    await programme.closeDays('2030-05-01', '2030-05-10')
    const since = await moment()
    // The other company changes a rule and names brands otherwise; here an event comes late.
    await sql`update reward_history set percentage = percentage + 5
      where record in (select id from reward where company = ${companies[1]!.id})`.execute(programme.database.db)
    await root.put(`/api/brand/${brands[2]!.id}`, { name: 'Elsewhere' })
    const more = await buildBrand(root, { company: companies[1]!.id })
    await programme.send([bet(0, '2030-05-04'), bet(4, '2030-05-04')])
    await programme.closeDays('2030-05-01', '2030-05-10')
    const found = await changes(home!, since, '&rows=day')
    expect(new Set(found.map(({ cause }) => cause))).toEqual(new Set(['lateEvent']))
    const refs = (all: readonly ReportChange[]) =>
      all.flatMap((change) => change.refs.map(({ kind, id }) => `${kind} ${id}`))
    expect(refs(found)).not.toContain(`brand ${more.id}`)
    const events = (own: readonly string[]) => [...new Set(own.filter((ref) => ref.startsWith('event ')))]
    const [here, there] = [events(refs(found)), events(refs(await changes(abroad!, since, '&rows=day')))]
    expect([here.length, there.length]).toEqual([1, 1])
    expect(here).not.toEqual(there)
  })

  it('tells an owner with an access key of its own alone', async () => {
    const { root, affiliates, companies } = programme
    const since = await moment()
    await root.post('/api/entry', {
      affiliate: affiliates[1]!.id,
      day: '2030-05-05',
      currency: 'BRL',
      value: 10,
      reason: 'Bonus',
    })
    await root.put(`/api/company/${companies[1]!.id}`, { name: 'Another name' })
    await programme.send([bet(0, '2030-05-06'), bet(1, '2030-05-06')])
    const key = await buildAccessKey(root, 'affiliate', affiliates[0]!.id)
    const { status, body } = await programme.nobody.get(
      `/api/report/affiliateDetail/changes?${month}&rows=day&since=${encodeURIComponent(since)}&affiliateToken=${key}`,
    )
    expect([status, body.code]).toEqual([200, undefined])
    expect(body.count).toBe(body.changes.length)
    const kinds = new Set((body.changes as ReportChange[]).flatMap(({ refs }) => refs.map(({ kind }) => kind)))
    expect([...kinds].filter((kind) => !['event', 'day'].includes(kind))).toEqual([])
  })

  it('takes no moment that no database has', async () => {
    for (const wrong of ['0000-01-01T00:00:00Z', '0001-01-01T00:00:00+14:00', '9999-12-31T23:59:59-12:00']) {
      const { status, body } = await home!.get(
        `/api/report/affiliateActivity?${month}&knownAt=${encodeURIComponent(wrong)}`,
      )
      expect([status, body.code], wrong).toEqual([400, 'invalid_request'])
    }
  })
})

describe('an event and a player', () => {
  it('are found by whoever is tied to a partner only where they are below it', async () => {
    const { brands, database, links } = programme
    await programme.send([bet(0, '2030-05-07', '77.00'), bet(1, '2030-05-07', '78.00')])
    const eventOf = async (amount: string) => {
      const found = await database.db
        .selectFrom('event' as never)
        .select(['event_id' as never])
        .where('amount' as never, '=', amount as never)
        .executeTakeFirstOrThrow()
      return (found as { event_id: string }).event_id
    }
    const trace = async (client: Client, id: string) =>
      (await client.get(`/api/event/trace?brand=${brands[0]!.id}&event_id=${id}`)).status
    const [above, below] = [await eventOf('77.00'), await eventOf('78.00')]
    expect([await trace(home!, above), await trace(home!, below)]).toEqual([200, 200])
    expect([await trace(tied!, above), await trace(tied!, below)]).toEqual([404, 200])
    expect([await trace(abroad!, above), await trace(abroad!, below)]).toEqual([404, 404])
    await programme.send([
      { ...bet(0, '2030-05-07'), type: 'registration', product: '', amount: '' },
      { ...bet(1, '2030-05-07'), type: 'registration', product: '', amount: '' },
    ])
    const player = async (client: Client, link: number) =>
      (
        await client.get(
          `/api/player/qualification?brand=${brands[0]!.id}&player_ref=player-of-${links[link]!.token as string}`,
        )
      ).status
    expect([await player(home!, 0), await player(home!, 1)]).toEqual([200, 200])
    expect([await player(tied!, 0), await player(tied!, 1)]).toEqual([404, 200])
  })
})
