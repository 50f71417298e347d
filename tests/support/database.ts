import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { withDatabase } from '#engine/server/database/address.ts'
import { openDatabase } from '#engine/server/database/connect.ts'
import { derivedLogins, type ReaderLogins } from '#engine/server/database/rowSecurity/readerLogins.ts'
import type { Database } from '#engine/server/database/connect.ts'
import { closeDatabase } from './citus.ts'

/** A database of one test file's own, as the recommended installation has it. */
export interface TestDatabase {
  /** Where servers log in: a role that owns nothing and is under policies; for an empty database its owner. */
  url: string
  /** Where migrations log in: the role that owns the tables. */
  ownerUrl: string
  /** The database as a server has it. A test that needs more asks {@link asOwner}. */
  database: Database
  /** Closes the pool and removes the database, whoever is still connected. */
  drop(): Promise<void>
}

/** Where the roles of the second fence log in: the run's template has them, with what they may read. */
export function fenceOf(url: string): ReaderLogins {
  const logins = derivedLogins(url)!
  return { session: logins.session.url, root: logins.root.url }
}

/** Others than servers who may come to a test's database, and where the server knows each of them. */
const others = { owner: 'databaseOwnerUrl', superuser: 'databaseServerUrl' } as const
type Other = keyof typeof others
const namesOf = new WeakMap<Database, string>()
const poolsOf = new WeakMap<Database, Partial<Record<Other, Database>>>()

function asOther(database: Database, other: Other): Database['db'] {
  const name = namesOf.get(database)
  const pools = poolsOf.get(database)
  if (name === undefined || !pools)
    throw new Error('Whose database this is is not known: give that of createTestDatabase.')
  pools[other] ??= openDatabase({ url: withDatabase(inject(others[other]), name), maxConnections: 4 })
  return pools[other].db
}

/**
 * The database as the owner of its tables, for what the role that serves may not do: change the schema, take lines out
 * of the log, write what only follows from other rows.
 * @param database of {@link createTestDatabase} or an office; closed with it
 */
export const asOwner = (database: Database): Database['db'] => asOther(database, 'owner')

/** The same as whoever runs the database server: no trigger, policy or right is in the way. */
export const asSuperuser = (database: Database): Database['db'] => asOther(database, 'superuser')

/**
 * Makes a database of this test file's own, with every migration applied (a copy of the run's template).
 * @param options.empty true for one without any table, to test migrations on; it is entered as its owner
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
  const name = `test_${randomBytes(6).toString('hex')}`
  await copyDatabase(name, template)
  const ownerUrl = withDatabase(inject('databaseOwnerUrl'), name)
  const url = empty ? ownerUrl : withDatabase(inject('databaseServingUrl'), name)
  const database = openDatabase({ url, fence: fenceOf(url), maxConnections: 8, serverMs })
  namesOf.set(database, name)
  poolsOf.set(database, {})
  return {
    url,
    ownerUrl,
    database,
    async drop() {
      await closeToCitus(name)
      // Forced first: a statement that a failed test left running must not keep the pool from closing.
      await onEach(`drop database if exists ${name} with (force)`, tooBusy)
      await Promise.all([database, ...Object.values(poolsOf.get(database)!)].map((each) => each.close()))
    },
  }
}

/** File copy writes nothing to the log; what a crash would lose does not matter in tests. */
async function copyDatabase(name: string, template: string): Promise<void> {
  const owner = decodeURIComponent(new URL(inject('databaseOwnerUrl')).username)
  await onEach(`create database ${name} template ${template} strategy file_copy owner ${owner}`)
}

/**
 * Makes a database that others are copied from, once a run: whoever comes while somebody else makes it waits.
 * @param fill fills it as a server would, and gives a note on it; nobody may be connected to it afterwards
 * @param from what it is copied from itself
 */
export async function makeTemplateOnce(
  name: string,
  fill: (url: string) => Promise<string>,
  from = 'template_test',
): Promise<void> {
  const serverUrl = inject('databaseServerUrl')
  await onServer(serverUrl, async (client) => {
    await client.query(`select pg_advisory_lock(hashtext($1))`, [name])
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name])
    if (rowCount) return
    // Cut off, it is begun anew.
    await onEach(`drop database if exists ${name}_begun with (force)`)
    await copyDatabase(`${name}_begun`, from)
    const note = await fill(withDatabase(inject('databaseServingUrl'), `${name}_begun`))
    await closeToCitus(`${name}_begun`)
    await client.query(`comment on database ${name}_begun is ${pg.escapeLiteral(note)}`)
    await onEach(`alter database ${name}_begun rename to ${name}`)
  })
}

/** The note on a database that others are copied from. */
export async function noteOn(name: string): Promise<string> {
  return await onServer(inject('databaseServerUrl'), async (client) => {
    const asked = `select shobj_description(oid, 'pg_database') as note from pg_database where datname = $1`
    return (await client.query<{ note: string }>(asked, [name])).rows[0]!.note
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

async function onServer<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
