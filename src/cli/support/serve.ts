import { fstatSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { buildApp } from '#app/server/app.ts'
import { drain } from '#engine/server/http/health.ts'
import { bindInstallation } from '#engine/server/installation/boundSettings.ts'
import { ensureRootUser } from '#features/accounts/server/rootUser.ts'
import type { MadeRootUser } from '#features/accounts/server/rootUser.ts'
import { openDatabase } from '#engine/server/database/connect.ts'
import { startEmbedded } from '#lib/embeddedPostgres/embedded.ts'
import type { Embedded } from '#lib/embeddedPostgres/embedded.ts'
import { readEnvironment } from '#engine/server/environment.ts'
import type { Environment } from '#engine/server/environment.ts'
import { currentKeys } from '#engine/activityLog/server/keys/currentKeys.ts'
import { missingKeys, missingKeysNotice } from '#engine/activityLog/server/keys/missingKeys.ts'
import { listenForMetrics } from '#engine/server/metrics/routes.ts'
import { listen } from '#app/server/server.ts'
import { tryWrites } from '#app/server/trialWrites.ts'
import { startTracing } from '#engine/server/tracing/startTracing.ts'
import { checkDraft } from '../configuration/checkDraft.ts'
import { fillDemoData } from '../demo/demoData.ts'
import { type Ask, isOutdated, newestPublished, watchPublished } from './followPublished.ts'
import { prepareSchema } from './prepareSchema.ts'
import type { ProcessLifecycle } from './processLifecycle.ts'
import { refuseWrongClock } from './refuseWrongClock.ts'
import { waitForDatabase } from './waitForDatabase.ts'

const builtPages = fileURLToPath(new URL('../../../dist', import.meta.url))

/** What differs between a server and one of development. */
export interface ServeOptions {
  /** The folder of the built pages; none where somebody else serves pages. */
  readonly pages: string | undefined
  /** Told once everything is there; what it says of itself where nothing is said. */
  readonly welcome?: (address: string) => Promise<void>
  /** Restarts the server with the published overlay; by default within this process. */
  readonly restart?: () => Promise<void>
}

/**
 * Starts everything in order; through `undertaking` what is open is closed in the reverse order, whenever the stop
 * comes.
 */
export async function serve(
  undertaking: ProcessLifecycle,
  { pages, welcome: tell, restart = () => undertaking.restart() }: ServeOptions = { pages: builtPages },
): Promise<void> {
  const environment = readEnvironment(process.env)
  const openEmbedded = () =>
    undertaking.open(
      'the embedded database',
      () => startEmbedded({ dataDir: environment.dataDir, log: print }),
      (opened) => opened.stop(),
    )
  const embedded = environment.databaseUrl === undefined ? await openEmbedded() : null
  if (embedded?.adopted) print('Took over the database server that an earlier start left running.')
  const url = environment.databaseUrl ?? embedded!.url
  if (!embedded)
    await waitForDatabase({
      url,
      seconds: environment.databaseWaitSeconds,
      isStopping: () => undertaking.isStopping,
      log: print,
    })
  // Before anything of the database changes: what was published counts for its tables as well.
  if (isOutdated(await newestPublished(url))) return await restart()
  const fence = await prepareSchema({
    url,
    ownerUrl: environment.migrationDatabaseUrl,
    isEmbedded: embedded !== null,
    fence: environment.fenceAddresses,
    log: print,
  })

  const openTracing = () => startTracing(environment, print)
  await undertaking.open('the traces', openTracing, async (opened) => opened?.stop())
  const openPools = async () => openDatabase({ url, readUrl: environment.databaseReadUrl, fence })
  const database = await undertaking.open('the database connections', openPools, (opened) => opened.close())
  await refuseWrongClock(database.clock)
  await bindInstallation({ database, environment })
  if ((await tryWrites(database)) === 'diskFull')
    print('The disk of the database is full: what is there is served, and nothing can be saved before there is room.')
  // Read, or made at the very first start, before anything is written: what stands in the way is said now.
  const missing = await missingKeys(database.db, currentKeys())
  if (missing.length > 0) print(missingKeysNotice(missing))
  const madeRootUser = await ensureRootUser({ database, environment })
  // At once: what comes may end the start, and the next one could not say it again.
  if (madeRootUser || !tell) print(rootUserLines({ environment, madeRootUser }).join('\n'))
  if (environment.demo) await fillDemoData({ database, environment, log: print })
  const startServer = async () => {
    const app = await buildApp({ database, environment, pagesFolder: pages, checkOverlay: checkDraft })
    return { app, ...(await listen({ app, port: environment.port, host: environment.host })) }
  }
  // By the pool: a connection of its own every few seconds, from each server, is what databases feel.
  const askPool: Ask = async <Row extends object>(statement: string) =>
    (await sql.raw<Row>(statement).execute(database.db)).rows
  await undertaking.open(
    'the watch over what is published',
    async () => watchPublished(askPool, () => void restart(), { drainSeconds: environment.drainSeconds }),
    (stop) => stop(),
  )
  const server = await undertaking.open('the server', startServer, (opened) => opened.stop())
  undertaking.beforeStop(() => drain(server.app, environment.drainSeconds))
  const metrics = await undertaking.open(
    'the port of the metrics',
    () => listenForMetrics(server.app, environment),
    async (opened) => opened?.stop(),
  )
  if (metrics) print(`Metrics                    ${metrics.address}/metrics`)
  await embedded?.announce(server.address)
  if (tell) await tell(server.address)
  else print(welcome({ address: server.address, environment, embedded }))
}

/** Whether what is printed goes where logs are kept: to systemd's journal, or, as the image says, to a container's log. */
function isOutputKept(): boolean {
  const { dev, ino } = fstatSync(1)
  return process.env['JOURNAL_STREAM'] === `${dev}:${ino}` || process.env['OUTPUT_IS_KEPT'] === '1'
}

/** How one signs in: a password that was made up here is shown as soon as it holds. */
function rootUserLines({
  environment,
  madeRootUser,
}: {
  environment: Environment
  madeRootUser: MadeRootUser | null
}): string[] {
  if (madeRootUser?.password !== undefined) {
    const { email, password } = madeRootUser
    if (isOutputKept()) {
      const path = join(environment.dataDir, 'root-password')
      mkdirSync(environment.dataDir, { recursive: true })
      writeFileSync(path, `${password}\n`, { mode: 0o600 })
      return [
        `Sign in with               ${email}`,
        `Password                   stands in ${path}, since what is printed here is kept. Read it, then remove that file.`,
      ]
    }
    return [
      `Sign in with               ${email}`,
      `Password                   ${password}`,
      'The password is shown this once. Write it down, or change it after signing in.',
    ]
  }
  if (madeRootUser) return [`Sign in with               ${madeRootUser.email} and the password in ROOT_PASSWORD`]
  const lines = [
    'Sign in with               the e-mail and password of the first start, or those of any user made since',
  ]
  if (environment.rootPassword !== undefined)
    lines.push(
      'ROOT_PASSWORD              changes nothing: there is a root user already. npm run admin -- users reset EMAIL gives a new password',
    )
  return lines
}

function welcome({
  address,
  environment,
  embedded,
}: {
  address: string
  environment: Environment
  embedded: Embedded | null
}): string {
  const data = embedded ? `embedded PostgreSQL in ${environment.dataDir}` : 'the database named by DATABASE_URL'
  return [
    '',
    `The back office is ready:  ${address}`,
    `Data                       ${data}`,
    'Stop with Ctrl+C.',
    '',
  ].join('\n')
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
