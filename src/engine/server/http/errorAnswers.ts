import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorCode } from '#engine/declaration/errorCatalogue.ts'
import type { Database } from '#engine/server/database/connect.ts'
import { DatabaseUnavailable, isClosed } from '#engine/server/database/unavailable.ts'
import { ApiError } from './errors.ts'
import { noteFailure, warnOfFailure } from './outageLog.ts'
import type { SecurityHeaders } from './protection.ts'

/**
 * What PostgreSQL says when it cannot work now: a connection is gone, out of room or memory, a statement took too long, a lock or a deadlock
 * outlasted its retries.
 */
const passingDatabaseClasses = ['08', '53', '57', '58', '40', '55']
/** The disk, or what a table may take of it, is full. */
const diskFull = '53100'
/** A value that PostgreSQL refuses: it came from the client, and no check before has seen it. */
const badValueClass = '22'

function fromDatabase(code: string): ApiError | null {
  if (code === diskFull) return new ApiError('storage_full')
  if (passingDatabaseClasses.some((each) => code.startsWith(each))) return new ApiError('unavailable')
  return code.startsWith(badValueClass) ? new ApiError('query_error') : null
}

function fromFramework({ statusCode, code }: FastifyError): ApiError | null {
  if (code === 'ECONNRESET')
    return new ApiError('invalid_request', { values: { reason: 'the body did not arrive whole' } })
  if (statusCode === 413) return new ApiError('payload_too_large')
  if (statusCode === 429) return new ApiError('too_many_requests')
  // Nothing has a name as long as that.
  if (statusCode === 404 || code === 'FST_ERR_MAX_PARAM_LENGTH') return new ApiError('not_found')
  if (statusCode === undefined || statusCode < 400 || statusCode > 499) return null
  const reasons: Readonly<Record<string, string>> = {
    FST_ERR_CTP_EMPTY_JSON_BODY: 'the body is empty',
    FST_ERR_CTP_INVALID_JSON_BODY: 'the body is not JSON',
    FST_ERR_CTP_INVALID_MEDIA_TYPE: 'the body must be application/json',
    FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'the body is not as long as announced',
    FST_ERR_BAD_URL: 'the address is malformed',
    FST_ERR_VALIDATION: 'a value has another form than expected',
  }
  return new ApiError('invalid_request', { values: { reason: reasons[code] ?? 'it has another form than expected' } })
}

/** The error that is answered for anything that was thrown: never an internal message, a path, SQL or a stack. */
export function publicError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  if (error instanceof DatabaseUnavailable || isClosed(error)) return new ApiError('unavailable')
  const { code } = error as { code?: unknown }
  const isSqlState = typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)
  return (
    (isSqlState ? fromDatabase(code) : null) ??
    (error instanceof Error ? fromFramework(error as FastifyError) : null) ??
    new ApiError('internal_error')
  )
}

/** Refusals that somebody who watches for break-ins wants to see. A token that is merely over is everyday life. */
const watchedRefusals: ReadonlySet<ErrorCode> = new Set([
  'authentication_error',
  'field_forbidden',
  'forbidden',
  'invalid_credentials',
  'invalid_totp',
  'too_many_requests',
  'two_step_locked',
  'unauthorized',
  'unknown_token',
  'user_must_be_root',
  'user_suspended',
])

/** Writes down what was refused, to whom and where: never what was sent. */
function logRefusal(code: ErrorCode, request: FastifyRequest): void {
  if (watchedRefusals.has(code))
    request.log.warn({ code, address: request.ip, method: request.method, route: request.routeOptions.url }, 'refused')
}

/** Answers an error. @param database what may be away; without it nothing was asked of one */
function answerError(
  error: unknown,
  { request, reply, database }: { request: FastifyRequest; reply: FastifyReply; database?: Database },
): FastifyReply {
  const answered = publicError(error)
  if (database) noteFailure(database, error)
  if (database && error instanceof DatabaseUnavailable)
    warnOfFailure({ database, log: request.log, error, message: 'the database is unavailable' })
  else if (answered.code === 'internal_error' || answered.code === 'query_error')
    request.log.error({ err: error }, 'a request failed')
  // What is thrown as it is answered (`/ready`) has said why already, or says it in the answer.
  else if (answered.status === 503 && !(error instanceof ApiError))
    request.log.warn(
      { err: error },
      answered.code === 'storage_full' ? 'the disk of the database is full' : 'the database is unavailable',
    )
  logRefusal(answered.code, request)
  if (answered.status === 503) reply.header('retry-after', '2')
  if (answered.extra.retryAfterSeconds) reply.header('retry-after', String(answered.extra.retryAfterSeconds))
  return reply.code(answered.status).type('application/json; charset=utf-8').send(JSON.stringify(answered.body()))
}

/** Every error of every route goes out in the catalogue's shape. */
export function registerErrorAnswers(app: FastifyInstance, database: Database): void {
  app.setErrorHandler((error, request, reply) => answerError(error, { request, reply, database }))
  answerAtStop(app)
}

/** How long a stopping server waits before it answers for handlers that wait themselves; connections are cut a second later. */
const answerAtStopMs = 4_000

/**
 * Answers 503 for requests that a stopping server cannot finish, for instance because the database is silent: a cut
 * connection would become the proxy's own error.
 */
function answerAtStop(app: FastifyInstance): void {
  const underWay = new Set<FastifyReply>()
  app.addHook('onRequest', async (_request, reply) => {
    underWay.add(reply)
    reply.raw.once('close', () => underWay.delete(reply))
  })
  let timer: NodeJS.Timeout | undefined
  app.addHook('preClose', async () => {
    timer = setTimeout(() => {
      for (const reply of underWay) {
        if (reply.raw.headersSent) continue
        // Its handler may come back later, and has nothing to say then.
        reply.raw.once('finish', () => reply.hijack())
        answerError(new ApiError('unavailable'), { request: reply.request, reply })
      }
    }, answerAtStopMs)
  })
  app.addHook('onClose', async () => clearTimeout(timer))
}

/**
 * What the framework finds wrong before any route is reached, such as a malformed address: no hook has seen it, so it
 * brings its headers.
 */
export function answerFrameworkError(
  error: FastifyError,
  { request, reply, headers }: { request: FastifyRequest; reply: FastifyReply; headers: SecurityHeaders },
): void {
  void answerError(error, { request, reply: reply.headers({ ...headers, 'cache-control': 'no-store' }) })
}
