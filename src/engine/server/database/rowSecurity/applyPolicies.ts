import { createHash } from 'node:crypto'
import type pg from 'pg'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { schemaLock } from '../migrate.ts'
import { readDistributed } from '../citus/tables.ts'
import { policyTables, onWorkers, ownerFunctions, ownerViews, plainViews, rootTables } from './policies.ts'

const views: readonly string[] = [...ownerViews, ...plainViews]

/** What the roles may read is made from this. */
export interface PolicyRequest {
  readonly roles: { readonly session: string; readonly root: string }
  readonly resources: Readonly<Record<string, AnyResource>>
  readonly functions: readonly string[]
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/**
 * Which tables each role reads, which is told from the database: what was restored from a copy may lack roles, and with
 * them policies and rights.
 */
const readableText = `select array(select tablename::text from pg_policies where schemaname = current_schema() and policyname = 'office_session' and $1 = any (roles)
    and has_table_privilege($1, format('%I.%I', schemaname, tablename), 'select')) as session,
  array(select tablename::text from pg_policies where schemaname = current_schema() and policyname = 'office_root' and $2 = any (roles)
    and has_table_privilege($2, format('%I.%I', schemaname, tablename), 'select')) as root,
  (select count(*)::integer from pg_roles, unnest($3::text[]) asked (name) where rolname in ($1, $2)
    and has_function_privilege(rolname, to_regprocedure(asked.name), 'execute')) as functions,
  (select count(*)::integer from pg_roles, unnest($4::text[]) asked (name) where rolname in ($1, $2)
    and has_table_privilege(rolname, to_regclass(asked.name), 'select')) as views`

interface Readable {
  readonly session: string[]
  readonly root: string[]
  readonly functions: number
  readonly views: number
}

/** Whether the roles may read what statements of this version read. */
export async function mayReadAll(
  client: pg.Client,
  { roles, resources }: Pick<PolicyRequest, 'roles' | 'resources'>,
): Promise<boolean> {
  const {
    rows: [row],
  } = await client.query<Readable>(readableText, [roles.session, roles.root, ownerFunctions, views])
  const fenced = [...policyTables(resources).keys()]
  const holds = (seen: readonly string[], wanted: readonly string[]) => wanted.every((table) => seen.includes(table))
  return (
    holds(row!.session, fenced) &&
    holds(row!.root, [...fenced, ...rootTables(resources)]) &&
    row!.functions === 2 * ownerFunctions.length &&
    row!.views === 2 * views.length
  )
}

/** Everything the roles may do in this schema, from nothing. */
function statementsOf({ roles, resources, functions }: PolicyRequest, distributed: ReadonlySet<string>): string[] {
  const [session, root] = [quoted(roles.session), quoted(roles.root)]
  const both = `${session}, ${root}`
  const forRoot = (table: string) => [
    `alter table ${quoted(table)} enable row level security`,
    `create policy office_root on ${quoted(table)} for select to ${root} using (true)`,
    `grant select on ${quoted(table)} to ${root}`,
  ]
  const tables = [...policyTables(resources)].flatMap(([table, condition]) => [
    ...forRoot(table),
    // As a case the condition keeps away from the indexes that the statement's own conditions use: side by side the
    // planner would multiply what it guesses of both.
    `create policy office_session on ${quoted(table)} for select to ${session}
      using (case when ${distributed.size > 0 ? onWorkers(condition) : condition} then true end)`,
    `grant select on ${quoted(table)} to ${session}`,
  ])
  return [
    `do $$ declare policy record; begin
      for policy in select tablename, policyname from pg_policies
        where schemaname = current_schema() and policyname in ('office_session', 'office_root') loop
        execute format('drop policy %I on %I', policy.policyname, policy.tablename);
      end loop;
      execute format('revoke all on all tables in schema %I from ${both}', current_schema());
      execute format('grant usage on schema %I to ${both}', current_schema());
    end $$`,
    ...functions,
    ...rootTables(resources).flatMap(forRoot),
    ...tables,
    ...views.map((view) => `grant select on ${quoted(view)} to ${both}`),
    ...ownerFunctions.flatMap((name) => [
      `revoke execute on function ${name} from public`,
      `grant execute on function ${name} to ${both}`,
    ]),
    // Parts of words are found by their index only where comparing tells nothing of rows that are not seen, which
    // these do not. Only a superuser may say so.
    `do $$ begin
      if (select rolsuper from pg_roles where rolname = current_user) then
        alter function pg_catalog.texticlike(text, text) leakproof;
        alter function pg_catalog.textlike(text, text) leakproof;
        alter function searchable_text(text) leakproof;
      end if;
    end $$`,
  ]
}

/**
 * Brings the policies and rights of the reading roles to what this version declares, in one transaction; a version
 * that did so before costs one question.
 * They are kept as the comment of a function, so that the database says by itself whether they are up to date;
 * a copy that was restored where the roles were missing has the comment without them, so they are looked at as well.
 */
export async function applyPolicies(client: pg.Client, request: PolicyRequest): Promise<void> {
  const distributed = await readDistributed(client)
  const statements = statementsOf(request, distributed)
  const digest = createHash('sha256').update(statements.join(';\n')).digest('hex')
  const isApplied = async () => {
    const {
      rows: [row],
    } = await client.query<{ digest: string | null }>(
      `select obj_description(to_regprocedure('office_partners()'), 'pg_proc') as digest`,
    )
    return row?.digest === digest && mayReadAll(client, request)
  }
  if (await isApplied()) return
  await client.query('begin')
  try {
    await client.query(`select pg_advisory_xact_lock(${schemaLock})`)
    // What lies on workers is changed over one connection a worker, as whoever changes several tables at once has to.
    if (distributed.size > 0) await client.query("set local citus.multi_shard_modify_mode = 'sequential'")
    const applied = `comment on function office_partners() is '${digest}'`
    // Citus tells its workers the text it was given, and they take one statement at a time.
    const texts = distributed.size > 0 ? [...statements, applied] : [[...statements, applied].join(';\n')]
    if (!(await isApplied())) for (const text of texts) await client.query(text)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}
