import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { withClient } from '#engine/server/database/client.ts'
import { readAs } from '#engine/server/database/rowSecurity/openRowSecurity.ts'
import { applyMigrations, type Migration, migrationsFolder, readMigrations } from '#engine/server/database/migrate.ts'
import { recordEvents } from '#features/activity/server/write/recordEvents.ts'
import { reattribute } from '#features/activity/server/unattributed/reattribute.ts'
import { type Actor, operator } from '#engine/declaration/actor.ts'
import { createTestDatabase, fenceOf, type TestDatabase } from '#tests/support/database.ts'
import { buildAction, buildBrand, buildEvent, unique } from '#tests/features/activity/server/support/activity.ts'
import { handedOn } from '#tests/support/server.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

const hasWorkers = inject('databaseWorkerUrls').length > 0
const select = async <Row>(query: ReturnType<typeof sql<Row>>) => (await query.execute(test.database.db)).rows

/** What the command says; its exit code where that is not 0. */
async function distribute(...options: string[]): Promise<{ code: number; said: string }> {
  const env = { ...handedOn(), DATABASE_URL: test.url, LOG_KEYS: process.env.LOG_KEYS }
  const run = promisify(execFile)(process.execPath, ['src/cli/distribute.ts', ...options], { env })
  return run.then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    (error: { code: number; stdout: string; stderr: string }) => ({ code: error.code, said: error.stderr }),
  )
}

const folders: string[] = []
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })))

/** A folder of some of the product's migrations. */
function folderOf(isThere: (migration: Migration) => boolean): string {
  const folder = mkdtempSync(join(tmpdir(), 'office-migrations-'))
  folders.push(folder)
  for (const migration of readMigrations(migrationsFolder).filter(isThere))
    writeFileSync(join(folder, `${migration.name}.sql`), migration.sql)
  return folder
}

async function told(count: number) {
  const brand = await buildBrand(test.database)
  const action = await buildAction(test.database, brand)
  const events = Array.from({ length: count }, () => buildEvent({ type: 'click', action_token: action.token }))
  await recordEvents({ database: test.database, brand, events })
  return { brand, action, events }
}

describe.skipIf(hasWorkers)('a database without Citus', () => {
  it('is not distributed, and the command says what is missing', async () => {
    expect(await distribute('--dry-run')).toEqual({
      code: 1,
      said: expect.stringContaining('Citus is not installed in this database') as string,
    })
  })
})

