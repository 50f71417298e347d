import { rmSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readDifference } from '#engine/server/database/applySchema.ts'
import { declaredSchema } from '#engine/server/database/declaredSchema.ts'
import { recordEvents } from '#features/activity/server/write/recordEvents.ts'
import { lastMoment } from '#features/reporting/server/asOf.ts'
import { asOwner, createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { copyWithRecipes, runInCopy } from '#tests/support/recipes.ts'
import { buildAction, buildBrand, buildEvent, buildRaw } from './support/activity.ts'

/**
 * What the product with the recipes does to a database of the one before: brings it to what is declared, takes events
 * and reports them.
 */
const program = `
  import { applySchemaDifference, readDifference } from './src/engine/server/database/applySchema.ts'
  import { openDatabase } from './src/engine/server/database/connect.ts'
  import { declaredSchema as declared } from './src/engine/server/database/declaredSchema.ts'
  import { verifyMovement } from './src/features/activity/server/rollUp/verifyMovement.ts'
  import { eventChecker } from './src/features/activity/server/write/incomingEvent.ts'
  import { recordEvents } from './src/features/activity/server/write/recordEvents.ts'
  import { systemActor } from './src/engine/declaration/actor.ts'
  import { lastMoment } from './src/features/reporting/server/asOf.ts'
  import { streamReportLines } from './src/features/reporting/server/readLines.ts'
  import { sql } from 'kysely'
  import { resources } from './resources/index.ts'
  import { transitions } from './resources/transitions.ts'
  import { generatedValues } from './src/engine/records/server/write/generated.ts'
  import { transitionEffects } from './src/app/server/effects.ts'
  import { runTransition } from './src/engine/records/server/transitions/runTransition.ts'
  import { jobs } from './src/app/server/jobs/index.ts'
  import { readEnvironment } from './src/engine/server/environment.ts'
  import { gatewayOf, payoutGateways } from './src/features/payouts/server/disbursement/chooseGateway.ts'
  import { recordColumns } from './src/engine/records/server/query/columns.ts'
  import { parseReportRequest, reportNamed } from './src/features/reporting/server/reportQuestion.ts'
  const { url, brand, raw, since } = JSON.parse(process.env.GIVEN)
  // As versions did that kept no past of declared measures: their databases are there.
  const before = declared.filter(({ name }) => name !== 'movement_past').map(({ followed, ...table }) => table)
  const statements = await applySchemaDifference({ url, declared: before, log: () => {} })
  const kept = openDatabase({ url, maxConnections: 1 })
  const take = async (database, events) => recordEvents({ database, brand, events: events.map((each) => check(each).event) })
  const check = eventChecker({ currency: 'BRL', zone: 'UTC', now: new Date('2026-12-31') })
  const outcome = [await take(kept, raw.slice(0, 1))]
  await kept.close()
  const followed = await applySchemaDifference({ url, declared, log: () => {} })
  const after = await readDifference({ url, declared })
  const database = openDatabase({ url, maxConnections: 2 })
  const filled = await verifyMovement(database.db)
  const moments = [since, (await lastMoment(database.db))]
  outcome.push(await take(database, raw.slice(1)))
  const report = async (query) => {
    const context = { now: () => new Date('2026-12-31'), environment: { businessTimeZone: 'UTC' } }
    const question = parseReportRequest(reportNamed('campaigns'), { from: '2026-03-01', to: '2026-03-31', ...query }, context)
    const lines = []
    for await (const part of streamReportLines(database.db, question, { kind: 'session', actor: systemActor('test') })) lines.push(...part)
    return lines.map(({ json }) => JSON.parse(json))
  }
  const answers = [await report({}), await report({ rows: 'day' })]
  const total = async (query) => { const [{ turnover, cashbacks, lotto_cashbacks }] = await report(query); return { turnover, cashbacks, lotto_cashbacks } }
  const known = []
  for (const knownAt of [...moments, await lastMoment(database.db)])
    for (const rows of ['day', 'campaign']) known.push(await total({ rows, knownAt }))
  const summed = await verifyMovement(database.db)
  const begun = await generatedValues({ transaction: database.db, resource: resources.contract, values: {}, actor: { company: null } })
  const contract = await sql\`insert into contract (state, name, brand, affiliate, signed_on, ends_on)
    select \${begun.state}::text, 'A', \${brand.id}::bigint, id, '2026-03-01', '2026-03-31' from affiliate limit 1 returning id\`.execute(database.db)
  const root = { kind: 'system', root: true, roles: new Set() }
  const read = await sql\`select \${recordColumns({ resource: resources.contract, actor: root })} from contract t\`.execute(database.db)
  const days = read.rows.map((record) => record.days)
  const context = { database, environment: { businessTimeZone: 'UTC' }, now: () => new Date('2026-03-10T12:00:00Z') }
  const people = (await sql\`insert into "user" (name, email, root, created_at) select 'P' || n, 'p' || n || '@office.example', true, '2025-01-01'
    from generate_series(1, 2) n returning id\`.execute(database.db)).rows.map(({ id }) => Number(id))
  const { id: signed } = contract.rows[0]
  await sql\`insert into authorship (object, object_id, what, author_kind, author, author_name, author_is_root, at)
    values ('contract', \${signed}, 'made', 'user', \${people[0]}, 'P1', true, '2026-03-01')\`.execute(database.db)
  const lifecycle = transitions.contract
  const named = { resource: resources.contract, lifecycle, name: 'sign', transition: lifecycle.transitions.sign, effect: transitionEffects.dateContract }
  const sign = (userId) => database.db.transaction().execute((db) => runTransition({
    db, context, id: Number(signed), to: 'signed', input: { endsOn: '2026-04-05' }, at: context.now(), zone: 'UTC',
    actor: { kind: 'user', userId, name: 'P', root: true, roles: new Set(), company: null, allowedBrands: [], partner: null },
  }, named, null)).then(() => 'signed', ({ code }) => code)
  const decided = [await sign(people[0]), await sign(people[1]), await sign(people[1])]
  const { rows: [contractNow] } = await sql\`select state, signed_on::text as signed, ends_on::text as ends from contract where id = \${signed}\`.execute(database.db)
  const ran = await jobs.find(({ name }) => name === 'endingContracts').run({ context })
  const settings = (begin) => ({ [begin + '_URL']: 'http://127.0.0.1:9', [begin + '_SECRET']: 'a secret' })
  const environment = readEnvironment({ ...settings('PAYOUT_GATEWAY'), ...settings('PAYOUT_GATEWAY_ACQUIRER') })
  const paying = { ...context, environment }
  const owner = await sql\`update affiliate set company = (select id from company limit 1) returning id\`.execute(database.db)
  const through = () => gatewayOf(paying, database.db, { gateway: null, affiliate: owner.rows[0].id, partner: null })
  const gateways = [[...payoutGateways(paying).keys()], await through()]
  await sql\`update company set gateway = 'acquirer'\`.execute(database.db)
  gateways.push(await through())
  await database.close()
  console.log(JSON.stringify({ decided: [...decided, contractNow], gateways, ran, days, statements, after, filled, outcome, answers, summed, followed, known }))
`

interface Done {
  days: number[]
  decided: unknown[]
  ran: unknown
  gateways: unknown[]
  statements: string[]
  after: unknown
  filled: unknown[]
  outcome: unknown
  answers: Record<string, unknown>[][]
  followed: string[]
  known: unknown[]
  summed: unknown[]
}

let test: TestDatabase
let folder: string
let done: Done
beforeAll(async () => {
  test = await createTestDatabase()
  const brand = await buildBrand(test.database)
  const { token: action_token } = await buildAction(test.database, brand)
  const of = { action_token, player_ref: 'ana' }
  await recordEvents({
    database: test.database,
    brand,
    events: [
      buildEvent({ ...of, type: 'bet', product: 'lotto', amount: '40.00' }),
      buildEvent({ ...of, type: 'win', product: 'lotto', amount: '3.00' }),
      buildEvent({ ...of, type: 'win', product: 'bets', amount: '4.00' }),
    ],
  })
  const since = await lastMoment(test.database.db)
  const raw = ['5.00', '2.50'].map((amount) => buildRaw({ ...of, type: 'cashback', product: 'lotto', amount }))
  folder = copyWithRecipes()
  // It changes the tables by what was declared, which their owner does.
  done = runInCopy(folder, program, { GIVEN: JSON.stringify({ url: test.ownerUrl, brand, raw, since }) })
}, 60_000)
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await test.drop()
})

