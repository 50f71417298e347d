import { accessSync, constants, existsSync } from 'node:fs'
import type pg from 'pg'
import { TrialWriteError, tryWrites } from '#app/server/trialWrites.ts'
import { withClient } from '#engine/server/database/client.ts'
import { noPassword } from '#engine/server/database/rowSecurity/prepareRowSecurity.ts'
import { derivedLogins } from '#engine/server/database/rowSecurity/readerLogins.ts'
import { openDatabase } from '#engine/server/database/connect.ts'
import { roleOf } from '#engine/server/database/servingRights.ts'
import type { Environment } from '#engine/server/environment.ts'
import { BoundSettingsError, checkSettings } from '#engine/server/installation/boundSettings.ts'
import { openKeyRing } from '#engine/activityLog/server/keys/keyRing.ts'
import { missingKeys } from '#engine/activityLog/server/keys/missingKeys.ts'
import { readRecipient } from '#lib/ageEncryption/age.ts'
import { planLines } from '../support/migrationPlan.ts'
import { withOwnedDatabase } from '../support/ownerDatabase.ts'
import { UsageError } from '../support/runCommand.ts'
import { print } from './print.ts'

type Weight = 'well ' | 'note ' | 'MEND '
/** What was found of one setting. */
type Found = readonly [weight: Weight, said: string]

const oldestServer = 150_000
const clockLimitSeconds = 5
/** Each server opens up to ten for itself and for each of the two roles of the second fence. */
const connectionsEach = 30

interface About {
  readonly version: number
  readonly named: string
  readonly encoding: string
  readonly connections: number
  readonly seconds: number
  readonly has_trgm: boolean
  readonly is_encrypted: boolean
}

async function aboutDatabase(client: pg.ClientBase): Promise<Found[]> {
  const {
    rows: [about],
  } =
    await client.query<About>(`select current_setting('server_version_num')::integer as version, current_setting('server_version') as named, current_setting('server_encoding') as encoding,
    current_setting('max_connections')::integer as connections, extract(epoch from clock_timestamp())::float8 as seconds, exists (select from pg_extension where extname = 'pg_trgm') as has_trgm,
    coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false) as is_encrypted`)
  const { version, named, encoding, connections, seconds, has_trgm: hasTrigrams, is_encrypted: isEncrypted } = about!
  const apart = Math.round(Math.abs(seconds - Date.now() / 1000))
  return [
    version >= oldestServer
      ? ['well ', `PostgreSQL ${named}${isEncrypted ? ', over TLS' : ''}`]
      : ['MEND ', `PostgreSQL ${named}: 15 or newer is needed`],
    encoding === 'UTF8'
      ? ['well ', 'encoding UTF8']
      : ['MEND ', `encoding ${encoding}: the database has to be made with UTF8`],
    connections >= connectionsEach + 10
      ? ['well ', `${connections} connections, of which a server takes up to ${connectionsEach}`]
      : ['MEND ', `max_connections is ${connections}; a server takes up to ${connectionsEach}`],
    apart <= clockLimitSeconds
      ? ['well ', 'the clocks agree']
      : ['MEND ', `the clocks of this machine and of the database are ${apart} s apart`],
    hasTrigrams ? ['well ', 'pg_trgm is there'] : ['note ', 'pg_trgm is not there: searches of long lists are slower'],
  ]
}

/** Whether reads of people signed in go through the roles of row-level security. */
async function aboutRowSecurity(servingUrl: string, { fenceAddresses }: Environment): Promise<Found[]> {
  const logins = fenceAddresses ? null : derivedLogins(servingUrl)
  if (!fenceAddresses && !logins) return [['MEND ', `row-level security is off: ${noPassword}`]]
  const addresses = fenceAddresses ?? { session: logins!.session.url, root: logins!.root.url }
  const refused = await Promise.all(
    Object.values(addresses).map((url) =>
      withClient(url, async () => null).catch((error: unknown) => (error as Error).message),
    ),
  )
  const [first] = refused.filter((message) => message !== null)
  return first === undefined
    ? [['well ', 'row-level security: both reading roles log in']]
    : [['MEND ', `row-level security is off: its roles cannot log in (${first}); npm run migrate makes them`]]
}

/** Whether the role that serves can write: one row of each kind, taken back. */
async function aboutWrites(url: string): Promise<Found> {
  const database = openDatabase({ url, maxConnections: 1 })
  try {
    return (await tryWrites(database)) === 'written'
      ? ['well ', 'one row of each kind that serving writes can be written']
      : ['MEND ', 'the disk of the database is full']
  } catch (error) {
    if (error instanceof TrialWriteError) return ['MEND ', error.message]
    throw error
  } finally {
    await database.close()
  }
}

