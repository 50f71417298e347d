import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { adoptSecret } from '#engine/server/installation/adoptSecret.ts'
import { bindInstallation, BoundSettingsError, checkSettings } from '#engine/server/installation/boundSettings.ts'
import { changeZone, planZoneChange } from '#engine/server/installation/changeZone.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { testEnvironment } from '#tests/support/office.ts'
import { buildAction, buildBrand } from '#tests/features/activity/server/support/activity.ts'

const opened: TestDatabase[] = []
let given: TestDatabase
beforeEach(async () => void opened.push((given = await createTestDatabase())))
afterAll(() => Promise.all(opened.map(({ drop }) => drop())))

const of = (variables: Record<string, string> = {}) => ({
  database: given.database,
  environment: testEnvironment(variables),
})
const [tokyo, secret, other] = [
  { BUSINESS_TIME_ZONE: 'Asia/Tokyo' },
  { INSTALLATION_SECRET: 'a-secret-of-thirty-two-characters' },
  { INSTALLATION_SECRET: 'b-secret-of-thirty-two-characters' },
]

async function book(day = '2030-03-01'): Promise<void> {
  const brand = await buildBrand(given.database)
  const { id, affiliate } = await buildAction(given.database, brand)
  await sql`insert into movement (day, brand, sub_brand, affiliate, action, product)
    values (${day}::text::date, ${brand.id}, 0, ${affiliate}, ${id}, 'none')`.execute(given.database.db)
}

test('a database takes the zone and the secret of the server that first starts on it', async () => {
  await checkSettings(of(tokyo))
  await bindInstallation(of({ ...tokyo, ...secret }))
  await bindInstallation(of({ ...tokyo, ...secret }))
  await checkSettings(of({ ...tokyo, ...secret }))
})

test('another zone is refused once anything is booked, with the one to set, and not before', async () => {
  await bindInstallation(of(tokyo))
  await checkSettings(of())
  await bindInstallation(of())
  await bindInstallation(of(tokyo))
  await book()
  for (const work of [bindInstallation, checkSettings])
    await expect(work(of())).rejects.toThrow(
      new BoundSettingsError(
        'The days of this database were booked in Asia/Tokyo, and BUSINESS_TIME_ZONE says UTC: one moment would stand on two days. Set BUSINESS_TIME_ZONE=Asia/Tokyo. What a change would mean: npm run admin -- zone plan UTC',
      ),
    )
  await bindInstallation(of(tokyo))
})

test.each([
  ['another one', secret, other, /^INSTALLATION_SECRET is another than/],
  ['none', secret, { INSTALLATION_SECRET: '' }, /^INSTALLATION_SECRET is not set/],
  ['one where the database had its own', { INSTALLATION_SECRET: '' }, secret, /^INSTALLATION_SECRET is another than/],
])('another secret is refused: %s', async (_, first, second, said) => {
  await bindInstallation(of(first))
  for (const work of [bindInstallation, checkSettings]) await expect(work(of(second))).rejects.toThrow(said)
  await checkSettings(of(first))
  expect(await adoptSecret(of(second))).toEqual({ authenticators: 0 })
  await bindInstallation(of(second))
  await expect(checkSettings(of(first))).rejects.toThrow(BoundSettingsError)
})

test('keeps a fingerprint, never the secret', async () => {
  await bindInstallation(of(secret))
  const { rows } = await sql<{ name: string; value: string }>`select name, value from secret order by name`.execute(
    given.database.db,
  )
  expect(rows).toEqual([
    { name: 'business_time_zone', value: 'UTC' },
    { name: 'secret_fingerprint', value: expect.stringMatching(/^[0-9a-f]{32}$/) },
  ])
})

describe('a change of the zone', () => {
  const at = (text: string) => ({ database: given.database, now: () => new Date(text) })

  test('leaves what was booked on its day, and from then on its zone is asked for', async () => {
    await bindInstallation(of(tokyo))
    await book('2030-03-01')
    expect(await planZoneChange(at('2030-03-02T06:00:00Z'), 'UTC')).toEqual({
      from: 'Asia/Tokyo',
      to: 'UTC',
      today: { from: '2030-03-02', to: '2030-03-02' },
      newestDay: '2030-03-01',
      longerByHours: 9,
      notBefore: null,
    })
    await checkSettings(of(tokyo))
    await changeZone(at('2030-03-02T06:00:00Z'), 'UTC')
    await bindInstallation(of())
    await expect(checkSettings(of(tokyo))).rejects.toThrow('The days of this database were booked in UTC')
    const { rows } = await sql<{ day: string }>`select day from movement`.execute(given.database.db)
    expect(rows).toEqual([{ day: '2030-03-01' }])
    const { rows: lines } = await sql`select actor, changes from activity_log where operation = 'changeZone'`.execute(
      given.database.db,
    )
    expect(lines).toEqual([
      { actor: 'command:admin', changes: [{ field: 'businessTimeZone', before: 'Asia/Tokyo', after: 'UTC' }] },
    ])
  })

  test('waits where a day that has bookings has not begun in the new zone, and says for how long', async () => {
    await bindInstallation(of(tokyo))
    await book('2030-03-02')
    const early = at('2030-03-01T20:00:00Z')
    expect(await planZoneChange(early, 'UTC')).toMatchObject({
      today: { from: '2030-03-02', to: '2030-03-01' },
      notBefore: new Date('2030-03-02T00:00:00Z'),
    })
    await expect(changeZone(early, 'UTC')).rejects.toThrow('can be made from 2030-03-02T00:00:00.000Z on')
    await checkSettings(of(tokyo))
    await changeZone(at('2030-03-02T00:00:00Z'), 'UTC')
    await checkSettings(of())
  })
})