describe.skipIf(!hasWorkers)('activity on workers', () => {
  it('lies there with its identities, each brand with one worker, and everything else does not', async () => {
    const { brand } = await told(20)
    expect(
      await select(sql`select logicalrelid::text as name, partmethod from pg_dist_partition
        where logicalrelid::text !~ '_\\d{4}_\\d{2}$' order by 1`),
    ).toEqual([
      { name: 'event', partmethod: 'h' },
      { name: 'event_identity', partmethod: 'h' },
    ])
    const held = await select<{ count: string }>(sql`select result as count
      from run_command_on_shards('event_identity', ${`select count(*) from %s where brand = ${brand.id}`})`)
    expect(held.map(({ count }) => Number(count)).filter((count) => count > 0)).toEqual([20])
  })

  it('shows a reader the brands that are theirs, on the workers as well, and nobody else anything', async () => {
    const [own, other] = [await told(3), await told(4)]
    const company = own.brand.company
    const staff: Actor = {
      kind: 'user',
      userId: 1,
      name: 'Staff',
      root: false,
      roles: new Set(),
      company,
      allowedBrands: [own.brand.id],
      partner: null,
    }
    const seen = (db = readAs(test.database, staff)) =>
      sql<{ brand: number; count: number }>`select brand, count(*) as count from event
        where brand in (${own.brand.id}, ${other.brand.id}) group by brand`.execute(db)
    expect((await seen()).rows).toEqual([{ brand: own.brand.id, count: 3 }])
    const inOne = await readAs(test.database, staff)
      .transaction()
      .execute((trx) => seen(trx))
    expect(inOne.rows).toEqual([{ brand: own.brand.id, count: 3 }])
    expect((await seen(readAs(test.database, { ...staff, allowedBrands: [] }))).rows).toEqual([])
    // What stands on the coordinator and what lies on workers, asked together, each by its own policy.
    const links = sql<{ count: number }>`select count(*) as count from event
      where action in (select action.id from action) and brand in (${own.brand.id}, ${other.brand.id})`
    expect((await links.execute(readAs(test.database, staff))).rows).toEqual([{ count: 3 }])
    const { rows } = await withClient(fenceOf(test.url).session, (client) => client.query('select from event limit 1'))
    expect(rows).toEqual([])
  })

  it('keeps what an event was before its player registered', async () => {
    const { brand, action } = await told(1)
    const [player_ref, id] = [unique('p'), unique('e')]
    const bet = buildEvent({ type: 'bet', player_ref, product: 'bets', amount: 5, event_id: id })
    await recordEvents({ database: test.database, brand, events: [bet] })
    const registration = buildEvent({ type: 'registration', player_ref, action_token: action.token })
    await recordEvents({ database: test.database, brand, events: [registration] })
    expect(await select(sql`select event_id, affiliate from event_past where brand = ${brand.id}`)).toEqual([
      { event_id: id, affiliate: null },
    ])
    expect(await select(sql`select affiliate from event where brand = ${brand.id} and event_id = ${id}`)).toEqual([
      { affiliate: action.affiliate },
    ])
  })

  it('is prepared on the worker before it counts on the coordinator, new events and those that find their owner', async () => {
    const prepared = () => select<{ gid: string }>(sql`select gid from pg_dist_transaction`)
    const isPrepared = async (work: () => Promise<unknown>) => {
      const before = new Set((await prepared()).map(({ gid }) => gid))
      await work()
      return (await prepared()).some(({ gid }) => !before.has(gid))
    }
    const { brand } = await told(1)
    const token = unique('ac')
    const late = buildEvent({ type: 'click', action_token: token })
    expect(await isPrepared(() => recordEvents({ database: test.database, brand, events: [late] }))).toBe(true)
    await buildAction(test.database, brand, { token })
    const owned = () => reattribute({ database: test.database, brand, actor: operator })
    expect(await isPrepared(async () => expect(await owned()).toEqual({ attributed: 1, remaining: 0 }))).toBe(true)
    expect(await isPrepared(async () => expect(await owned()).toEqual({ attributed: 0, remaining: 0 }))).toBe(false)
  })

  it('is nothing for a server of a version that would keep no past of it', async () => {
    const folder = folderOf(({ name }) => name < '0790')
    await expect(applyMigrations({ url: test.url, folder, log: () => {} })).rejects.toThrow(
      'applied migration 0790_event_known, which this version does not have',
    )
  })

  it('never answers a part for the whole: what one part of a statement does not find of another is an error', async () => {
    const lost = sql`select * from read_intermediate_result('nothing_kept_this', 'text') as kept (id bigint)`
    await expect(test.database.db.transaction().execute((trx) => lost.execute(trx))).rejects.toThrow(
      'its answer would be wrong',
    )
  })

  it('is changed by a migration on every worker', async () => {
    const folder = folderOf(() => true)
    writeFileSync(
      join(folder, '9990_tried.sql'),
      `alter table event add column tried text; create function tried() returns text language sql as $$ select ';' $$;
       alter table event drop constraint if exists tried; alter table event add constraint tried check (tried <> ';');`,
    )
    await applyMigrations({ url: test.url, folder, log: () => {} })
    const answers = await select<{ result: string }>(sql`select result from run_command_on_workers(
      'select count(distinct relname) from pg_attribute join pg_class on pg_class.oid = attrelid
         where attname = ''tried'' and relname = ''event''')`)
    expect(answers.map(({ result }) => result)).toEqual(['1', '1'])
    const wrong = folderOf(() => true)
    writeFileSync(join(wrong, '9990_tried.sql'), readFileSync(join(folder, '9990_tried.sql')))
    writeFileSync(join(wrong, '9991_wrong.sql'), 'alter table event drop column tried;\nselect nothing from event;')
    await expect(applyMigrations({ url: test.url, folder: wrong, log: () => {} })).rejects.toThrow(/line 2\)$/)
    expect(await select(sql`select max(tried) as tried from event`)).toEqual([{ tried: null }])
    await sql`alter table event drop column tried`.execute(test.database.db)
    await sql`delete from migration where name = '9990_tried'`.execute(test.database.db)
  })

  it('is taken back and given again, with all that was told, and its past is kept either way', async () => {
    await told(5)
    const count = () => select(sql`select count(*) as count from event`)
    const before = await count()
    expect(await distribute()).toMatchObject({ code: 0, said: expect.stringContaining('already') as string })
    expect(await distribute('--back')).toMatchObject({
      code: 1,
      said: expect.stringContaining('Stop them first') as string,
    })
    await test.database.close()
    expect(await distribute('--back', '--dry-run')).toMatchObject({
      said: expect.stringContaining('Nothing was changed') as string,
    })
    expect(await distribute('--back')).toMatchObject({ code: 0, said: expect.stringContaining('Done') as string })
    const asked = (text: string) => withClient(test.url, async (client) => (await client.query(text)).rows as unknown[])
    expect(await asked('select logicalrelid::text from pg_dist_partition')).toEqual([])
    expect(await asked(`select count(*)::integer as count from pg_trigger where tgrelid = 'event'::regclass`)).toEqual([
      { count: 2 },
    ])
    const older = () => asked(`select only_adds from migration where name = '0790_event_known'`)
    expect(await older()).toEqual([{ only_adds: true }])
    const dry = await distribute('--dry-run')
    expect(dry.said).toMatch(/the largest brand is \d+, with \d+ %/)
    expect(await distribute()).toMatchObject({ code: 0, said: expect.stringContaining('Done') as string })
    expect(await asked('select count(*)::integer as count from event')).toEqual(before)
    expect(await asked(`select policyname from pg_policies where tablename = 'event' order by 1`)).toHaveLength(2)
    expect(await older()).toEqual([{ only_adds: false }])
  })
})