async function aboutSchema({ url, servingUrl }: { url: string; servingUrl: string }): Promise<Found[]> {
  const role = await roleOf(url)
  if (!role.mayMigrate && url === servingUrl)
    return [
      ['note ', `the role ${role.name} serves and does not migrate: npm run migrate with MIGRATION_DATABASE_URL does`],
    ]
  const lines = await planLines({ url: servingUrl, ownerUrl: url })
  return lines[0] === 'The database is as this version needs it.'
    ? [['well ', 'the database is as this version needs it']]
    : lines.map((line) => ['note ', line])
}

/** What belongs to the data: the zone, the secret, the keys of the log. */
async function aboutData(url: string, environment: Environment): Promise<Found[]> {
  const database = openDatabase({ url, maxConnections: 2 })
  try {
    const bound = await checkSettings({ database, environment }).then(
      (): Found => ['well ', `zone ${environment.businessTimeZone} and secret are those of the data`],
      (error: unknown): Found => {
        if (error instanceof BoundSettingsError) return ['MEND ', error.message]
        throw error
      },
    )
    if (!existsSync(environment.logKeys)) return [bound, ['note ', `${environment.logKeys} is made at the first start`]]
    const missing = await missingKeys(database.db, openKeyRing(environment.logKeys))
    return [
      bound,
      missing.length === 0
        ? ['well ', `the key ring ${environment.logKeys} has every key of the log`]
        : ['MEND ', `the key ring ${environment.logKeys} lacks ${missing.join(', ')}`],
    ]
  } finally {
    await database.close()
  }
}

function aboutFiles({
  publicOrigin,
  mail,
  geoipDatabase,
  trustProxy,
  metrics,
  installationSecret,
  host,
}: Environment): Found[] {
  const isReadable = (path: string) => {
    try {
      accessSync(path, constants.R_OK)
      return true
    } catch {
      return false
    }
  }
  const { BACKUP_PUBLIC_KEY: key, BACKUP_FOLDER: folder } = process.env
  return [
    ...(geoipDatabase === undefined
      ? []
      : [
          isReadable(geoipDatabase)
            ? (['well ', `GEOIP_DATABASE ${geoipDatabase} can be read`] as const)
            : (['MEND ', `GEOIP_DATABASE ${geoipDatabase} cannot be read`] as const),
        ]),
    ...(trustProxy === false && host !== '127.0.0.1'
      ? [['note ', 'TRUST_PROXY is not set: with a proxy in front everybody shares one count of wrong tries'] as const]
      : []),
    publicOrigin === undefined
      ? [
          mail ? 'MEND ' : 'note ',
          'PUBLIC_ORIGIN is not set: e-mails about access carry no link that stops a change, and invitations are made at localhost and brand hosts alone',
        ]
      : ['well ', `links in e-mails lead to ${publicOrigin}`],
    ...(metrics.port === undefined && metrics.token === undefined
      ? [['note ', 'neither METRICS_PORT nor METRICS_TOKEN: /metrics tells nothing of the business'] as const]
      : []),
    ...(installationSecret === undefined
      ? [
          [
            'note ',
            'INSTALLATION_SECRET is not set: a copy of the database alone opens sessions and authenticators',
          ] as const,
        ]
      : []),
    key && folder ? aboutBackups(key) : ['note ', 'BACKUP_FOLDER and BACKUP_PUBLIC_KEY are not set here'],
  ]
}

function aboutBackups(key: string): Found {
  try {
    return ['well ', `backups are encrypted to ${key.split(',').map(readRecipient).length} public key(s)`]
  } catch (error) {
    return ['MEND ', `BACKUP_PUBLIC_KEY: ${(error as Error).message}`]
  }
}

/**
 * `settings check`: exit code 0 only where nothing has to be mended. Changes nothing, and does not bring the database
 * up to date.
 */
export async function checkAll(): Promise<void> {
  await withOwnedDatabase({}, async ({ environment, url, servingUrl }) => {
    const hasTables = await withClient(
      url,
      async (client) =>
        (await client.query<{ is: boolean }>("select to_regclass('log_head') is not null as is")).rows[0]!.is,
    )
    const found = [
      ...(await withClient(servingUrl, aboutDatabase)),
      ...(await aboutSchema({ url, servingUrl })),
      ...(hasTables ? await aboutRowSecurity(servingUrl, environment) : []),
      ...(hasTables ? [await aboutWrites(servingUrl), ...(await aboutData(servingUrl, environment))] : []),
      ...aboutFiles(environment),
    ]
    for (const [weight, said] of found) print(`${weight} ${said}`)
    const count = found.filter(([weight]) => weight === 'MEND ').length
    if (count > 0) throw new UsageError(`${count} ${count === 1 ? 'setting has' : 'settings have'} to be mended.`)
  })
}