describe('an event and measures that were declared', () => {
  it('bring the database to what they need, by what a migration would say, and to nothing more', () => {
    const ofActivity = done.statements.filter((statement) => /"(event|movement|movement_wide)"/.test(statement))
    const added = ofActivity.filter((statement) => statement.includes('ADD COLUMN'))
    expect(added).toHaveLength(8)
    // Of an event that nobody could tell before there is nothing to fill.
    expect(
      ofActivity
        .filter((statement) => statement.startsWith('UPDATE'))
        .map((statement) => /SET "(\w+)"/.exec(statement)![1]),
    ).toEqual(['win_count', 'bets_win_count', 'games_win_count', 'lotto_win_count'])
    expect(ofActivity.at(-1)).toMatch(
      /^ALTER TABLE "event" ADD CONSTRAINT .* CHECK \("type" IN \('click', .*, 'cashback'\)\) NOT VALID;$/,
    )
    expect(done.after).toEqual({ statements: [], refused: [], unused: [] })
  })

  it('count what was told before they were declared', async () => {
    expect(done.filled).toEqual([])
    const { rows } =
      await sql`select product, win_count::integer from movement where win_count > 0 order by product`.execute(
        test.database.db,
      )
    expect(rows).toEqual([
      { product: 'bets', win_count: 1 },
      { product: 'lotto', win_count: 1 },
    ])
  })

  it('are taken and added up to the cent, and reported from either roll-up', () => {
    const taken = { accepted: 1, duplicates: 0, conflicts: [], unattributed: 0 }
    expect(done.outcome).toEqual([taken, taken])
    const figures = { turnover: 40, cashbacks: 7.5, lotto_cashbacks: 7.5, cashback_share: 18.75 }
    for (const lines of done.answers) {
      expect(lines).toHaveLength(2)
      for (const line of lines) expect(line).toMatchObject(figures)
    }
    // The first is laid out in groups, each with its days and what they come to.
    expect(done.answers[0]![1]!['children']).toEqual([expect.objectContaining({ ...figures, day: expect.any(String) })])
    expect(done.answers[1]![1]).not.toHaveProperty('children')
    expect(done.summed).toEqual([])
  })

  it('are known as of a moment like all others, also where they were declared before their past was kept', async () => {
    expect(done.followed).toHaveLength(5)
    expect(done.followed.at(-1)).toContain('SELECT keep_movement_known();')
    // What was told while nothing was kept stands as it did when that began.
    const [before, then, now] = [5, 5, 7.5].map((cashbacks) => ({
      turnover: 40,
      cashbacks,
      lotto_cashbacks: cashbacks,
    }))
    expect(done.known).toEqual([before, before, then, then, now, now])
    const wins = sql<{
      narrow: number
      wide: number
    }>`select (select sum(win_count) from movement_known)::integer as narrow,
      (select sum(bets_win_count + games_win_count + lotto_win_count) from movement_wide_known)::integer as wide`
    expect((await wins.execute(test.database.db)).rows).toEqual([{ narrow: 2, wide: 2 }])
  })

  it('stand beside a new entity, whose table takes records and whose computed values are read with them, and a job over it', () => {
    expect(done.days).toEqual([30])
    expect(done.ran).toEqual([{ code: 'worked', values: { count: 1 } }])
  })
})

