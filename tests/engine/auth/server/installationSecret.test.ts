import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildApp } from '#app/server/app.ts'
import { clientOf, type Office, openOffice, testEnvironment } from '#tests/support/office.ts'

/** Lock and key are kept apart: whoever copies the database cannot sign in with it. */
let office: Office
beforeAll(async () => {
  office = await openOffice()
})
afterAll(() => office.close())

describe("the installation's secret from the environment", () => {
  test('stands nowhere in the database', async () => {
    const { rows } = await sql`select from secret where name = 'installation'`.execute(office.database.db)
    expect(rows).toEqual([])
  })

  test('is what a session hangs on: a server with another one on the same database takes no token of the first', async () => {
    const other = await buildApp({
      database: office.database,
      environment: testEnvironment({ INSTALLATION_SECRET: 'another secret of tests, as long as that' }),
    })
    expect((await office.root.get('/api/me')).status).toBe(200)
    expect((await clientOf(other, office.root.token).get('/api/me')).status).toBe(401)
    await other.close()
  })
})
