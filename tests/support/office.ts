import type { FastifyInstance } from 'fastify'
import { buildApp } from '../../src/api/app.ts'
import { ensureRootUser } from '../../src/api/auth/rootUser.ts'
import type { Database } from '../../src/api/database/connect.ts'
import { type Environment, readEnvironment } from '../../src/api/environment.ts'
import { createTestDatabase } from './database.ts'

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

/** The environment of a test's server: quiet, without demo data. @param variables what this test sets otherwise, as the operator would. */
export function testEnvironment(variables: Record<string, string> = {}): Environment {
  return readEnvironment({
    LOG_LEVEL: 'silent', DEMO: '0', ROOT_EMAIL: rootCredentials.email, ROOT_PASSWORD: rootCredentials.password,
    INSTALLATION_SECRET: 'a secret of tests, long enough for them', ...variables,
  })
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** A client of a server. @param token its access token; without one it has not signed in. */
export function clientOf(app: FastifyInstance, token?: string): Client {
  const send = async (method: Method, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> => {
    const answer = await app.inject({
      method, url: path, headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...headers }, ...(body === undefined ? {} : { payload: body as object }),
    })
    const isJson = String(answer.headers['content-type']).startsWith('application/json')
    return { status: answer.statusCode, body: isJson ? answer.json() : answer.body, headers: answer.headers as Record<string, string> }
  }
  return {
    token,
    get: (path, headers) => send('GET', path, undefined, headers),
    post: (path, body, headers) => send('POST', path, body, headers),
    put: (path, body) => send('PUT', path, body),
    delete: (path) => send('DELETE', path),
  }
}

/** Signs in with e-mail and password. @throws Error when the answer is no session. */
export async function signInAs(app: FastifyInstance, credentials: { email: string; password: string }): Promise<Client> {
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
export async function openOffice({ variables, now, pagesFolder }: { variables?: Record<string, string>; now?: () => Date; pagesFolder?: string } = {}): Promise<Office> {
  const { database, drop } = await createTestDatabase()
  const environment = testEnvironment(variables)
  await ensureRootUser({ database, environment })
  const app = await buildApp({ database, environment, now, pagesFolder })
  return {
    app, database, environment,
    root: await signInAs(app, rootCredentials),
    nobody: clientOf(app),
    async close() {
      await app.close()
      await drop()
    },
  }
}
