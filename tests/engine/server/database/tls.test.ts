import { chmodSync, chownSync, copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withClient } from '#engine/server/database/client.ts'
import { openDatabase } from '#engine/server/database/connect.ts'
import { serverIdentity } from '#lib/embeddedPostgres/identity.ts'
import { DatabaseRefused } from '#engine/server/database/loginRefused.ts'
import { asSuperuser, createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { eventually } from '#tests/support/eventually.ts'

/** A certificate for localhost and db.example by an authority of the tests' own, with its key. */
const certificates = new URL('../../../support/tls', import.meta.url).pathname
const authority = `sslrootcert=${certificates}/ca.crt`
let given: TestDatabase
let folder: string

async function set(settings: Record<string, string | null>): Promise<void> {
  for (const [name, value] of Object.entries(settings)) {
    await sql
      .raw(value === null ? `alter system reset ${name}` : `alter system set ${name} = '${value}'`)
      .execute(asSuperuser(given.database))
  }
  await sql`select pg_reload_conf()`.execute(asSuperuser(given.database))
}
const isOn = () =>
  withClient(addressOf('localhost', `sslmode=verify-full&${authority}`), async () => true).catch(() => false)

beforeAll(async () => {
  given = await createTestDatabase({ empty: true })
  folder = mkdtempSync(join(tmpdir(), 'tls-'))
  chmodSync(folder, 0o711)
  const user = serverIdentity(join(folder, 'none'))
  for (const name of ['server.crt', 'server.key']) {
    copyFileSync(join(certificates, name), join(folder, name))
    chmodSync(join(folder, name), 0o600)
    if (user) chownSync(join(folder, name), user.uid, user.gid)
  }
  await set({ ssl_cert_file: join(folder, 'server.crt'), ssl_key_file: join(folder, 'server.key'), ssl: 'on' })
  await eventually(isOn)
})
afterAll(async () => {
  await set({ ssl: null, ssl_cert_file: null, ssl_key_file: null })
  await given.drop()
  rmSync(folder, { recursive: true, force: true })
})

/** The test database's address by name and with TLS. */
function addressOf(host: string, options: string): string {
  const url = new URL(given.url)
  url.searchParams.delete('host') // Its socket: TLS is for what crosses a network.
  url.hostname = host
  for (const [name, value] of new URLSearchParams(options)) url.searchParams.set(name, value)
  return url.href
}

const isEncrypted = sql<{ ssl: boolean }>`select ssl from pg_stat_ssl where pid = pg_backend_pid()`

describe('a database that is reached by TLS', () => {
  test.each(['verify-full', 'verify-ca', 'require'])(
    'is known by its name and its authority: sslmode=%s',
    async (mode) => {
      const database = openDatabase({ url: addressOf('localhost', `sslmode=${mode}&${authority}`), maxConnections: 1 })
      expect((await isEncrypted.execute(database.db)).rows).toEqual([{ ssl: true }])
      await database.close()
    },
  )

  test('is asked after over TLS as well where a statement takes long', async () => {
    const database = openDatabase({
      url: addressOf('localhost', `sslmode=verify-full&${authority}`),
      maxConnections: 1,
      silentMs: 100,
    })
    expect((await sql`select pg_sleep(0.4)`.execute(database.db)).rows).toHaveLength(1)
    await database.close()
  })

  test.each([
    [
      'has another name than the address says',
      '127.0.0.1',
      `sslmode=verify-full&${authority}`,
      /altnames.*has to name the server as its certificate does/s,
    ],
    ['has another name, where only encryption was asked for', '127.0.0.1', `sslmode=require&${authority}`, /altnames/],
    ['is vouched for by nobody we know', 'localhost', 'sslmode=verify-full', /sslrootcert=\/path\/to\/ca\.crt/],
    [
      'is to be known by a file that is not there',
      'localhost',
      'sslmode=verify-full&sslrootcert=/nowhere/ca.crt',
      /ENOENT.*Correct the paths of sslrootcert/s,
    ],
  ])('is refused in words where it %s', async (_, host, options, said) => {
    const refusal = await withClient(addressOf(host, options), async () => 'taken').catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(DatabaseRefused)
    expect((refusal as Error).message).toMatch(said)
  })
})

test.each([
  ['a wrong password', { password: 'wrong' }, /password authentication failed.*Correct the user and the password/s],
  ['an address without the password that is asked for', { password: '' }, /names none: postgres:\/\/user:password@/],
  ['a database that is not there', { pathname: '/nowhere' }, /"nowhere" does not exist.*Create the database/s],
])('%s is said in words', async (_, change, said) => {
  const url = Object.assign(new URL(given.url), change).href
  await expect(withClient(url, async () => 'taken')).rejects.toThrow(said)
})
