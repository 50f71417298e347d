import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { resources } from '#resources/index.ts'
import { sessionDigestFunction } from '#engine/auth/server/session/readSession.ts'
import { withDatabase } from '#engine/server/database/address.ts'
import { openDatabase } from '#engine/server/database/connect.ts'
import { derivedLogins, type ReaderLogins } from '#engine/server/database/rowSecurity/readerLogins.ts'
import { readAs } from '#engine/server/database/rowSecurity/openRowSecurity.ts'
import { RowSecurityError, prepareRowSecurity } from '#engine/server/database/rowSecurity/prepareRowSecurity.ts'
import { applyMigrations } from '#engine/server/database/migrate.ts'
import type { Actor } from '#engine/declaration/actor.ts'

/** A database of an owner who is no superuser, as a provider hands it out. */
const owner = `owner_${randomBytes(4).toString('hex')}`
const database = `${owner}_database`
const made: string[] = []
const said: string[] = []

async function onServer(text: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('databaseServerUrl') })
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}

function addressOf(user: string, password: string): string {
  const url = new URL(withDatabase(inject('databaseServerUrl'), database))
  url.username = user
  url.password = password
  return url.href
}

const prepare = (url: string, given?: ReaderLogins) =>
  prepareRowSecurity({ url, given, resources, functions: [sessionDigestFunction], log: (line) => void said.push(line) })
const staff: Actor = {
  kind: 'user',
  userId: 1,
  name: 'Staff',
  root: false,
  roles: new Set(),
  company: 1,
  allowedBrands: [1],
  partner: null,
}

/** The names of the brands that somebody reads who forgets to say which. */
async function brandsOf(fence: ReaderLogins | null, options: { url?: string } = {}): Promise<string[]> {
  const opened = openDatabase({ url: options.url ?? addressOf(owner, 'first'), fence, maxConnections: 2 })
  try {
    return (await sql<{ name: string }>`select name from brand order by id`.execute(readAs(opened, staff))).rows.map(
      ({ name }) => name,
    )
  } finally {
    await opened.close()
  }
}

async function makeRole(name: string, options: string): Promise<string> {
  made.push(`${owner}_${name}`)
  await onServer(`create role ${owner}_${name} login password 'given' ${options}`)
  return addressOf(`${owner}_${name}`, 'given')
}

beforeAll(async () => {
  await onServer(`create role ${owner} login password 'first'`)
  await onServer(`create database ${database} owner ${owner} template template0`)
  const url = addressOf(owner, 'first')
  await applyMigrations({ url, log: () => {} })
  const opened = openDatabase({ url })
  await sql`insert into company (name) values ('One'), ('Two')`.execute(opened.db)
  await sql`insert into brand (name, slug, company) values ('Own', 'own', 1), ('Sister', 'sister', 1), ('Foreign',
    'foreign', 2)`.execute(opened.db)
  await opened.close()
}, 60_000)

afterAll(async () => {
  await onServer(`drop database if exists ${database} with (force)`)
  for (const role of [`office_session_${owner}`, `office_root_${owner}`, ...made, owner])
    await onServer(`drop role if exists ${role}`)
})

describe('an owner who may not create roles', () => {
  test('is told that there is no second fence, and how to have it', async () => {
    expect(await prepare(addressOf(owner, 'first'))).toBeNull()
    expect(said.at(-1)).toMatch(/second fence.*is off.*CREATEROLE.*SESSION_DATABASE_URL/s)
    expect(await brandsOf(null)).toEqual(['Own', 'Sister', 'Foreign'])
  })

  test('names two that are there', async () => {
    const given = { session: await makeRole('session', ''), root: await makeRole('root', '') }
    expect(await brandsOf(await prepare(addressOf(owner, 'first'), given))).toEqual(['Own'])
  })

  test('may name none that policies do not bind, or that cannot log in', async () => {
    const root = addressOf(`${owner}_root`, 'given')
    for (const options of ['superuser', 'bypassrls', 'createrole', `in role ${owner}`]) {
      const session = await makeRole(`strong_${options.split(' ')[0]!}`, options)
      await expect(prepare(addressOf(owner, 'first'), { session, root })).rejects.toThrow(RowSecurityError)
    }
    await expect(prepare(addressOf(owner, 'first'), { session: addressOf(owner, 'first'), root })).rejects.toThrow(
      RowSecurityError,
    )
    await expect(
      prepare(addressOf(owner, 'first'), { session: addressOf('nobody_at_all', 'x'), root }),
    ).rejects.toThrow(/cannot log in/)
  })
})

describe('an owner who may', () => {
  test('makes the roles, once, and again where their passwords no longer follow from its own', async () => {
    await onServer(`alter role ${owner} createrole`)
    const [one, other] = await Promise.all([prepare(addressOf(owner, 'first')), prepare(addressOf(owner, 'first'))])
    expect(one).toEqual(other)
    expect(await brandsOf(one)).toEqual(['Own'])
    await onServer(`alter role ${owner} password 'second'`)
    const url = addressOf(owner, 'second')
    const changed = await prepare(url)
    expect(changed).not.toEqual(one)
    expect(await brandsOf(changed, { url })).toEqual(['Own'])
    await expect(brandsOf(one, { url })).rejects.toThrow(/password/)
  })

  test('has them whole again where a restored copy lacks policies or rights', async () => {
    const url = addressOf(owner, 'second')
    const losses = [
      'drop policy office_session on brand',
      `revoke select on brand from office_session_${owner}`,
      `revoke execute on function office_partners() from office_session_${owner}`,
    ]
    for (const loss of losses) {
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      await client.query(loss)
      await client.end()
      expect(await brandsOf(await prepare(url), { url })).toEqual(['Own'])
    }
  })

  test('whose name is long shares no role with another one', () => {
    const names = ['a', 'b'].map(
      (end) => derivedLogins(`postgres://${'owner'.repeat(11)}${end}:secret@host/database`)!.session.name,
    )
    expect(new Set(names).size).toBe(2)
    expect(names.every((name) => name.length <= 63)).toBe(true)
  })

  test('reads fenced behind a pooler in transaction mode, where nothing is prepared', async () => {
    const url = `${addressOf(owner, 'second')}&pgbouncer=true`.replace(/^([^?]*)&/, '$1?')
    const fence = await prepare(addressOf(owner, 'second'))
    const unnamed = {
      session: `${fence!.session}${fence!.session.includes('?') ? '&' : '?'}pgbouncer=true`,
      root: fence!.root,
    }
    expect(await brandsOf(unnamed, { url })).toEqual(['Own'])
  })
})
