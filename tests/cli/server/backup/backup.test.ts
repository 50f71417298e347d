import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { withDatabase } from '#engine/server/database/address.ts'
import { withClient } from '#engine/server/database/client.ts'
import type { Database } from '#engine/server/database/connect.ts'
import { recordEvents } from '#features/activity/server/write/recordEvents.ts'
import { verifyMovement } from '#features/activity/server/rollUp/verifyMovement.ts'
import { sealActivityLog } from '#engine/activityLog/server/sealActivityLog.ts'
import { verifyActivityLog } from '#engine/activityLog/server/verifyActivityLog.ts'
import { decrypt, makeKeys, readIdentities, readRecipient } from '#lib/ageEncryption/age.ts'
import { keysFile, readTables, settingsFile } from '#cli/backup/contents.ts'
import { loadBackup } from '#cli/backup/loadBackup.ts'
import { type ArchivedFile, readTar } from '#lib/tar/tar.ts'
import { listBackups, type MadeBackup, removeOld, writeBackup } from '#cli/backup/writeBackup.ts'
import { citusViews } from '#tests/support/citus.ts'
import { openObjectStore, storeKeys } from '#tests/support/objectStore.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { type Office, openOffice } from '#tests/support/office.ts'
import { hostileStrings } from '#tests/contract/hostileStrings.ts'
import { buildAction, buildBrand, buildEvent } from '#tests/features/activity/server/support/activity.ts'
import { handedOn } from '#tests/support/server.ts'

const keys = makeKeys()
const secret = 'the secret of an installation that is backed up'
let office: Office
let folder: string
let made: MadeBackup
let files: ArchivedFile[]
let empty: TestDatabase
async function urlOf({ db }: Pick<Database, 'db'>): Promise<string> {
  const {
    rows: [row],
  } = await sql<{ name: string }>`select current_database() as name`.execute(db)
  return withDatabase(empty.url, row!.name)
}

async function read(path: string): Promise<ArchivedFile[]> {
  const found: ArchivedFile[] = []
  const identities = readIdentities(keys.secret)
  await pipeline(
    Readable.from([readFileSync(path)]),
    (source: AsyncIterable<Buffer>) => decrypt(source, identities),
    createGunzip(),
    async (source) => {
      for await (const file of readTar(source)) found.push(file)
    },
  )
  return found
}
const load = (url: string, given: readonly ArchivedFile[], { holdDays = 0 } = {}) =>
  loadBackup({
    url,
    files: Readable.from(given, { objectMode: true }) as AsyncIterable<ArchivedFile>,
    holdDays,
    takeKeys: () => {},
  })

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'backups-'))
  office = await openOffice({ variables: { INSTALLATION_SECRET: secret, LOG_KEYS: process.env.LOG_KEYS! } })
  empty = await createTestDatabase({ empty: true })
  const brand = await buildBrand(office.database)
  const link = await buildAction(office.database, brand)
  const events = Array.from({ length: 40 }, (_, index) =>
    buildEvent({
      action_token: link.token,
      player_ref: `p${index >> 1}`,
      occurred_at: `2026-0${1 + (index % 3)}-10T12:00:00Z`,
      ...(index % 2 ? { type: 'deposit', amount: '10.00' } : { type: 'registration' }),
    }),
  )
  await recordEvents({ database: office.database, brand, events })
  await sql`insert into saved_view (user_id, report, name, query) select (select id from "user"
    limit 1), 'affiliateActivity', 'v' || ordinality, text
    from unnest(${hostileStrings.filter((text) => !text.includes('\0') && text.isWellFormed())}::text[]) with ordinality
      as given (text, ordinality)`.execute(office.database.db)
  await sql`insert into feed_upload (brand, file_name, create_missing, created_by_name, created_at, updated_at)
    values (${brand.id}, 'f', false, 'x', now(), now())`.execute(office.database.db)
  await sql`insert into feed_upload_part (upload, number, content) select id, 1, decode(repeat('00ff5c0a0d09', 20000),
    'hex') from feed_upload`.execute(office.database.db)
  await sealActivityLog(office.database)
  made = await writeBackup({
    url: await urlOf(office.database),
    environment: office.environment,
    folder,
    recipients: [readRecipient(keys.recipient)],
  })
  files = await read(made.path)
})
afterAll(async () => {
  await office.close()
  await empty.drop()
  rmSync(folder, { recursive: true })
})

