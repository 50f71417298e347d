import { fileURLToPath } from 'node:url'
import { resources } from '../../resources/index.ts'
import { buildApp } from '../api/app.ts'
import { ensureRootUser } from '../api/auth/rootUser.ts'
import type { MadeRootUser } from '../api/auth/rootUser.ts'
import { applySchemaDifference, assertSchemaMatches } from '../api/database/applySchema.ts'
import { openDatabase } from '../api/database/connect.ts'
import { startEmbedded } from '../api/database/embedded.ts'
import type { Embedded } from '../api/database/embedded.ts'
import { applyMigrations } from '../api/database/migrate.ts'
import { readEnvironment } from '../api/environment.ts'
import type { Environment } from '../api/environment.ts'
import { listen } from '../api/server.ts'
import { declaredTables } from '../config/derive/table.ts'
import { explainFailure } from './support/runCommand.ts'
import { Undertaking } from './support/undertaking.ts'

const pagesFolder = fileURLToPath(new URL('../../dist', import.meta.url))

/** Starts everything in order; what is opened is noted in `undertaking`, so that it can be closed in the reverse order at any moment. */
async function start(undertaking: Undertaking): Promise<void> {
  const environment = readEnvironment(process.env)
  const embedded = environment.databaseUrl === undefined ? await startEmbedded({ dataDir: environment.dataDir, log: print }) : null
  if (embedded) undertaking.opened('the embedded database', () => embedded.stop())
  if (embedded?.adopted) print('Took over the database server that an earlier start left running.')
  const url = environment.databaseUrl ?? embedded!.url
  await prepareSchema(url, embedded !== null)

  const database = openDatabase({ url, readUrl: environment.databaseReadUrl })
  undertaking.opened('the database connections', () => database.close())
  const madeRootUser = await ensureRootUser({ database, environment })
  const app = await buildApp({ database, environment, pagesFolder })
  const server = await listen({ app, port: environment.port, host: environment.host })
  undertaking.opened('the server', () => server.stop())
  await embedded?.announce(server.address)
  print(welcome({ address: server.address, environment, embedded, madeRootUser }))
}

async function prepareSchema(url: string, isEmbedded: boolean): Promise<void> {
  const declared = declaredTables(resources)
  await applyMigrations({ url, log: print })
  if (isEmbedded) await applySchemaDifference({ url, declared, log: print })
  else await assertSchemaMatches({ url, declared })
}

interface Welcome {
  address: string
  environment: Environment
  embedded: Embedded | null
  madeRootUser: MadeRootUser | null
}

function welcome({ address, environment, embedded, madeRootUser }: Welcome): string {
  const lines = ['', `The back office is ready:  ${address}`]
  if (madeRootUser?.password !== undefined) {
    lines.push(`Sign in with               ${madeRootUser.email}`, `Password                   ${madeRootUser.password}`, 'The password is shown this once. Write it down, or change it after signing in.')
  } else if (madeRootUser) {
    lines.push(`Sign in with               ${madeRootUser.email} and the password in ROOT_PASSWORD`)
  } else {
    lines.push('Sign in with               the e-mail and password of the first start, or those of any user made since')
  }
  lines.push(`Data                       ${embedded ? `embedded PostgreSQL in ${environment.dataDir}` : 'the database named by DATABASE_URL'}`, 'Stop with Ctrl+C.', '')
  return lines.join('\n')
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

const undertaking = new Undertaking()
undertaking.stopOnSignals()
try {
  await start(undertaking)
} catch (error) {
  if (!undertaking.isStopping) {
    process.stderr.write(`${explainFailure(error)}\n`)
    await undertaking.stop(1)
  }
}
