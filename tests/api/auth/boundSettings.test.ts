import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { adoptSecret, bindSettings, BoundSettingsError, checkSettings } from '../../../src/api/auth/boundSettings.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { testEnvironment } from '../../support/office.ts'
import { buildAction, buildBrand } from '../ingest/support/activity.ts'

const opened: TestDatabase[] = []
let given: TestDatabase
beforeEach(async () => void opened.push(given = await createTestDatabase()))
afterAll(() => Promise.all(opened.map(({ drop }) => drop())))

const of = (variables: Record<string, string> = {}) => ({ database: given.database, environment: testEnvironment(variables) })
const [tokyo, secret, other] = [{ BUSINESS_TIME_ZONE: 'Asia/Tokyo' }, { INSTALLATION_SECRET: 'a-secret-of-thirty-two-characters' }, { INSTALLATION_SECRET: 'b-secret-of-thirty-two-characters' }]

async function book(): Promise<void> {
  const brand = await buildBrand(given.database)
  const { id, affiliate } = await buildAction(given.database, brand)
  await sql`insert into movement (day, brand, sub_brand, affiliate, action, product) values ('2030-03-01', ${brand.id}, 0, ${affiliate}, ${id}, 'none')`.execute(given.database.db)
}

test('a database takes the zone and the secret of the server that first starts on it', async () => {
  await checkSettings(of(tokyo))
  await bindSettings(of({ ...tokyo, ...secret }))
  await bindSettings(of({ ...tokyo, ...secret }))
  await checkSettings(of({ ...tokyo, ...secret }))
})

test('another zone is refused once anything is booked, with the one to set, and not before', async () => {
  await bindSettings(of(tokyo))
  await checkSettings(of())
  await bindSettings(of())
  await bindSettings(of(tokyo))
  await book()
  for (const work of [bindSettings, checkSettings]) await expect(work(of())).rejects.toThrow(new BoundSettingsError('The days of this database were booked in Asia/Tokyo, and BUSINESS_TIME_ZONE says UTC: one moment would stand on two days. Set BUSINESS_TIME_ZONE=Asia/Tokyo.'))
  await bindSettings(of(tokyo))
})

test.each([['another one', secret, other, /^INSTALLATION_SECRET is another than/], ['none', secret, { INSTALLATION_SECRET: '' }, /^INSTALLATION_SECRET is not set/], ['one where the database had its own', { INSTALLATION_SECRET: '' }, secret, /^INSTALLATION_SECRET is another than/]])('another secret is refused: %s', async (_, first, second, said) => {
  await bindSettings(of(first))
  for (const work of [bindSettings, checkSettings]) await expect(work(of(second))).rejects.toThrow(said)
  await checkSettings(of(first))
  expect(await adoptSecret(of(second))).toEqual({ authenticators: 0 })
  await bindSettings(of(second))
  await expect(checkSettings(of(first))).rejects.toThrow(BoundSettingsError)
})

test('keeps a fingerprint, never the secret', async () => {
  await bindSettings(of(secret))
  const { rows } = await sql<{ name: string; value: string }>`select name, value from secret order by name`.execute(given.database.db)
  expect(rows).toEqual([{ name: 'business_time_zone', value: 'UTC' }, { name: 'secret_fingerprint', value: expect.stringMatching(/^[0-9a-f]{32}$/) }])
})