/** Rows of every table, as their number and a hash. */
async function rowsOf(url: string): Promise<Record<string, string>> {
  return withClient(url, async (client) => {
    const found: Record<string, string> = {}
    for (const { name, columns } of await readTables(client)) {
      const row = columns
        .toSorted()
        .map((column) => `"${column}"::text`)
        .join(', ')
      const {
        rows: [of],
      } = await client.query<{ hash: string }>(
        `select count(*) || ' ' || coalesce(md5(string_agg(row, '|' order by row collate "C")), '') as hash from (select concat_ws(',', ${row}) as row from "${name}") listed`,
      )
      found[name] = of!.hash
    }
    return found
  })
}

/** Kept by the server where events lie on workers; a restored database has them on one node, until it is distributed. */
const pastOfEvents =
  inject('databaseWorkerUrls').length > 0 ? ['event event_changed_in_pastO', 'event event_removed_from_pastO'] : []

/** What a database consists of beside rows. */
async function shapeOf(url: string) {
  return withClient(url, async (client) => {
    const list = async (text: string) =>
      (await client.query<{ what: string }>(text)).rows.map(({ what }) => what).toSorted()
    return {
      columns:
        await list(`select c.relname || '.' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod) || ' ' || a.attnotnull || a.attidentity::text as what from pg_class c
        join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v')
        and c.relname <> all ('{${citusViews.join()}}') order by 1`),
      constraints: await list(
        `select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) || convalidated as what from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n' order by 1`,
      ),
      comments: await list(
        "select conrelid::regclass || ' ' || conname || ' ' || obj_description(oid, 'pg_constraint') as what from pg_constraint where obj_description(oid, 'pg_constraint') is not null and conparentid = 0 order by 1",
      ),
      triggers: await list(
        "select tgrelid::regclass || ' ' || tgname || tgenabled::text as what from pg_trigger join pg_class c on c.oid = tgrelid and c.relnamespace = 'public'::regnamespace where not tgisinternal order by 1",
      ),
      indexes: await list(`select indexdef as what from pg_indexes where schemaname = 'public' order by 1`),
    }
  })
}

