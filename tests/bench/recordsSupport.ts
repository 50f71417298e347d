import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { resources } from '#resources/index.ts'
import type { Database } from '#engine/server/database/connect.ts'
import { DatabaseClock } from '#engine/server/database/databaseClock.ts'
import { openPool } from '#engine/server/database/pool.ts'
import type { Environment } from '#engine/server/environment.ts'
import { systemActor } from '#engine/declaration/actor.ts'
import { listRecords } from '#engine/records/server/operations/list.ts'
import { readRecord } from '#engine/records/server/operations/read.ts'
import type { Query } from '#engine/records/server/query/listParameters.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'

/** Where Debian keeps the programs of each version. */
const debianFolder = '/usr/lib/postgresql'

/**
 * A program of PostgreSQL that the embedded packages lack; null where the machine has none. The newest first, then what
 * PATH names.
 */
export function findProgram(name: string): string | null {
  const versions = existsSync(debianFolder)
    ? readdirSync(debianFolder)
        .filter((each) => /^\d+$/.test(each))
        .toSorted((one, other) => Number(other) - Number(one))
    : []
  const folders = [
    ...versions.map((version) => join(debianFolder, version, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter),
    '/usr/bin',
    '/usr/sbin',
  ]
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? null
}

/** The statements of one run of a script of pgbench. */
export interface PgbenchRun {
  readonly url: string
  readonly statements: string
  readonly clients: number
  readonly seconds: number
  readonly file: string
}

/** Runs statements with pgbench, prepared, as fast as they go. @returns runs of the script a second */
export function pgbench(program: string, { url, statements, clients, seconds, file }: PgbenchRun): number {
  writeFileSync(file, statements)
  const run = spawnSync(
    program,
    ['-n', '-M', 'prepared', '-c', String(clients), '-j', '2', '-T', String(seconds), '-f', file, url],
    {
      encoding: 'utf8',
      env: { ...process.env, PGOPTIONS: '-c TimeZone=UTC -c max_parallel_workers_per_gather=0 -c jit=off' },
    },
  )
  const perSecond = /tps = ([\d.]+) \(without/.exec(run.stdout)?.[1]
  if (!perSecond) throw new Error(`pgbench failed:\n${run.stdout}${run.stderr}`)
  return Number(perSecond)
}

/** Fills in affiliates of several brands, as unlike each other as 100,000 people are. */
export async function fillAffiliates({ db }: Database, affiliates: number): Promise<void> {
  await sql`insert into company (name) values ('Bench')`.execute(db)
  await sql`insert into brand (name, slug, site, company, currency) select 'Brand ' || n, 'brand-' || n,
    'https://bench.example', 1, 'BRL' from generate_series(1, 4) n`.execute(db)
  await sql`insert into reward_profile (company, name) select 1, 'Profile ' || n from generate_series(1, 3) n`.execute(
    db,
  )
  await sql`insert into partner (company, name, token, partner_level) select 1, 'Partner ' || n, 'pt-bench-' || n, 1
    from generate_series(1, 300) n`.execute(db)
  await sql`insert into affiliate (company, name, alias, token, cpf, email, document_type, document, payment_type,
    payment_key_type, payment_key, reward_profile, brands, partner)
    select 1, initcap(substr(md5(n::text), 1, 6)) || ' ' || initcap(substr(md5((n * 7)::text), 1, 9)), 'a' || n,
      'af-bench-' || n, lpad(n::text, 11, '0'), 'affiliate' || n || '@bench.example', 'cpf', lpad(n::text, 11, '0'),
      case when n % 2 = 0 then 'automatic' else 'manual' end, 'email', 'affiliate' || n || '@bench.example', 1 + n % 3,
        array[1 + n % 4]::bigint[], 1 + n % 300
    from generate_series(1, ${affiliates}::integer) n`.execute(db)
  await sql`vacuum analyze affiliate`.execute(db)
}

/**
 * A statement with its parameters written into it, so that pgbench sends what the server sends. A colon inside a text
 * would be a variable to pgbench: it is written by its number.
 */
function written(text: string, parameters: readonly unknown[]): string {
  const whole = text
    .replace(/\$(\d+)/g, (_, number: string) => `'${String(parameters[Number(number) - 1]).replaceAll("'", "''")}'`)
    .replace(/\s*\n\s*/g, ' ')
  return whole.replace(/'[^']*'/g, (literal) =>
    literal.includes(':') ? `U&${literal.replaceAll(':', '\\003A')}` : literal,
  )
}

/** What the server itself asks the database for a list and for a record. */
export interface ServerStatements {
  /** The page alone. */
  readonly page: string
  /** The number of all that match. */
  readonly count: string
  readonly record: string
}

/** Takes the statements from the product while it answers, instead of writing them down a second time. */
export async function serverStatements({
  url,
  environment,
  query,
  id,
}: {
  url: string
  environment: Environment
  query: Query
  id: string
}): Promise<ServerStatements> {
  const seen: string[] = []
  const db = new Kysely<any>({
    dialect: new PostgresDialect({ pool: openPool({ url, maxConnections: 1, statementTimeoutMs: 60_000 }) }),
    log: ({ query: { sql: text, parameters } }) => void seen.push(written(text, parameters)),
  })
  const context = {
    database: { db, readDb: db, clock: new DatabaseClock(db), pools: () => [], close: () => db.destroy() },
    environment,
    now: () => new Date(),
  }
  const request = {
    context,
    actor: systemActor('bench'),
    resource: resources.affiliate as unknown as AnyResource,
    origin: 'http://127.0.0.1',
  }
  await listRecords(request, query)
  await readRecord(request, id)
  await db.destroy()
  const [list, record] = [seen.find((text) => text.includes('page.body'))!, seen.at(-1)!]
  const [, count, page] =
    /^select \(select concat_ws\(' ', \((select count.*?)\), now\.oldest.* as total, null as session, (page\.body.*)$/.exec(
      list,
    ) ?? []
  if (!count || !page) throw new Error(`The statement of a list has another form than this bench knows:\n${list}`)
  return { count, page: `select ${page}`, record }
}
