import type pg from 'pg'
import { withClient } from './client.ts'

/*
 * The role that serves need not own the tables: what it may do is read and write rows, and nothing of the schema. The
 * owner changes the schema, by `npm run migrate` or by MIGRATION_DATABASE_URL at start, and grants what is missing.
 */

/** The role that serves lacks rights that its work needs; the message lists them and says who grants them. */
export class RightsError extends Error {
  override name = 'RightsError'
}

const namedMax = 8

/**
 * Where the serving role does less than read and write: what was applied is the owner's to say, what is logged stays,
 * and what is posted, and what was known, follows from what is written.
 */
const rightsOf = `case when c.relispartition then array['insert']
  when c.relkind in ('v', 'm') or c.relname in ('migration', 'posting', 'posting_due', 'known_change') or c.relname like '%\\_past' then array['select']
  when c.relname in ('activity_log', 'log_checkpoint') then array['select', 'insert', 'update']
  else array['select', 'insert', 'update', 'delete'] end`

const notOfExtension = (of: string, id: string) =>
  `not exists (select from pg_depend d where d.classid = '${of}'::regclass and d.objid = ${id} and d.deptype = 'e')`

const policyName = 'office_server'

/** SQL: the tables of the product into which serving inserts, partitions aside; their `pg_class` rows are `c`. */
export const insertedTablesSql = `pg_class c where c.relnamespace = current_schema()::regnamespace
  and c.relkind in ('r', 'p') and not c.relispartition and ${notOfExtension('pg_class', 'c.oid')}
  and 'insert' = any (${rightsOf})`

/**
 * What the present role lacks, with the statement that mends it as far as it stands before "to" (a policy has its whole
 * text). Partitions are read through their parent and only added to by themselves: they have no row-level security, under
 * which nobody but a table's owner may COPY into it.
 */
const missingQuery = `
  with own as (select rolname, rolsuper or rolbypassrls as is_strong from pg_roles where rolname = current_user)
  select format('%s on table %I', wanted.name, c.relname) as what
    from pg_class c cross join unnest(${rightsOf}) wanted (name)
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p', 'v', 'm')
      and ${notOfExtension('pg_class', 'c.oid')} and not has_table_privilege(c.oid, wanted.name)
  union all
  select format('usage on sequence %I', c.relname) from pg_class c
    where c.relnamespace = current_schema()::regnamespace and case when c.relkind = 'S' then not has_sequence_privilege(c.oid, 'usage') end
  union all
  select format('execute on function %s', p.oid::regprocedure) from pg_proc p
    where p.pronamespace = current_schema()::regnamespace and p.prorettype <> 'trigger'::regtype
      and ${notOfExtension('pg_proc', 'p.oid')} and not has_function_privilege(p.oid, 'execute')
  union all
  select format('policy on %I', c.relname) from pg_class c, own
    where c.relnamespace = current_schema()::regnamespace and c.relrowsecurity and not c.relispartition and not own.is_strong
      and not pg_has_role(c.relowner, 'usage')
      and not exists (select from pg_policies p where p.schemaname = current_schema() and p.tablename = c.relname
        and p.cmd = 'ALL' and own.rolname = any (p.roles))
  union all
  select 'usage on the schema' where current_schema() is null
  order by 1`

const grantPattern = /^(?:select|insert|update|delete|usage|execute) on /
const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

async function missing(client: pg.Client): Promise<string[]> {
  return (await client.query<{ what: string }>(missingQuery)).rows.map(({ what }) => what)
}

function grantStatement(what: string, role: string): string {
  if (grantPattern.test(what)) return `grant ${what} to ${quoted(role)}`
  return `create ${what.replace('policy', `policy ${quoted(`${policyName}_${role}`.slice(0, 63))}`)} for all to ${quoted(role)} using (true) with check (true)`
}

/** The role of an address, and whether it may change the schema: it owns what is there, or may begin there. */
export async function roleOf(url: string): Promise<{ readonly name: string; readonly mayMigrate: boolean }> {
  return withClient(url, async (client) => {
    const {
      rows: [row],
    } = await client.query<{ name: string; may_migrate: boolean | null }>(`select current_user::text as name,
      coalesce((select pg_has_role(relowner, 'usage') from pg_class where oid = to_regclass('migration')),
        has_schema_privilege(current_schema(), 'create')) as may_migrate`)
    return { name: row!.name, mayMigrate: row!.may_migrate ?? false }
  })
}

/** What the role of this address lacks to serve. */
export async function missingRights(url: string): Promise<readonly string[]> {
  return withClient(url, missing)
}

/**
 * Grants the serving role what it lacks, as the owner.
 * @returns how many rights were granted
 */
export async function grantServing({ ownerUrl, url }: { ownerUrl: string; url: string }): Promise<number> {
  const { name } = await roleOf(url)
  return withClient(ownerUrl, async (client) => {
    // Ends with the connection: whoever comes second finds what the first one granted.
    await client.query(`select pg_advisory_lock(hashtext('grantServing'))`)
    const {
      rows: [place],
    } = await client.query<{ schema: string }>('select quote_ident(current_schema()) as schema')
    await client.query(`grant usage on schema ${place!.schema} to ${quoted(name)}`)
    const lacking = await missingRights(url)
    if (lacking.length > 0) await client.query(lacking.map((what) => grantStatement(what, name)).join(';\n'))
    return lacking.length
  })
}

/**
 * Refuses to serve without the rights that this takes: each would fail at the first request that needs it.
 * @throws RightsError that names what is missing and how it is granted
 */
export async function refuseMissingRights(url: string): Promise<void> {
  const lacking = await missingRights(url)
  if (lacking.length === 0) return
  const { name } = await roleOf(url)
  const named = lacking.slice(0, namedMax).map((what) => `  ${what}`)
  const more = lacking.length > namedMax ? [`  and ${lacking.length - namedMax} more`] : []
  throw new RightsError(
    [
      `The database role ${name} lacks what serving needs:`,
      ...named,
      ...more,
      'Its owner grants it: set MIGRATION_DATABASE_URL to the address of the owner and run npm run migrate.',
    ].join('\n'),
  )
}
