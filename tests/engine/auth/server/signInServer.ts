import Fastify, { type FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { createKey } from '#engine/auth/server/accessKeys/manageKeys.ts'
import { setPassword } from '#engine/auth/server/passwords.ts'
import { authRoutes } from '#engine/auth/server/routes.ts'
import { registerJsonBodies } from '#engine/server/http/jsonBodies.ts'
import { actorOf } from '#engine/auth/server/authenticate.ts'
import type { AppContext } from '#engine/server/context.ts'
import type { Database } from '#engine/server/database/connect.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { systemActor } from '#engine/declaration/actor.ts'
import { createTestDatabase } from '#tests/support/database.ts'

/** A server with the routes of signing in, a clock of its own, and builders for who signs in. */
export interface SignInServer {
  readonly app: FastifyInstance
  readonly context: AppContext
  readonly database: Database
  /** Moves the clock on by so many milliseconds. */
  wait(milliseconds: number): void
  post(url: string, body?: unknown, token?: string): ReturnType<typeof send>
  get(url: string, token?: string): ReturnType<typeof send>
  close(): Promise<void>
}

interface Answer {
  status: number
  body: any
  headers: Record<string, unknown>
}

async function send(
  app: FastifyInstance,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  given: { body?: unknown; token?: string; address?: string } = {},
): Promise<Answer> {
  const { body, token, address } = given
  const answer = await app.inject({
    method,
    url,
    remoteAddress: address,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
    },
    ...(body === undefined ? {} : { payload: body as object }),
  })
  return { status: answer.statusCode, body: answer.body === '' ? null : answer.json(), headers: answer.headers }
}
export { send }

let made = 0

export async function startSignInServer(environment: Record<string, unknown> = {}): Promise<SignInServer> {
  const { database, drop } = await createTestDatabase()
  let now = new Date('2026-11-20T09:00:00.000Z')
  const context = { database, environment, now: () => now } as unknown as AppContext
  const app = Fastify()
  registerJsonBodies(app)
  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof ApiError) return reply.status(error.status).send(error.body())
    const { statusCode = 500, message } = error as Error & { statusCode?: number }
    return reply.status(statusCode).send({ code: 'unexpected', message })
  })
  await authRoutes(app, context)
  app.get('/who', async (request) => {
    const actor = await actorOf(request, context)
    return { ...actor, roles: [...actor.roles] }
  })
  return {
    app,
    context,
    database,
    wait: (milliseconds) => {
      now = new Date(now.getTime() + milliseconds)
    },
    post: (url, body, token) => send(app, 'POST', url, { body, token }),
    get: (url, token) => send(app, 'GET', url, { token }),
    close: async () => {
      await app.close()
      await drop()
    },
  }
}

export const goodPassword = 'Quartz-lantern-47'

/** Someone who can sign in with {@link goodPassword}; what is not said is ordinary. */
export async function buildUser(
  server: SignInServer,
  given: {
    email?: string
    root?: boolean
    roles?: string[]
    twoStep?: 'optional' | 'required'
    partner?: number
    language?: string
    allowedBrands?: number[]
  } = {},
): Promise<{ id: number; email: string; company: number }> {
  const email = given.email ?? `person${(made += 1)}@example.com`
  const { db } = server.database
  const company = await insert(
    db,
    sql`insert into company (name, two_step) values (${`Company ${(made += 1)}`}, ${given.twoStep ?? 'optional'})
      returning id`,
  )
  const id = await insert(
    db,
    sql`
    insert into "user" (name, email, company, roles, root, language, partner, allowed_brands)
    values ('A Person', ${email}, ${company}, ${given.roles ?? ['home']}, ${given.root ?? false},
      ${given.language ?? 'pt'}, ${given.partner ?? null}, ${given.allowedBrands ?? []}) returning id`,
  )
  await setPassword(db, { userId: id, password: goodPassword })
  return { id, email, company }
}

/** An access key of a partner, in full. */
export async function buildKey(server: SignInServer, partner: number, expiresAt: Date | null = null): Promise<string> {
  const write = {
    actor: systemActor('test'),
    holder: { kind: 'partner', id: partner },
    origin: { method: 'POST', url: '/', address: '127.0.0.1' },
  } as const
  return (await createKey(server.context, write, { label: 'Ana', scope: 'signIn', expiresAt })).key
}

export async function insert(
  db: Database['db'],
  statement: { execute(db: Database['db']): Promise<{ rows: unknown[] }> },
): Promise<number> {
  const { rows } = await statement.execute(db)
  return (rows[0] as { id: number }).id
}

/** Signs in with the good password. */
export async function signInAs(server: SignInServer, email: string): Promise<any> {
  return (await server.post('/login', { email, password: goodPassword })).body
}

/** The code an authenticator shows at the server's present moment, or so many steps of 30 seconds later. */
export function codeOf(server: SignInServer, otpauthUrl: string, stepsLater = 0): string {
  const secret = Secret.fromBase32(new URL(otpauthUrl).searchParams.get('secret')!)
  return new TOTP({ secret }).generate({ timestamp: server.context.now().getTime() + stepsLater * 30_000 })
}
