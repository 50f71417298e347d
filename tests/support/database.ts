import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { withDatabase } from '#engine/server/database/address.ts'
import { openDatabase } from '#engine/server/database/connect.ts'
import { derivedLogins, type ReaderLogins } from '#engine/server/database/rowSecurity/readerLogins.ts'
import type { Database } from '#engine/server/database/connect.ts'
import { closeDatabase } from './citus.ts'

/** A database of one test file's own. */
export interface TestDatabase {
  url: string
  database: Database
  /** Closes the pool and removes the database, whoever is still connected. */
  drop(): Promise<void>
}

/** Where the roles of the second fence log in: the run's template has them, with what they may read. */
export function fenceOf(url: string): ReaderLogins {
  const logins = derivedLogins(url)!
  return { session: logins.session.url, root: logins.root.url }
}

/**
 * Makes a database of this test file's own, with every migration applied (a copy of the run's template).
 * @param options.empty true for one without any table, to test migrations on
 * @param options.template another database to copy
 * @param options.serverMs the server's own clock, where it is to differ from the database's
 * @example
 * const { database, drop } = await createTestDatabase()
 * afterAll(drop)
 */
export async function createTestDatabase({
  empty = false,
  template = empty ? 'template0' : 'template_test',
  serverMs,
}: { empty?: boolean; template?: string; serverMs?: () => number } = {}): Promise<TestDatabase> {
  const serverUrl = inject('databaseServerUrl')
  const name = `test_${randomBytes(6).toString('hex')}`
  // File copy writes nothing to the log; what a crash would lose does not matter in tests.
  await onEach(`create database ${name} template ${template} strategy file_copy`)
  const url = withDatabase(serverUrl, name)
  const database = openDatabase({ url, fence: fenceOf(url), maxConnections: 8, serverMs })
  return {
    url,
    database,
    async drop() {
      await closeToCitus(name)
      // Forced first: a statement that a failed test left running must not keep the pool from closing.
      await onEach(`drop database if exists ${name} with (force)`, tooBusy)
      await database.close()
    },
  }
}

/**
 * Makes a database that others are copied from, once a run: whoever comes while somebody else makes it waits.
 * @param fill fills it; nobody may be connected to it afterwards
 */
export async function makeTemplateOnce(name: string, fill: (url: string) => Promise<void>): Promise<void> {
  const serverUrl = inject('databaseServerUrl')
  await onServer(serverUrl, async (client) => {
    await client.query(`select pg_advisory_lock(hashtext($1))`, [name])
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name])
    if (rowCount) return
    // Cut off, it is begun anew.
    await onEach(`drop database if exists ${name}_begun with (force)`)
    await onEach(`create database ${name}_begun template template_test strategy file_copy`)
    await fill(withDatabase(serverUrl, `${name}_begun`))
    await closeToCitus(`${name}_begun`)
    await onEach(`alter database ${name}_begun rename to ${name}`)
  })
}

/** Citus looks after each database by itself, from each of its servers: where there are several, it is kept out first. */
async function closeToCitus(name: string): Promise<void> {
  const workers = inject('databaseWorkerUrls')
  if (workers.length > 0) await closeDatabase([inject('databaseServerUrl'), ...workers], name)
}

/** On the server, and before it on those its activity lies on, where there are any: their parts of a database go by its name. */
async function onEach(statement: string, isAgain?: (error: unknown) => boolean): Promise<void> {
  for (const url of [...inject('databaseWorkerUrls'), inject('databaseServerUrl')])
    for (let tries = 1; ; tries += 1) {
      try {
        await onServer(url, (client) => client.query(statement))
        break
      } catch (error) {
        if (tries === 5 || !isAgain?.(error)) throw error
      }
    }
}

/** Somebody came between what ended everybody and the end: Citus looks after each database by itself. */
const tooBusy = (error: unknown) => (error as { code?: string }).code === '55006'

async function onServer(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
