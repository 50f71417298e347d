import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { resources } from '#resources/index.ts'
import { readUserActor } from '#engine/auth/server/session/readSession.ts'
import {
  policyTables,
  ownerFunctions,
  ownerViews,
  plainViews,
  rootTables,
} from '#engine/server/database/rowSecurity/policies.ts'
import { readAs, readPrimaryAs } from '#engine/server/database/rowSecurity/openRowSecurity.ts'
import { withDatabase } from '#engine/server/database/address.ts'
import { openPool } from '#engine/server/database/pool.ts'
import type { Actor } from '#engine/declaration/actor.ts'
import { citusViews } from '#tests/support/citus.ts'
import { asSuperuser, fenceOf } from '#tests/support/database.ts'
import { type FenceWorld, openFenceWorld, secretsOf, type Side } from './rowSecurity/world.ts'

/*
 * The second fence: what a statement that forgets its conditions answers. Every table is read whole by everybody,
 * through the roles that requests read by; a table that the
 * roles read without a policy, or that they should not read at all, fails by itself.
 */

let world: FenceWorld
let db: Kysely<any>
const actors = new Map<string, Actor>()

beforeAll(async () => {
  world = await openFenceWorld()
  ;({ db } = world.office.database)
  const { rows } = await sql<{
    id: number
    name: string
  }>`select id, name from "user" where name in ('Manager of one', 'Manager of other', 'Tied', 'Managing')`.execute(db)
  for (const { id, name } of rows) actors.set(name, (await readUserActor(db, id))!)
  const one = actors.get('Manager of one')!
  actors.set('partner', { ...one, kind: 'partner', userId: null, partner: world.planted.one.partner!.id })
  actors.set('affiliate', {
    ...one,
    kind: 'affiliate',
    userId: null,
    affiliate: world.planted.one.affiliate!.id,
    roles: new Set(),
  })
  actors.set('root', { ...one, root: true, company: null, allowedBrands: [] })
  actors.set('nowhere', { ...one, company: null, allowedBrands: [] })
}, 120_000)
afterAll(() => world.office.close())

const tables = [...policyTables(resources).keys()]

/** Statements as the session role itself, without saying who asks. */
async function asRole<Row>(kind: 'session' | 'root', text: string): Promise<Row[]> {
  const {
    rows: [at],
  } = await sql<{ name: string }>`select current_database() as name`.execute(db)
  const pool = openPool({
    url: fenceOf(withDatabase(inject('databaseServingUrl'), at!.name))[kind],
    maxConnections: 1,
    statementTimeoutMs: 10_000,
  })
  const session = await pool.connect()
  try {
    return (await session.query<Row>(text, [])).rows as Row[]
  } finally {
    session.release()
    await pool.end()
  }
}

/** Everything that somebody reads of a table with no condition at all. */
async function readWhole(who: string, table: string): Promise<string> {
  const { rows } = await sql<{
    text: string
  }>`select to_jsonb(whole)::text as text from ${sql.table(table)} whole`.execute(
    readAs(world.office.database, actors.get(who)!),
  )
  return rows.map(({ text }) => text).join('\n')
}

const holds = (text: string, secret: string) =>
  new RegExp(/^[\d.]+$/.test(secret) ? `(?<![\\d.])${secret.replace('.', '\\.')}(?![\\d])` : secret).test(text)

