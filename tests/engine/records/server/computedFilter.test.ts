import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildAffiliate } from '#tests/support/builders.ts'
import { type Office, openOffice } from '#tests/support/office.ts'

let office: Office
beforeAll(async () => {
  office = await openOffice()
  await buildAffiliate(office.root, { name: 'Whole' })
  await sql`insert into affiliate (name, token) values ('From a feed', 'af-from-a-feed')`.execute(office.database.db)
})
afterAll(() => office.close())

const list = async (filter: unknown) =>
  office.root.get(`/api/affiliate?range=[0,0]&filter=${encodeURIComponent(JSON.stringify(filter))}`)

test.each([
  [false, 'From a feed'],
  [true, 'Whole'],
  [[false], 'From a feed'],
  ['false', 'From a feed'],
])('affiliates are narrowed by whether something is missing: %j', async (isComplete, name) => {
  const { status, body, headers } = await list({ isComplete })
  expect([status, body[0]?.name, headers['content-range']]).toEqual([200, name, 'affiliate 0-0/1'])
  const file = await office.root.get(
    `/api/affiliate/export?format=ndjson&columns=["name"]&filter=${encodeURIComponent(JSON.stringify({ isComplete }))}`,
  )
  expect(JSON.parse(file.body as string)).toEqual({ name })
})

test('the total of such a list follows a record that was filled in', async () => {
  await sql`update affiliate set reward_profile = whole.reward_profile, brands = whole.brands, cpf = '11144477735',
    email = 'feed@example.test', document_type = 'cpf', document = '11144477735'
    from affiliate whole where whole.name = 'Whole' and affiliate.name = 'From a feed'`.execute(office.database.db)
  expect((await list({ isComplete: false })).headers['content-range']).toBe('affiliate 0-0/0')
})

test.each([[{ isComplete: 'maybe' }], [{ isComplete_like: 'fal' }], [{ isComplete_gte: true }]])(
  '%j is refused',
  async (filter) => {
    expect((await list(filter)).status).toBe(400)
  },
)