it('a decision is refused to its author, made once by another person, and does what its effect says', () => {
  const signed = { state: 'signed', signed: '2026-03-10', ends: '2026-04-05' }
  expect(done.decided).toEqual(['approver_not_apart', 'signed', 'stale_version', signed])
})

it('a payout gateway is paid through by the companies that choose it', () => {
  expect(done.gateways).toEqual([['http', 'acquirer'], 'http', 'acquirer'])
})

describe('what is declared no more', () => {
  it('is refused, since what is stored would be lost', async () => {
    const { refused } = await readDifference({
      url: test.ownerUrl,
      declared: declaredSchema.filter(({ name }) => /^(event|movement)$/.test(name)),
    })
    expect(refused.map(({ what }) => what)).toEqual([
      'movement.win_count: no longer in the configuration',
      'movement.cashbacks: no longer in the configuration',
      'event.type: may no longer be cashback',
    ])
  })
  it('is taken out by what a migration that may lose something says, and the others are known as before', async () => {
    const { refused } = await readDifference({ url: test.ownerUrl, declared: declaredSchema })
    const ofMovement = refused.filter(({ what }) => what.startsWith('movement'))
    for (const statement of ofMovement.flatMap(({ statements }) => statements))
      await sql.raw(statement).execute(asOwner(test.database))
    const turnover = sql`select (select sum(turnover) from movement_known)::integer as narrow,
      (select sum(lotto_turnover_minor) from movement_wide_known)::integer / 100 as wide`
    expect((await turnover.execute(asOwner(test.database))).rows).toEqual([{ narrow: 40, wide: 40 }])
    const { statements } = await readDifference({ url: test.ownerUrl, declared: declaredSchema })
    expect(statements.filter((statement) => statement.includes('movement'))).toEqual([])
  })
})
