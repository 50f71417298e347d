import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BrandFreshness } from '#features/activity/answers/freshness.ts'
import { buildStaff } from '#tests/support/builders.ts'
import { openPerson } from '#tests/support/person.ts'
import { openProgramme, type Programme } from './support/programme.ts'
import { ask } from './support/tieOut.ts'

let programme: Programme
beforeAll(async () => {
  programme = await openProgramme()
  const { links } = programme
  await programme.send([
    { link: links[0]!, type: 'bet', day: '2030-06-14', product: 'bets', amount: '10.00' },
    { link: links[5]!, type: 'bet', day: '2030-06-12', product: 'bets', amount: '20.00' },
    { link: links[4]!, type: 'bet', day: '2030-06-10', product: 'bets', amount: '30.00' },
  ])
})
afterAll(() => programme.close())

const june = 'from=2030-06-01&to=2030-06-15'
const brief = (freshness: readonly BrandFreshness[]) =>
  freshness.map(({ brand, latest_day: day, is_late: late }) => [
    programme.brands.findIndex(({ id }) => id === brand),
    day,
    late,
  ])

describe('GET /api/brand/freshness', () => {
  it('answers root every brand that has told anything, the one furthest behind first', async () => {
    const { status, body } = await programme.root.get('/api/brand/freshness')
    expect(status).toBe(200)
    expect(brief(body)).toEqual([
      [2, '2030-06-10', true],
      [1, '2030-06-12', true],
      [0, '2030-06-14', false],
    ])
    expect(body[1]).toEqual({
      brand: programme.brands[1]!.id,
      name: programme.brands[1]!.name,
      latest_day: '2030-06-12',
      latest_event_at: '2030-06-12T10:00:00.000Z',
      received_at: '2030-06-15T12:00:00.000Z',
      is_late: true,
      may_change_from: '2030-06-13',
      via: 'batch',
      key_hint: expect.stringMatching(/^.{4}$/),
      received_by: null,
    })
  })

  it("answers staff the brands they see, and refuses another's as reports do", async () => {
    const staff = await buildStaff(programme.app, programme.root, {
      company: programme.companies[0]!.id,
      allowedBrands: [programme.brands[1]!.id],
      roles: ['manager', 'activityPerAffiliate'],
    })
    expect(brief((await staff.get('/api/brand/freshness')).body)).toEqual([[1, '2030-06-12', true]])
    for (const query of [`brand=${programme.brands[0]!.id}`, `affiliate=${programme.affiliates[4]!.id}`, 'day=1'])
      expect((await staff.get(`/api/brand/freshness?${query}`)).status).toBe(400)
    const own = await staff.get(`/api/brand/freshness?affiliate=${programme.affiliates[0]!.id}`)
    expect(brief(own.body)).toEqual([[1, '2030-06-12', true]])
  })

  it('answers an affiliate and a partner the brands of their own links, and not how feeds come in', async () => {
    const { client: first } = await openPerson(programme, programme.affiliates[0]!.id)
    const { body } = await first.get('/api/brand/freshness')
    expect(brief(body)).toEqual([
      [1, '2030-06-12', true],
      [0, '2030-06-14', false],
    ])
    expect(Object.keys(body[0])).not.toContain('via')
    const { client: other } = await openPerson(programme, programme.affiliates[4]!.id)
    expect(brief((await other.get('/api/brand/freshness')).body)).toEqual([[2, '2030-06-10', true]])
    // Whose links lie where is nobody else's to find out.
    const foreign = await other.get(`/api/brand/freshness?affiliate=${programme.affiliates[0]!.id}`)
    expect(foreign.body).toEqual([])
  })

  it('answers nobody without a session', async () => {
    expect((await programme.nobody.get('/api/brand/freshness')).status).toBe(401)
  })
})

describe('a report', () => {
  const of = async (query: string) => (await ask(programme.root, 'general', `${june}&${query}`)) as any

  it('says how far its brands have told, narrowed as it is, with its first window alone', async () => {
    expect(brief((await of('')).freshness)).toHaveLength(3)
    expect(brief((await of(`brand=${programme.brands[0]!.id}`)).freshness)).toEqual([[0, '2030-06-14', false]])
    expect(brief((await of(`affiliate=${programme.affiliates[0]!.id}`)).freshness)).toEqual([
      [1, '2030-06-12', true],
      [0, '2030-06-14', false],
    ])
    expect(brief((await of(`action=${programme.links[5]!.id}`)).freshness)).toEqual([[1, '2030-06-12', true]])
    expect((await of('limit=1&offset=1')).freshness).toBeUndefined()
  })

  it('says nothing of it as of a moment that is over', async () => {
    const {
      rows: [row],
    } = await sql<{ at: string }>`select to_char(max(at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at
      from known_change`.execute(programme.database.db)
    expect((await of(`knownAt=${row!.at}`)).freshness).toBeUndefined()
  })
})
