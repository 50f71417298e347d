import type { FastifyInstance } from 'fastify'
import { checkDraft } from '#cli/configuration/checkDraft.ts'
import { buildApp } from '#app/server/app.ts'
import { ensureRootUser } from '#features/accounts/server/rootUser.ts'
import { type Database, openDatabase } from '#engine/server/database/connect.ts'
import { type Environment, readEnvironment } from '#engine/server/environment.ts'
import { createTestDatabase, fenceOf, type TestDatabase } from './database.ts'

/** What a request of a test was answered. */
export interface Answer<Body = any> {
  readonly status: number
  readonly body: Body
  readonly headers: Readonly<Record<string, string | undefined>>
}

/** Somebody who sends requests to the server of a test, signed in or not. */
export interface Client {
  readonly token: string | undefined
  get(path: string, headers?: Record<string, string>): Promise<Answer>
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  put(path: string, body?: unknown): Promise<Answer>
  delete(path: string): Promise<Answer>
}

/** The whole server of a test on a database of its own, with its root user signed in. */
export interface Office {
  readonly app: FastifyInstance
  readonly database: Database
  readonly environment: Environment
  /** The root user. */
  readonly root: Client
  /** Who has not signed in. */
  readonly nobody: Client
  /** Closes the server and removes the database. */
  close(): Promise<void>
}

/** The root user's e-mail and password in every test. */
export const rootCredentials = { email: 'root@office.test', password: 'Root-Secret-1' } as const

/**
 * The environment of a test's server: quiet, without demo data.
 * @param variables what this test sets otherwise, as the operator would.
 */
export function testEnvironment(variables: Record<string, string> = {}): Environment {
  return readEnvironment({
    LOG_LEVEL: 'silent',
    DEMO: '0',
    FEATURES: 'all',
    ROOT_EMAIL: rootCredentials.email,
    ROOT_PASSWORD: rootCredentials.password,
    INSTALLATION_SECRET: 'a secret of tests, long enough for them',
    ...variables,
  })
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/**
 * A client over whatever sends its requests.
 * @param token the access token they carry, undefined for who has not signed in
 */
export function clientOver(
  send: (method: Method, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>,
  token: string | undefined,
): Client {
  return {
    token,
    get: (path, headers) => send('GET', path, undefined, headers),
    post: (path, body, headers) => send('POST', path, body, headers),
    put: (path, body) => send('PUT', path, body),
    delete: (path) => send('DELETE', path),
  }
}

/** A client of a server. @param token its access token; without one it has not signed in. */
export function clientOf(app: FastifyInstance, token?: string): Client {
  return clientOver(async (method, path, body, headers = {}) => {
    const answer = await app.inject({
      method,
      url: path,
      headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...headers },
      ...(body === undefined ? {} : { payload: body as object }),
    })
    const isJson = String(answer.headers['content-type']).startsWith('application/json')
    return {
      status: answer.statusCode,
      body: isJson ? answer.json() : answer.body,
      headers: answer.headers as Record<string, string>,
    }
  }, token)
}

/** Signs in with e-mail and password. @throws Error when the answer is no session. */
export async function signInAs(
  app: FastifyInstance,
  credentials: { email: string; password: string },
): Promise<Client> {
  const answer = await clientOf(app).post('/login', { email: credentials.email, password: credentials.password })
  if (answer.body.codResposta !== 200) throw new Error(`Not signed in: ${JSON.stringify(answer.body)}`)
  return clientOf(app, answer.body.accessToken as string)
}

/**
 * Opens the server on a database of this test file's own and signs the root user in.
 * @param options.variables environment variables of the operator; `now` sets the clock.
 * @example
 * const office = await openOffice()
 * afterAll(() => office.close())
 * const brand = await buildBrand(office.root)
 */
export async function openOffice(options: OfficeOptions = {}): Promise<Office> {
  return openOfficeOn(await createTestDatabase(), options)
}

interface OfficeOptions {
  readonly variables?: Record<string, string>
  readonly now?: () => Date
  readonly pagesFolder?: string
}

/** The same on a database that is there, which it removes in the end. */
export async function openOfficeOn(
  { database, drop }: Pick<TestDatabase, 'database' | 'drop'>,
  { variables, now, pagesFolder }: OfficeOptions = {},
): Promise<Office> {
  const environment = testEnvironment(variables)
  await ensureRootUser({ database, environment })
  const app = await buildApp({ database, environment, now, pagesFolder, checkOverlay: checkDraft })
  return {
    app,
    database,
    environment,
    root: await signInAs(app, rootCredentials),
    nobody: clientOf(app),
    async close() {
      await app.close()
      await drop()
    },
  }
}

/** Two servers on one database, as two processes would be: each with connections and a memory of its own. */
export interface TwoServers {
  readonly apps: readonly [FastifyInstance, FastifyInstance]
  /** The database as the first server has it, and as the second has it. */
  readonly databases: readonly [Database, Database]
  /** Root at the first server, and with the same session at the second. */
  readonly clients: readonly [Client, Client]
  /** The same session at both servers. */
  both(client: Client): readonly [Client, Client]
  close(): Promise<void>
}

/**
 * Opens them on a database of this test file's own, with the root user signed in at the first.
 * @param variables what the operator sets
 */
export async function openTwoServers(variables: Record<string, string> = {}): Promise<TwoServers> {
  const made = await createTestDatabase()
  const environment = testEnvironment(variables)
  const databases = [made.database, openDatabase({ url: made.url, fence: fenceOf(made.url) })] as const
  await ensureRootUser({ database: made.database, environment })
  const apps = [
    await buildApp({ database: databases[0], environment }),
    await buildApp({ database: databases[1], environment }),
  ] as const
  const both = ({ token }: Client) => [clientOf(apps[0], token), clientOf(apps[1], token)] as const
  return {
    apps,
    databases,
    both,
    clients: both(await signInAs(apps[0], rootCredentials)),
    async close() {
      for (const app of apps) await app.close()
      await databases[1].close()
      await made.drop()
    },
  }
}