describe('the roles', () => {
  test('are no superusers, pass no policy, own nothing and are members of nothing', async () => {
    const { rows } =
      await sql`select rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolreplication as is_strong,
        exists (select from pg_auth_members where member = pg_roles.oid) as is_member,
      exists (select from pg_class where relowner = pg_roles.oid) as is_owner from pg_roles
        where rolname like 'office\\_%\\_office\\_server'`.execute(db)
    expect(rows).toEqual([
      { is_strong: false, is_member: false, is_owner: false },
      { is_strong: false, is_member: false, is_owner: false },
    ])
  })

  test.each(['session', 'root'] as const)(
    'read as %s what is declared, behind policies, and nothing else',
    async (kind) => {
      interface Relation {
        name: string
        kind: string
        is_fenced: boolean
        is_invoker: boolean
        is_partition: boolean
        policies: string[]
        writes: boolean
      }
      const relations = await asRole<Relation>(
        kind,
        `select relname as name, relkind as kind, relrowsecurity as is_fenced, relispartition as is_partition,
      coalesce('security_invoker=true' = any (reloptions), false) as is_invoker,
      array(select policyname::text from pg_policies where schemaname = 'public' and tablename = relname and current_user = any (roles)) as policies,
      has_table_privilege(pg_class.oid, 'insert, update, delete, truncate, references, trigger') as writes
      from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f') and has_any_column_privilege(pg_class.oid, 'select') order by 1`,
      )
      const readable = relations.filter(({ name }) => !citusViews.includes(name))
      expect(readable.map(({ name }) => name).filter((name) => ![...ownerViews, ...plainViews].includes(name))).toEqual(
        [...tables, ...(kind === 'root' ? rootTables(resources) : [])].toSorted(),
      )
      const unfenced = readable.filter((relation) =>
        ['r', 'p'].includes(relation.kind)
          ? !relation.is_fenced || relation.policies.join() !== `office_${kind}`
          : !ownerViews.includes(relation.name) && !relation.is_invoker,
      )
      expect(unfenced).toEqual([])
      expect(readable.filter(({ is_partition: isPartition, writes }) => isPartition || writes)).toEqual([])
    },
  )

  test('call as owners only what is meant for them', async () => {
    const called = await asRole<{ name: string }>(
      'session',
      `select oid::regprocedure::text as name from pg_proc
      where prosecdef and pronamespace = 'public'::regnamespace and has_function_privilege(oid, 'execute') order by 1`,
    )
    expect(called.map(({ name }) => name)).toEqual(ownerFunctions.map((name) => name.replaceAll(', ', ',')).toSorted())
    const folded = await asRole(
      'session',
      `select proname from pg_proc where pronamespace = 'public'::regnamespace and proname like 'office%' and provolatile <> 's'`,
    )
    expect(folded).toEqual([])
  })

  test.each([
    'session',
    'user_credential',
    'two_step',
    'partner_two_step',
    'affiliate_two_step',
    'secret',
    'access_key',
    'access_change',
    'idempotency_key',
    'oauth_grant',
    'live_sheet',
    'digest_subscription',
  ])('do not read %s', async (table) => {
    await expect(asRole('session', `select from ${table}`)).rejects.toThrow(/permission denied/)
    await expect(asRole('root', `select from ${table}`)).rejects.toThrow(/permission denied/)
  })
})

