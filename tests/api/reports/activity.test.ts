import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemActor } from '../../../src/api/payments/systemActor.ts'
import { reportSql } from '../../../src/api/reports/sql/reportSql.ts'
import { readQuestion, reportNamed } from '../../../src/api/reports/reportQuestion.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { makeWorld, type World } from '../payments/support/world.ts'

let given: TestDatabase
let world: World
beforeAll(async () => {
  given = await createTestDatabase()
  world = makeWorld(given.database)
})
afterAll(() => given.drop())

test('x', async () => {
    const affiliate = await world.affiliate({ profile: await world.profile([{ productType: 'bets', percentage: 30, adminFee: 12.5 }]) })
    await world.activity({ affiliate, day: '2026-03-10', turnover: 1000, payout: 600, bonus: 150, chargebacks: 25  })
    await world.close('2026-03-10')
    const context = { database: given.database, environment: { businessTimeZone: 'UTC' }, now: () => new Date() } as any
    const q = readQuestion(reportNamed('affiliateActivity'), { from: '2026-03-01', to: '2026-03-31' }, context)
    const { rows } = await reportSql(q, { kind: 'session', actor: systemActor('x') }).execute(given.database.db)
    console.log(rows[0])
})
