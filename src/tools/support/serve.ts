import { fileURLToPath } from 'node:url'
import { buildApp } from '../../api/app.ts'
import { ensureRootUser } from '../../api/auth/rootUser.ts'
import type { MadeRootUser } from '../../api/auth/rootUser.ts'
import { openDatabase } from '../../api/database/connect.ts'
import { startEmbedded } from '../../api/database/embedded.ts'
import type { Embedded } from '../../api/database/embedded.ts'
import { readEnvironment } from '../../api/environment.ts'
import type { Environment } from '../../api/environment.ts'
import { currentKeys } from '../../api/log/keys/currentKeys.ts'
import { listen } from '../../api/server.ts'
import { fillDemoData } from '../demo/demoData.ts'
import { prepareSchema } from './commandDatabase.ts'
import type { Undertaking } from './undertaking.ts'

const pagesFolder = fileURLToPath(new URL('../../../dist', import.meta.url))

/** Starts everything in order; through `undertaking` what is open is closed in the reverse order, whenever the stop comes. */
export async function serve(undertaking: Undertaking): Promise<void> {
  const environment = readEnvironment(process.env)
  const openEmbedded = () => undertaking.open('the embedded database', () => startEmbedded({ dataDir: environment.dataDir, log: print }), (opened) => opened.stop())
  const embedded = environment.databaseUrl === undefined ? await openEmbedded() : null
  if (embedded?.adopted) print('Took over the database server that an earlier start left running.')
  const url = environment.databaseUrl ?? embedded!.url
  await prepareSchema({ url, isEmbedded: embedded !== null, log: print })

  const openPools = async () => openDatabase({ url, readUrl: environment.databaseReadUrl })
  const database = await undertaking.open('the database connections', openPools, (opened) => opened.close())
  // Read, or made at the very first start, before anything is written: what stands in the way is said now.
  currentKeys()
  const madeRootUser = await ensureRootUser({ database, environment })
  if (environment.demo) await fillDemoData({ database, environment, log: print })
  const startServer = async () => listen({ app: await buildApp({ database, environment, pagesFolder }), port: environment.port, host: environment.host })
  const server = await undertaking.open('the server', startServer, (opened) => opened.stop())
  await embedded?.announce(server.address)
  print(welcome({ address: server.address, environment, embedded, madeRootUser }))
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
