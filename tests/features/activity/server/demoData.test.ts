import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyMovement } from '#features/activity/server/rollUp/verifyMovement.ts'
import { fillDemoData } from '#cli/demo/demoData.ts'
import { buildBrand } from '#tests/support/builders.ts'
import { type Office, openOffice } from '#tests/support/office.ts'

let office: Office
const now = () => new Date('2026-11-20T12:00:00Z')
beforeAll(async () => {
  office = await openOffice({ now })
})
afterAll(() => office.close())

const fill = (lines: string[] = []) =>
  fillDemoData({ database: office.database, environment: office.environment, now, log: (line) => lines.push(line) })
const counts = async () =>
  (
    await sql<
      Record<string, number>
    >`select (select count(*) from brand) as brands, (select count(*) from affiliate) as affiliates,
  (select count(*) from action) as actions, (select count(*) from event) as events, (select count(*)
    from entry) as entries`.execute(office.database.db)
  ).rows[0]!

describe('demo data', () => {
  it('fills an empty office up to yesterday, closed, with some of everything to look at, once', async () => {
    const lines: string[] = []
    await fill(lines)
    const first = await counts()
    expect(first).toMatchObject({ brands: 2, affiliates: 12 })
    expect(first.actions).toBeGreaterThan(20)
    expect(first.events).toBeGreaterThan(10_000)
    expect(first.entries).toBeGreaterThan(300)
    expect(lines).toHaveLength(1)
    const { rows } =
      await sql`select min(day) as first, max(day) as last, count(distinct product) as products from movement`.execute(
        office.database.db,
      )
    expect(rows).toEqual([{ first: '2026-09-21', last: '2026-11-19', products: 4 }])
    const entries =
      await sql`select count(*) filter (where partner is not null) > 50 as partners, sum(value) > 1000 as value
        from entry`.execute(office.database.db)
    expect(entries.rows).toEqual([{ partners: true, value: true }])
    expect((await office.root.get('/api/event/unattributed')).body.length).toBeGreaterThanOrEqual(4)
    expect(await verifyMovement(office.database.db)).toEqual([])
    await fill()
    expect(await counts()).toEqual(first)
  }, 60_000)

  it('leaves an office alone that has brands of its own', async () => {
    const other = await openOffice({ now })
    await buildBrand(other.root)
    await fillDemoData({ database: other.database, environment: other.environment, now, log: () => {} })
    const { rows } = await sql`select count(*) as affiliates from affiliate`.execute(other.database.db)
    expect(rows).toEqual([{ affiliates: 0 }])
    await other.close()
  })
})
