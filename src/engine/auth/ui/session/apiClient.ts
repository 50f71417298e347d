import { answerOf, networkError, readJson } from './apiCallError.ts'
import type { Notices } from './notices.ts'
import { createRefresher, type TabLock } from './refresher.ts'
import type { SessionStore } from './sessionStore.ts'

/** How long a call may take, in milliseconds (specification, section 9). */
export const requestTimeoutMs = 1_500_000

/** From the notice to being signed out, in milliseconds (specification, section 8). */
export const logoutAfterMs = { unauthorized: 2_000, sessionExpired: 5_000 } as const

/** What can be said of a call. */
export interface CallOptions {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Sent as JSON. */
  readonly body?: unknown
  readonly signal?: AbortSignal
  /** For writes that move money: the same key and body again have no second effect. */
  readonly idempotencyKey?: string
  /** Goes on when the page is left; for small bodies. */
  readonly keepalive?: boolean
}

/** How pages speak to the API. */
export interface ApiClient {
  /**
   * The answer of a call.
   * @throws ApiCallError for every status but 200; the signal's own reason where it was aborted.
   */
  callApi<Answer>(path: string, options?: CallOptions): Promise<Answer>
  /**
   * As `fetch`, with the session's credential: answers of any status are handed on.
   * @throws ApiCallError `network_error` where no answer came.
   */
  send(path: string, init?: RequestInit): Promise<Response>
  /** As `send`, but without notice and sign-out, for whoever asks whether the session is still good. */
  sendQuietly(path: string, init?: RequestInit): Promise<Response>
  /** A call without the session's credential, such as signing in. */
  post(path: string, body: object, init?: RequestInit): Promise<Response>
}

/** What the client needs around it. */
export interface ApiClientParts {
  readonly store: SessionStore
  readonly notices: Notices
  readonly lock: TabLock
  /** Where the API is; empty for the page's own origin. */
  readonly base: string
  /** Signs out after so many milliseconds. */
  readonly logoutAfter: (milliseconds: number) => void
  /** Rises with each sign-in in this page. */
  readonly sessionNumber: () => number
}

/** Makes the client of a session. */
export function createApiClient({ store, notices, lock, base, logoutAfter, sessionNumber }: ApiClientParts): ApiClient {
  const transmit = async (path: string, init: RequestInit, token: string | null): Promise<Response> => {
    const limits = [AbortSignal.timeout(requestTimeoutMs), ...(init.signal ? [init.signal] : [])]
    try {
      return await fetch(`${base.replace(/\/+$/, '')}${path}`, {
        ...init,
        headers: headersOf(init, token),
        signal: AbortSignal.any(limits),
      })
    } catch (error) {
      if (init.signal?.aborted) throw error
      throw networkError()
    }
  }
  const post = (path: string, body: object, init: RequestInit = {}) =>
    transmit(path, { ...init, method: 'POST', body: JSON.stringify(body) }, null)
  const refresher = createRefresher({ store, lock, post })

  const sendQuietly = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const usable = await refresher.usableToken()
    if (usable === 'over') return sessionOver()
    const response = await transmit(path, init, usable?.token ?? null)
    if (!usable || !(await isExpiredToken(response))) return response
    // This clock or another server's was wrong about it: once more with a new one.
    const renewed = await refresher.replace(usable.token)
    if (renewed === 'over' || renewed === null) return sessionOver()
    return transmit(path, init, renewed.token)
  }
  const send = async (path: string, init: RequestInit = {}): Promise<Response> => {
    // Who is not signed in cannot lose a session: pages that are open to everyone read the refusal themselves.
    const wasSignedIn = store.isSignedIn()
    const number = sessionNumber()
    const response = await sendQuietly(path, init).catch((error: unknown) => {
      if ((error as { code?: unknown }).code === 'network_error') notices.show('networkError')
      throw error
    })
    if (wasSignedIn && number === sessionNumber()) react(response.status)
    return response
  }
  const react = (status: number) => {
    const notice = status === 401 ? 'unauthorized' : status === 403 ? 'sessionExpired' : null
    if (!notice) return
    notices.show(notice)
    logoutAfter(logoutAfterMs[notice])
  }
  return { send, sendQuietly, post, callApi: async (path, options) => answerOf(await send(path, initOf(options))) }
}

function initOf({ method = 'GET', body, signal, idempotencyKey, keepalive = false }: CallOptions = {}): RequestInit {
  return {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
    ...(keepalive ? { keepalive } : {}),
    ...(idempotencyKey === undefined ? {} : { headers: { 'Idempotency-Key': idempotencyKey } }),
  }
}

function headersOf(init: RequestInit, token: string | null): Headers {
  const headers = new Headers(init.headers)
  if (!headers.has('Accept')) headers.set('Accept', 'application/json')
  if (typeof init.body === 'string' && !headers.has('Content-Type')) headers.set('Content-Type', 'application/json')
  if (token !== null) headers.set('Authorization', `Bearer ${token}`)
  return headers
}

async function isExpiredToken(response: Response): Promise<boolean> {
  if (response.status !== 401) return false
  const body = await readJson(response.clone())
  return (body as { code?: unknown } | null)?.code === 'token_expired'
}

/** What the server would have answered. */
const sessionOver = () =>
  new Response(JSON.stringify({ code: 'session_expired', message: 'Session expirated' }), {
    status: 403,
    headers: { 'Content-Type': 'application/json' },
  })