describe('a statement without a condition', () => {
  test('answers nothing where nobody asks', async () => {
    const counted = await asRole<{ table: string; count: number }>(
      'session',
      tables.map((table) => `select '${table}' as table, count(*) as count from "${table}"`).join(' union all '),
    )
    expect(counted.filter(({ count }) => count > 0)).toEqual([])
    expect(counted).toHaveLength(tables.length)
  })

  test('answers nothing of anybody to somebody of no company', async () => {
    for (const table of tables) expect([table, await readWhole('nowhere', table)]).toEqual([table, ''])
  })

  test('answers all to root', async () => {
    const text = (await Promise.all(tables.map((table) => readWhole('root', table)))).join('\n')
    expect(
      (['one', 'two', 'other'] as Side[]).flatMap(secretsOf).filter((secret) => holds(text, secret)).length,
    ).toBeGreaterThan(8)
  })

  // A partner is of its company; an entry, and what was paid of it, of all the brands that make it up. Whose part of
  // it somebody reads is for the conditions to say.
  const ofSeveralBrands = ['partner', 'partner_commission', 'entry', 'entry_line']
  const cases: [string, Side[]][] = [
    ['Manager of one', ['two', 'other']],
    ['Manager of other', ['one', 'two']],
    ['Tied', ['other']],
    ['Managing', ['other']],
    ['partner', ['other']],
  ]

  test.each(cases)('answers no foreign name or amount to %s', async (who, foreign) => {
    const leaks: string[] = []
    let length = 0
    for (const table of tables) {
      const text = await readWhole(who, table)
      length += text.length
      for (const side of foreign) {
        if (side !== 'other' && who === 'Manager of one' && ofSeveralBrands.includes(table.replace(/_past$/, '')))
          continue
        leaks.push(
          ...secretsOf(side)
            .filter((secret) => holds(text, secret))
            .map((secret) => `${table} tells ${secret}`),
        )
      }
    }
    expect(leaks).toEqual([])
    expect(length).toBeGreaterThan(1000)
  })

  test('answers to a partner no brand of another company, though an affiliate below it names one from before', async () => {
    const { planted } = world
    const [named, foreign] = [planted.one.affiliate!.id, planted.other.brand!.id]
    const name = (brands: string) =>
      asSuperuser(world.office.database)
        .transaction()
        .execute(async (transaction) => {
          await sql`set local session_replication_role = replica`.execute(transaction)
          await sql.raw(`update affiliate set brands = ${brands} where id = ${named}`).execute(transaction)
        })
    await name(`brands || ${foreign}::bigint`)
    try {
      const { rows } = await sql<{ brand: number }>`select distinct brand from movement`.execute(
        readAs(world.office.database, actors.get('partner')!),
      )
      const brands = rows.map((row) => row.brand)
      expect(brands).toContain(planted.one.brand!.id)
      expect(brands).not.toContain(foreign)
    } finally {
      await name(`array_remove(brands, ${foreign}::bigint)`)
    }
  })

  test('answers to somebody tied to a partner what is below it', async () => {
    const names = async (who: string) =>
      (
        await sql<{ name: string }>`select name from affiliate order by name`.execute(
          readAs(world.office.database, actors.get(who)!),
        )
      ).rows.map(({ name }) => name)
    expect(await names('Tied')).toEqual(['Shared'])
    expect(await names('Managing')).toEqual(['Shared'])
    expect(await names('Manager of one')).toEqual(['FENCENEXT affiliate', 'FENCEONE affiliate', 'Shared'])
  })

  test('answers to somebody who sees their own affiliates alone no link, entry, site or partner of others', async () => {
    const db = readAs(world.office.database, actors.get('Managing')!)
    for (const table of ['action', 'entry', 'affiliate_site', 'affiliate_user', 'promo_code', 'terms_acceptance']) {
      const { rows } = await sql`select from ${sql.table(table)}
        where affiliate is distinct from ${world.shared.id}::bigint`.execute(db)
      expect([table, rows.length]).toEqual([table, 0])
    }
    const { rows } = await sql`select from partner`.execute(db)
    expect(rows).toEqual([])
  })

  test('answers to an affiliate itself, its own entries, and brands and campaigns to choose from', async () => {
    const read = await Promise.all(tables.map(async (table) => ({ table, text: await readWhole('affiliate', table) })))
    const told = read.filter(({ text }) => text !== '').map(({ table }) => table)
    expect(told.filter((table) => !table.endsWith('_past'))).toEqual(
      expect.arrayContaining(['affiliate', 'action', 'entry', 'entry_line', 'brand', 'campaign']),
    )
    const others = [...secretsOf('two'), ...secretsOf('other'), 'FENCENEXT', 'FENCEHOME', 'FENCEONE partner', 'Above']
    expect(read.filter(({ text }) => others.some((secret) => holds(text, secret))).map(({ table }) => table)).toEqual(
      [],
    )
  })
})

describe('who asks', () => {
  test('is said anew by each statement, however many ask at once', async () => {
    const { database } = world.office
    const expected = new Map([
      ['Manager of one', ['FENCEONE brand']],
      ['Manager of other', ['FENCEOTHER brand']],
      ['nowhere', []],
    ])
    const asked = Array.from({ length: 300 }, (_, index) => [...expected.keys()][index % 3]!)
    const answers = await Promise.all(
      asked.map(async (who) => {
        const { rows } = await sql<{ name: string }>`select name from brand order by id`.execute(
          readPrimaryAs(database, actors.get(who)!),
        )
        return rows.map(({ name }) => name)
      }),
    )
    expect(answers).toEqual(asked.map((who) => expected.get(who)))
  })

  test('holds for a whole transaction, and for nothing after it or after an error', async () => {
    const one = readPrimaryAs(world.office.database, actors.get('Manager of one')!)
    const names = await one.transaction().execute(async (transaction) => {
      await sql`select 1`.execute(transaction)
      await sql`declare brands cursor for select name from brand`.execute(transaction)
      return (await sql<{ name: string }>`fetch 10 from brands`.execute(transaction)).rows
    })
    expect(names).toEqual([{ name: 'FENCEONE brand' }])
    for (const broken of [sql`select 1 / (select count(*) - count(*) from brand)`, sql`select nothing from brand`]) {
      await expect(broken.execute(one)).rejects.toThrow()
      await expect(broken.execute(one)).rejects.toThrow()
      expect((await sql`select name from brand`.execute(one)).rows).toHaveLength(1)
    }
    // What says who asks fails: the statement behind it is neither asked nor taken for prepared.
    const wrong = readPrimaryAs(world.office.database, {
      ...actors.get('Manager of one')!,
      kind: 'partner',
      partner: 0.5,
    })
    for (let round = 0; round < 12; round += 1)
      await expect(sql`select slug from brand`.execute(wrong)).rejects.toThrow(/bigint/)
    expect((await sql`select slug from brand`.execute(one)).rows).toHaveLength(1)
  })
})