describe('a backup of a server at work', () => {
  test('comes back row by row, with the tables as they were', async () => {
    const source = await urlOf(office.database)
    const { rows, settings } = await load(empty.url, files, { holdDays: 3 })
    const [before, after] = [await rowsOf(source), await rowsOf(empty.url)]
    expect(after).toEqual({ ...before, payment_hold: after.payment_hold })
    expect([rows, after.event, after.saved_view]).toEqual([
      made.rows,
      expect.stringMatching(/^40 /),
      expect.not.stringMatching(/^0 /),
    ])
    const shape = await shapeOf(source)
    expect(await shapeOf(empty.url)).toEqual({ ...shape, triggers: [...shape.triggers, ...pastOfEvents].toSorted() })
    expect(settings).toEqual({ installationSecret: secret, businessTimeZone: 'UTC' })
    expect(await verifyActivityLog(empty.database)).toMatchObject({ ok: true })
    expect(await verifyMovement(empty.database.db)).toEqual([])
  })

  test('has automatic payments wait until somebody knows what was paid after it', async () => {
    const {
      rows: [held],
    } = await sql<{
      owners: number
      held: number
      days: number
    }>`select (select count(*) from affiliate) + (select count(*) from partner) as owners,
      count(*) as held, round(extract(epoch from min(held_until) - now()) / 86400)::integer as days
        from payment_hold`.execute(empty.database.db)
    expect([held!.held, held!.days]).toEqual([held!.owners, 3])
  })

  test('goes on where it stopped: new rows take numbers that nobody has', async () => {
    const {
      rows: [row],
    } = await sql<{
      id: number
      most: number
    }>`insert into company (name) values ('After') returning id, (select max(id) from company) as most`.execute(
      empty.database.db,
    )
    expect(row!.id).toBeGreaterThan(row!.most)
    await expect(sql`update activity_log set actor = 'somebody else'`.execute(empty.database.db)).rejects.toThrow(
      'only ever added to',
    )
  })

  test('holds the key ring and the secret, and tells nothing of either to whoever lacks the key', async () => {
    expect(files.find(({ name }) => name === keysFile)!.content.equals(readFileSync(office.environment.logKeys))).toBe(
      true,
    )
    expect(String(files.find(({ name }) => name === settingsFile)!.content)).toContain(secret)
    expect(readFileSync(made.path).includes('brand-')).toBe(false)
  })

  test('is of one moment, whatever is written meanwhile', async () => {
    let isWriting = true
    const writing = (async () => {
      while (isWriting) {
        await sql`with made as (insert into company (name) values ('Meanwhile ' || gen_random_uuid())
          returning id, name)
          insert into brand (name, slug, company) select name, 'meanwhile-' || id, id from made`.execute(
          office.database.db,
        )
      }
    })()
    const second = mkdtempSync(join(tmpdir(), 'backups-'))
    const { path } = await writeBackup({
      url: await urlOf(office.database),
      environment: office.environment,
      folder: second,
      recipients: [readRecipient(keys.recipient)],
    })
    isWriting = false
    await writing
    const text = (await read(path))
      .filter(({ name }) => /^tables\/(brand|company)\//.test(name))
      .map(({ name, content }) => ({ name, count: String(content).split('\tMeanwhile ').length - 1 }))
    const [brands, companies] = ['brand', 'company'].map((table) =>
      text.filter(({ name }) => name.includes(`/${table}/`)).reduce((sum, { count }) => sum + count, 0),
    )
    expect(brands).toBe(companies)
    rmSync(second, { recursive: true })
  })
})

describe('a backup is not restored', () => {
  test('over a database that holds something', async () => {
    const before = await rowsOf(empty.url)
    await expect(load(empty.url, files)).rejects.toThrow(/holds tables already .* Nothing was changed/)
    expect(await rowsOf(empty.url)).toEqual(before)
  })

  test.each([
    [
      'a table of it is missing',
      (all: ArchivedFile[]) => all.filter(({ name }) => !name.startsWith('tables/event/')),
      'not whole: event',
    ],
    [
      'a newer version made it',
      (all: ArchivedFile[]) => [
        { ...all[0]!, content: Buffer.from(String(all[0]!.content).replace('0171_backups', '9999_newer')) },
        ...all.slice(1),
      ],
      'migration 9999_newer',
    ],
    [
      'what it refers to is missing',
      (all: ArchivedFile[]) =>
        all.map((file) =>
          file.name.startsWith('tables/user_credential/')
            ? { ...file, content: Buffer.from(String(file.content).replace(/^\d+/, '424242')) }
            : file,
        ),
      'user_credential',
    ],
  ])('where %s: the database stays empty', async (_, change, reason) => {
    const target = await createTestDatabase({ empty: true })
    await expect(load(target.url, change(files))).rejects.toThrow(reason)
    expect(await withClient(target.url, readTables)).toEqual([])
    await target.drop()
  })
})

test('a file that the key does not open is refused before a database is made for it', () => {
  const key = join(folder, 'other-key.txt')
  writeFileSync(key, `${makeKeys().secret}\n`)
  const dataDir = join(folder, 'not-begun')
  const { status, stderr } = spawnSync(process.execPath, ['src/cli/restore.ts', made.path, '--identity', key], {
    encoding: 'utf8',
    env: { ...handedOn(), DATA_DIR: dataDir },
  })
  rmSync(key)
  expect([status, stderr, existsSync(dataDir)]).toEqual([
    1,
    expect.stringContaining('The private key is not one of those'),
    false,
  ])
})

test('of a folder the newest are kept, and nothing but backups is removed', async () => {
  const names = [
    'back-office-2026-01-01T03-00-00Z.tar.gz.age',
    'back-office-2026-01-02T03-00-00Z.tar.gz.age',
    'back-office-2026-01-03T03-00-00Z.tar.gz.age.unfinished',
    'notes.txt',
  ]
  for (const name of names) writeFileSync(join(folder, name), '')
  expect(await removeOld(folder, 2)).toEqual([names[0]])
  expect(await listBackups(folder)).toEqual([made.name, names[1]])
  expect(readdirSync(folder).toSorted()).toEqual([made.name, ...names.slice(1)].toSorted())
})

test('a backup goes to a store of objects by its address, and the newest are kept there as well', async () => {
  const store = await openObjectStore()
  const settings = {
    AWS_ACCESS_KEY_ID: storeKeys.id,
    AWS_SECRET_ACCESS_KEY: storeKeys.secret,
    AWS_REGION: storeKeys.region,
    BACKUP_S3_ENDPOINT: store.endpoint,
  }
  Object.assign(process.env, settings)
  try {
    store.objects.set('night/back-office-2026-01-01T03-00-00Z.tar.gz.age', Buffer.from('old'))
    const { name, path, bytes } = await writeBackup({
      url: await urlOf(office.database),
      environment: office.environment,
      folder: 's3://backups/night',
      recipients: [readRecipient(keys.recipient)],
    })
    const [, kept] = [...store.objects.values()]
    expect([path, bytes]).toEqual([`s3://backups/night/${name}`, kept!.length])
    writeFileSync(join(folder, 'from-the-store'), kept!)
    expect((await read(join(folder, 'from-the-store'))).map((file) => file.name)).toContain(settingsFile)
    expect(await removeOld('s3://backups/night', 1)).toEqual(['back-office-2026-01-01T03-00-00Z.tar.gz.age'])
    expect([...store.objects.keys()]).toEqual([`night/${name}`])
  } finally {
    for (const name of Object.keys(settings)) delete process.env[name]
    await store.close()
  }
})
