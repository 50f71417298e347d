import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { buildApp } from '#app/server/app.ts'
import { tryWrites } from '#app/server/trialWrites.ts'
import { ensureRootUser } from '#features/accounts/server/rootUser.ts'
import { withClient } from '#engine/server/database/client.ts'
import { type Database, openDatabase } from '#engine/server/database/connect.ts'
import { prepareRowSecurity } from '#engine/server/database/rowSecurity/prepareRowSecurity.ts'
import { resources } from '#resources/index.ts'
import { RightsError } from '#engine/server/database/servingRights.ts'
import { makePartitionsAhead } from '#features/activity/server/write/partitions.ts'
import { contractingChanges } from '#engine/server/database/contractingChanges.ts'
import { planLines } from '#cli/support/migrationPlan.ts'
import { prepareSchema } from '#cli/support/prepareSchema.ts'
import { asOwner, createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { buildAction, buildBrand, buildCampaign } from '#tests/support/builders.ts'
import { clientOf, rootCredentials, signInAs, testEnvironment } from '#tests/support/office.ts'

/** Serves, and owns nothing; the tables are the test database's owner's. */
const role = `serving_${randomBytes(4).toString('hex')}`
let given: TestDatabase
let url: string
let serving: Database
const said: string[] = []
const log = (line: string) => void said.push(line)

async function onServers(...statements: string[]): Promise<void> {
  for (const server of [inject('databaseServerUrl'), ...inject('databaseWorkerUrls')])
    await withClient(server, async (client) => {
      for (const statement of statements) await client.query(statement)
    })
}

beforeAll(async () => {
  given = await createTestDatabase()
  // In the database: where it has workers, they are told as well.
  await owner(`create role ${role} login password 'given'`)
  const address = new URL(given.ownerUrl)
  ;[address.username, address.password] = [role, 'given']
  url = address.href
  serving = openDatabase({ url, maxConnections: 3 })
})
afterAll(async () => {
  await serving.close()
  await given.drop()
  await onServers(
    ...[`office_session_${role}`, `office_root_${role}`, role].map((name) => `drop role if exists ${name}`),
  )
})

const prepareAsServer = () => prepareSchema({ url, ownerUrl: undefined, isEmbedded: false, fence: undefined, log })
const prepareAsOwner = () => prepareSchema({ url, ownerUrl: given.ownerUrl, isEmbedded: false, fence: undefined, log })
const plan = () => planLines({ url, ownerUrl: given.ownerUrl })
async function owner(...statements: string[]): Promise<void> {
  for (const text of statements) await sql.raw(text).execute(asOwner(given.database))
}

describe('a role that serves and owns nothing', () => {
  test('is refused in words without its rights, before anything is served', async () => {
    const refusal = await prepareAsServer().catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(RightsError)
    expect((refusal as Error).message).toMatch(
      /^The database role serving_\w+ lacks what serving needs:\n {2}delete on table \S+\n.* more\n.*MIGRATION_DATABASE_URL.*npm run migrate\.$/s,
    )
    expect(await plan()).toContain('The role of DATABASE_URL would be granted: insert on table event')
  })

  test('is granted them by the owner, once, and can start by itself then', async () => {
    const fence = await prepareAsOwner()
    expect(said.at(-1)).toMatch(/^Granted \d+ rights to the role of DATABASE_URL\.$/)
    expect(await plan()).toEqual(['The database is as this version needs it.'])
    expect(await prepareAsServer()).toEqual(fence)
    expect(fence).not.toBeNull()
    said.length = 0
    await prepareAsOwner()
    expect(said).toEqual([])
  })

  test('serves: signs in, writes and reads behind the second fence', async () => {
    const database = openDatabase({ url, fence: await prepareAsServer(), maxConnections: 3 })
    const environment = testEnvironment()
    await ensureRootUser({ database, environment })
    const app = await buildApp({ database, environment })
    const root = await signInAs(app, rootCredentials)
    expect((await root.post('/api/company', { name: 'Of the server' })).status).toBe(200)
    expect(JSON.stringify((await root.get('/api/company')).body)).toContain('Of the server')
    expect((await app.inject('/ready')).statusCode).toBe(200)
    await app.close()
    await database.close()
  })

  test('records batches and clicks, of months that have no partition yet as well', async () => {
    const database = openDatabase({ url, fence: await prepareAsServer(), maxConnections: 3 })
    const environment = testEnvironment()
    const app = await buildApp({ database, environment, now: () => new Date('2044-05-20T12:00:00Z') })
    const root = await signInAs(app, rootCredentials)
    const brand = await buildBrand(root)
    const campaign = await buildCampaign(root, { brand: brand.id })
    const action = await buildAction(root, { campaign: campaign.id })
    const { key } = (await root.post(`/api/brand/${brand.id}/ingest_key`)).body
    for (const occurredAt of ['2044-03-31T23:00:00Z', '2044-04-01T01:00:00Z']) {
      const events = Array.from({ length: 50 }, (_, number) => ({
        event_id: `${occurredAt}-${number}`,
        type: 'registration',
        occurred_at: occurredAt,
        player_ref: `player-${number}`,
        action_token: action.token,
      }))
      const answer = await clientOf(app).post('/ingest/events', events, { authorization: `Bearer ${key}` })
      expect([answer.status, answer.body]).toEqual([200, expect.objectContaining({ accepted: 50 })])
    }
    expect((await app.inject(`/t/${action.token}`)).statusCode).toBe(302)
    await app.flushClicks!()
    const { rows } = await sql`select type, count(*)::integer as count from event where brand = ${brand.id}
      group by type order by type`.execute(asOwner(given.database))
    expect(rows).toEqual([
      { type: 'click', count: 1 },
      { type: 'registration', count: 100 },
    ])
    expect((await app.inject('/ready')).statusCode).toBe(200)
    await app.close()
    await database.close()
  })

  test('is refused where one kind of row cannot be written, by its name, and leaves nothing of the trial', async () => {
    await tryWrites(serving)
    await owner(`alter policy "office_server_${role}" on entry with check (false)`)
    await expect(tryWrites(serving)).rejects.toThrow(/cannot write entries, payments and the ledger: .*npm run migrate/)
    await owner(`alter policy "office_server_${role}" on entry with check (true)`)
    await owner('alter table event_identity enable row level security')
    await expect(tryWrites(serving)).rejects.toThrow(
      /cannot write events, clicks and movement: COPY FROM not supported/,
    )
    await owner('alter table event_identity disable row level security')
    await tryWrites(serving)
    const { rows } = await sql`select from company where id < 0 union all select from event where brand < 0
      union all select from job where id < 0 union all select from activity_log where id < 0`.execute(serving.db)
    expect(rows).toEqual([])
  })

  test('is refused for each table that it may insert into, where its policy or right is missing there', async () => {
    // Events go into their partitions, which have no policies.
    const { rows } = await sql<{ name: string; has_policy: boolean }>`select relname as name,
        relrowsecurity as has_policy from pg_class where relnamespace = current_schema()::regnamespace
      and relkind in ('r', 'p') and not relispartition and has_table_privilege(${role}, oid, 'insert')
      and relname <> 'event' order by 1`.execute(asOwner(given.database))
    expect(rows.length).toBeGreaterThan(100)
    const untold: string[] = []
    for (const { name, has_policy: hasPolicy } of rows) {
      const policy = `alter policy "office_server_${role}" on "${name}" with check`
      const [take, give] = hasPolicy
        ? [`${policy} (false)`, `${policy} (true)`]
        : [`revoke insert on "${name}" from ${role}`, `grant insert on "${name}" to ${role}`]
      await owner(take)
      const told = await tryWrites(serving).catch((error: unknown) => (error as Error).message)
      await owner(give)
      if (!told.includes(name)) untold.push(`${name}: ${told}`)
    }
    expect(untold).toEqual([])
    expect(await tryWrites(serving)).toBe('written')
  })

  test("has partitions of months to come, by the owner's rights", async () => {
    await makePartitionsAhead({ db: serving.db, from: '2044-01-31', months: 1 })
    const { rows } = await sql<{ owner: string }>`select distinct relowner::regrole::text as owner from pg_class
      where relname in ('event_2044_01', 'event_2044_02')`.execute(asOwner(given.database))
    expect(rows).toEqual([{ owner: new URL(given.ownerUrl).username }])
  })

  test("posts what it writes to the ledger, by the owner's rights", async () => {
    await sql`with owner as (insert into affiliate (name, email, document, company)
        select 'Ana', 'ana@office.test', '52998224725', min(id) from company returning id)
      insert into entry (day, affiliate, kind, value, currency, status)
        select '2026-10-01', id, 'commission', 12.5, 'BRL', 'pending' from owner`.execute(serving.db)
    const { rows } = await sql<{ account: string; amount: string }>`
      select account, amount::text from posting order by amount`.execute(serving.db)
    expect(rows).toEqual([
      { account: 'payable', amount: '-12.50' },
      { account: 'cost', amount: '12.50' },
    ])
  })

  test.each([
    'alter table brand add column mine text',
    'create table mine (id bigint)',
    'delete from activity_log',
    "insert into migration values ('9999_mine', '')",
    'truncate event',
    "insert into posting (day, currency, account, amount) values ('2026-01-01', 'BRL', 'cash', 1)",
  ])('may not: %s', async (statement) => {
    await expect(sql.raw(statement).execute(serving.db)).rejects.toMatchObject({ code: '42501' })
  })
})

describe('npm run admin -- settings check', () => {
  const check = (variables: Record<string, string>) =>
    spawnSync(process.execPath, ['src/cli/admin.ts', 'settings', 'check'], {
      encoding: 'utf8',
      env: { ...process.env, DEMO: '0', ...variables },
    })

  test('tries to write one row of each kind, and whether the reading roles log in', () => {
    const { stdout } = check({ DATABASE_URL: url })
    expect(stdout).toContain('well  one row of each kind that serving writes can be written')
    expect(stdout).toContain('well  row-level security: both reading roles log in')
  })

  test('asks to mend what serving may not write', async () => {
    await owner(`revoke insert on job from ${role}`)
    const { stdout, status } = check({ DATABASE_URL: url })
    await owner(`grant insert on job to ${role}`)
    expect([status, stdout]).toEqual([1, expect.stringMatching(/^MEND {2}The database role .* cannot write jobs: /m)])
  })

  test('asks to mend an address without a password, which a start refuses: no reading role follows from it', async () => {
    const bare = new URL(url)
    bare.password = ''
    const { stdout, status } = check({ DATABASE_URL: bare.href, PGPASSWORD: 'given' })
    expect([status, stdout]).toEqual([
      1,
      expect.stringMatching(/^MEND {2}row-level security is off: DATABASE_URL names no password/m),
    ])
    const request = { url: given.ownerUrl, servingUrl: bare.href, given: undefined, resources, functions: [], log }
    await expect(prepareRowSecurity(request)).rejects.toThrow(/names no password.*SESSION_DATABASE_URL/)
  })
})

describe('npm run migrate', () => {
  test('grants what a newer version or the owner took away; a start without it names that', async () => {
    await owner(
      `revoke insert on click from ${role}`,
      'create table newer (id bigint)',
      `drop policy "office_server_${role}" on brand`,
    )
    await expect(prepareAsServer()).rejects.toThrow(
      /lacks what serving needs:\n {2}delete on table newer\n {2}insert on table click\n(.*\n)* {2}policy on brand\n/,
    )
    await prepareAsOwner()
    await prepareAsServer()
  })

  test('says what it would apply and what that takes away, and changes nothing', async () => {
    await owner("delete from migration where name like '0170%'")
    expect(await plan()).toEqual([
      '1 migrations would be applied:',
      '0170_partitions_by_owner: only adds',
      'Servers of the version before may go on beside this one.',
    ])
    await expect(prepareAsServer()).rejects.toThrow(
      /^1 migrations are to be applied \(from 0170_partitions_by_owner on\).*does not own the tables\. Set MIGRATION_DATABASE_URL/,
    )
    await prepareAsOwner()
    expect(said.at(-1)).toBe('Applied migration 0170_partitions_by_owner.')
  })

  test('leaves a database as it is to which a newer version has added, and servers start beside it', async () => {
    await owner(
      'alter table brand add column newer text',
      "insert into migration (name, checksum, only_adds) values ('9998_newer', '', true)",
      "comment on function office_partners() is 'the policies of a newer version'",
    )
    said.length = 0
    expect(await prepareAsServer()).toEqual(await prepareAsOwner())
    const beside =
      'A newer version has changed this database (9998_newer). It only added, so this one serves beside it.'
    expect(said).toEqual([beside, beside])
    expect(await plan()).toContain('It only added: servers of this version may start beside it.')
    const { rows } = await sql`select obj_description(to_regprocedure('office_partners()'), 'pg_proc') as of`.execute(
      asOwner(given.database),
    )
    expect(rows).toEqual([{ of: 'the policies of a newer version' }])
    await owner("update migration set only_adds = false where name = '9998_newer'")
    await expect(prepareAsServer()).rejects.toThrow(
      '9998_newer, which this version does not have and cannot serve beside',
    )
    await owner("delete from migration where name = '9998_newer'", 'alter table brand drop column newer')
  })

  test.each([
    ['alter table brand add column x text; create index on brand (x)', []],
    ['-- drop table brand\ncreate table x (id bigint);', []],
    ['alter table brand drop column x, add y text; drop view whose_entry;', ['drop view whose_entry', 'drop column x']],
    ['alter table a add column x text not null, add column y text not null default 1', ['add column x text not null']],
    [
      'alter table a alter column x drop default, drop constraint a_pkey, drop constraint a_x_check',
      ['drop constraint a_pkey', 'drop default'],
    ],
    ['alter table brand rename column x to y', ['rename column x to y']],
    ['alter table brand alter column x set not null', ['alter column x set not null']],
    ['-- Takes away: entries mean cents\ncreate table x (id bigint)', ['Takes away: entries mean cents']],
  ])('finds in %j what servers of the version before cannot live with', (text, found) => {
    expect(contractingChanges(text).toSorted()).toEqual(found.toSorted())
  })
})
