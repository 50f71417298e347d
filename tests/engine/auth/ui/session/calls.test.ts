import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { resolveAddress } from '#engine/ui/shell/entryRouting.ts'
import { requestTimeoutMs } from '#engine/auth/ui/session/apiClient.ts'
import { noticeShownMs } from '#engine/auth/ui/session/notices.ts'
import type { Session } from '#engine/auth/ui/session/session.ts'
import { createLocks, now, openTab, serve, sessionAnswer, signIn, token } from '#tests/support/ui/browser.ts'

const minuteMs = 60_000

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  vi.useFakeTimers({ now })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

async function signedIn(moments: Parameters<typeof signIn>[1] = {}) {
  const tab = openTab()
  await signIn(tab.session, moments)
  return tab
}

const refused = (status: number, code: string) => ({ status, body: { code, message: code } })

describe('a call', () => {
  it("goes as JSON with the bearer token to the API's address", async () => {
    const { session } = openTab({ base: 'https://api.example.com/' })
    await signIn(session)
    const accessToken = localStorage.getItem('accessToken')
    const calls = serve(() => ({ body: { id: 1 } }))
    const answer = await session.callApi('/api/entry/1/payment', {
      method: 'POST',
      body: { note: 'paid' },
      idempotencyKey: 'key-1',
    })
    expect(answer).toEqual({ id: 1 })
    expect(calls).toMatchObject([
      { method: 'POST', path: 'https://api.example.com/api/entry/1/payment', body: { note: 'paid' } },
    ])
    const headers = Object.fromEntries(calls[0]!.headers)
    expect(headers).toMatchObject({
      authorization: `Bearer ${accessToken}`,
      'content-type': 'application/json',
      'idempotency-key': 'key-1',
    })
  })

  it.each([201, 204, 304, 400, 404, 409, 422, 429, 503])(
    'is a success with HTTP 200 only: %i is an error for the caller, without notice',
    async (status) => {
      const { session, leave } = await signedIn()
      vi.stubGlobal(
        'fetch',
        vi.fn(
          async () =>
            new Response(
              status === 204 || status === 304
                ? null
                : JSON.stringify({ code: 'stale_version', message: 'm', errors: { name: 'e' } }),
              { status },
            ),
        ),
      )
      await expect(session.callApi('/api/brand/1')).rejects.toMatchObject({ name: 'ApiCallError', status })
      expect(session.notices.current()).toBeNull()
      await vi.advanceTimersByTimeAsync(10_000)
      expect(leave).not.toHaveBeenCalled()
    },
  )

  it('hands on code, values and the errors of each field', async () => {
    const { session } = await signedIn()
    const body = {
      code: 'validation_failed',
      message: 'Some fields need another value',
      values: { min: 8 },
      errors: { name: 'Must be filled in' },
    }
    serve(() => ({ status: 400, body }))
    await expect(session.callApi('/api/brand')).rejects.toMatchObject({
      code: 'validation_failed',
      message: body.message,
      values: { min: 8 },
      body,
    })
  })

  it('may take 1,500,000 ms', async () => {
    const { session } = await signedIn()
    const limit = vi.spyOn(AbortSignal, 'timeout')
    serve(() => ({}))
    await session.callApi('/api/brand')
    expect(requestTimeoutMs).toBe(1_500_000)
    expect(limit.mock.calls).toEqual([[1_500_000]])
  })

  it('that its caller gave up is no network failure', async () => {
    const { session } = await signedIn()
    const controller = new AbortController()
    vi.stubGlobal(
      'fetch',
      vi.fn(
        (_path: string, { signal }: RequestInit) =>
          new Promise((_, reject) =>
            signal!.addEventListener('abort', () => reject(new DOMException('gone', 'AbortError'))),
          ),
      ),
    )
    const call = session.callApi('/api/brand', { signal: controller.signal })
    const outcome = expect(call).rejects.toMatchObject({ name: 'AbortError' })
    await vi.advanceTimersByTimeAsync(0)
    controller.abort()
    await outcome
    expect(session.notices.current()).toBeNull()
  })
})

describe('section 8 of the specification', () => {
  it('no answer: notice "Network error", call rejected, still signed in', async () => {
    const { session, leave } = await signedIn()
    vi.stubGlobal(
      'fetch',
      vi.fn(() => Promise.reject(new TypeError('fetch failed'))),
    )
    await expect(session.callApi('/api/brand')).rejects.toMatchObject({ status: 0, code: 'network_error' })
    expect(session.notices.current()).toBe('networkError')
    await vi.advanceTimersByTimeAsync(20_000)
    expect(leave).not.toHaveBeenCalled()
  })

  it.each(['session_expired', 'forbidden', 'user_must_be_root', 'field_forbidden'])(
    'HTTP 403 (%s): notice "Session expirated", call rejected, logout after 5 seconds',
    async (code) => {
      const { session, end } = await signedIn()
      serve(() => refused(403, code))
      await expect(session.callApi('/api/brand')).rejects.toMatchObject({ status: 403, code })
      expect(session.notices.current()).toBe('sessionExpired')
      await vi.advanceTimersByTimeAsync(4_999)
      expect([session.isSignedIn(), end.mock.calls]).toEqual([true, []])
      await vi.advanceTimersByTimeAsync(1)
      expect([session.isSignedIn(), end.mock.calls]).toEqual([false, [['/login?next=%2F']]])
    },
  )

  it('HTTP 401: notice "Unauthorized", logout after 2 seconds', async () => {
    const { session, leave, end } = await signedIn()
    serve(() => refused(401, 'unauthorized'))
    await expect(session.callApi('/api/brand')).rejects.toMatchObject({ status: 401 })
    expect(session.notices.current()).toBe('unauthorized')
    await vi.advanceTimersByTimeAsync(1_999)
    expect(end).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect([session.notices.current(), localStorage.length, leave.mock.calls]).toEqual([null, 0, []])
    expect(end.mock.calls).toEqual([['/login?next=%2F']])
  })

  it('the way back leads to where the session ended, query string included, wherever one goes in the meantime', async () => {
    const { session, end } = await signedIn()
    window.history.replaceState(null, '', '/registers/brand/list?filter=%7B%22q%22%3A%22a%20b%22%7D&page=2')
    serve(() => refused(403, 'session_expired'))
    await expect(session.callApi('/api/brand')).rejects.toMatchObject({ status: 403 })
    window.history.replaceState(null, '', '/registers/user/list')
    await expect(session.callApi('/api/brand')).rejects.toMatchObject({ status: 403 })
    await vi.advanceTimersByTimeAsync(5_000)
    window.history.replaceState(null, '', '/')
    const [left] = end.mock.calls[0]!
    expect(new URL(left, 'http://office.test').pathname).toBe('/login')
    expect(resolveAddress(new URL(left, 'http://office.test'), true)).toEqual({
      room: 'office',
      address: '/registers/brand/list?filter=%7B%22q%22%3A%22a%20b%22%7D&page=2',
    })
  })

  it('ten refusals at once sign out once', async () => {
    const { session, end } = await signedIn()
    serve(() => refused(403, 'session_expired'))
    await Promise.allSettled(Array.from({ length: 10 }, () => session.callApi('/api/brand')))
    await vi.advanceTimersByTimeAsync(20_000)
    expect(end).toHaveBeenCalledTimes(1)
  })

  it('whoever signs in again in the same page has a session of their own: it can end too, and what is answered late to the one before does not end it', async () => {
    const { session, end } = await signedIn()
    let answerLate = () => {}
    serve(({ path }) =>
      path === '/api/late'
        ? new Promise((resolve) => {
            answerLate = () => resolve(refused(401, 'unauthorized'))
          })
        : refused(401, 'unauthorized'),
    )
    const late = session.callApi('/api/late').catch((error: unknown) => error)
    await expect(session.callApi('/api/brand')).rejects.toMatchObject({ status: 401 })
    await vi.advanceTimersByTimeAsync(2_000)
    await signIn(session)
    answerLate()
    await late
    await vi.advanceTimersByTimeAsync(20_000)
    expect([session.isSignedIn(), end.mock.calls.length]).toEqual([true, 1])
    serve(() => refused(401, 'unauthorized'))
    await expect(session.callApi('/api/brand')).rejects.toMatchObject({ status: 401 })
    await vi.advanceTimersByTimeAsync(2_000)
    expect([session.isSignedIn(), end.mock.calls.length]).toEqual([false, 2])
  })

  it('one notice at a time: a new one is skipped while one is visible', async () => {
    const { session } = await signedIn()
    const heard = vi.fn()
    session.notices.subscribe(heard)
    session.notices.show('networkError')
    session.notices.show('unauthorized')
    expect(heard.mock.calls).toEqual([['networkError']])
    await vi.advanceTimersByTimeAsync(noticeShownMs)
    session.notices.show('unauthorized')
    session.notices.dismiss()
    session.notices.show('sessionExpired')
    expect(heard.mock.calls).toEqual([['networkError'], [null], ['unauthorized'], [null], ['sessionExpired']])
  })
})

/** Answers renewals one after the other, everything else with what it was called with. */
function serveRenewing() {
  let renewals = 0
  return serve(({ path, headers }) =>
    path === '/refresh'
      ? { body: sessionAnswer({ id: `renewed${(renewals += 1)}` }) }
      : { body: { with: headers.get('authorization') } },
  )
}

describe('renewing the access token', () => {
  it('happens silently a minute before it is over, before the call goes out', async () => {
    const { session } = await signedIn()
    vi.setSystemTime(now.getTime() + 14 * minuteMs - 1)
    const before = serveRenewing()
    await session.callApi('/api/brand')
    expect(before.map(({ path }) => path)).toEqual(['/api/brand'])
    vi.setSystemTime(now.getTime() + 14 * minuteMs)
    const calls = serveRenewing()
    const answer = await session.callApi<{ with: string }>('/api/brand')
    expect(calls.map(({ path, body }) => [path, body])).toEqual([
      ['/refresh', { refreshToken: 'refresh-a' }],
      ['/api/brand', undefined],
    ])
    expect(answer.with).toBe(`Bearer ${localStorage.getItem('accessToken')}`)
    expect(localStorage.getItem('refreshToken')).toBe('refresh-renewed1')
    expect(session.notices.current()).toBeNull()
  })

  it('happens once for ten calls of one tab at once', async () => {
    const { session } = await signedIn()
    vi.setSystemTime(now.getTime() + 15 * minuteMs)
    const calls = serveRenewing()
    await Promise.all(Array.from({ length: 10 }, () => session.callApi('/api/brand')))
    expect(calls.filter(({ path }) => path === '/refresh')).toHaveLength(1)
  })

  it('happens once for two tabs at once: the second takes what the first stored', async () => {
    const locks = createLocks()
    const [one, other] = [openTab({ locks }), openTab({ locks })]
    await signIn(one.session)
    vi.setSystemTime(now.getTime() + 15 * minuteMs)
    const calls = serveRenewing()
    const answers = await Promise.all(
      [one, other].map(({ session }) => session.callApi<{ with: string }>('/api/brand')),
    )
    expect(calls.filter(({ path }) => path === '/refresh')).toHaveLength(1)
    expect(new Set(answers.map((answer) => answer.with)).size).toBe(1)
  })

  it('follows a 401 token_expired, and the call goes out once more', async () => {
    const { session } = await signedIn()
    const old = localStorage.getItem('accessToken')
    const calls = serve(({ path, headers }) => {
      if (path === '/refresh') return { body: sessionAnswer({ id: 'new' }) }
      return headers.get('authorization') === `Bearer ${old}` ? refused(401, 'token_expired') : { body: 'done' }
    })
    expect(await session.callApi('/api/brand', { method: 'POST', body: { name: 'x' } })).toBe('done')
    expect(calls.map(({ path }) => path)).toEqual(['/api/brand', '/refresh', '/api/brand'])
    expect(calls[2]!.body).toEqual({ name: 'x' })
    expect(session.notices.current()).toBeNull()
  })

  it('does not go round in circles where a new token is refused too', async () => {
    const { session } = await signedIn()
    const calls = serve(({ path }) =>
      path === '/refresh' ? { body: sessionAnswer({ id: 'new' }) } : refused(401, 'token_expired'),
    )
    await expect(session.callApi('/api/brand')).rejects.toMatchObject({ status: 401 })
    expect(calls).toHaveLength(3)
  })

  it.each([401, 403])(
    'refused with %i ends the session: notice "Session expirated", logout after 5 seconds',
    async (status) => {
      const { session, end } = await signedIn()
      vi.setSystemTime(now.getTime() + 15 * minuteMs)
      const calls = serve(() => refused(status, 'session_expired'))
      await expect(session.callApi('/api/brand')).rejects.toMatchObject({ status: 403, code: 'session_expired' })
      expect(calls.map(({ path }) => path)).toEqual(['/refresh'])
      expect(session.notices.current()).toBe('sessionExpired')
      await vi.advanceTimersByTimeAsync(5_000)
      expect(end.mock.calls).toEqual([['/login?next=%2F']])
    },
  )

  it.each([429, 503])('refused with %i keeps the session for the next try', async (status) => {
    const { session, leave } = await signedIn()
    vi.setSystemTime(now.getTime() + 15 * minuteMs)
    serve(() => refused(status, 'unavailable'))
    await expect(session.callApi('/api/brand')).rejects.toMatchObject({ status })
    await vi.advanceTimersByTimeAsync(10_000)
    expect(leave).not.toHaveBeenCalled()
    serveRenewing()
    await expect(session.callApi('/api/brand')).resolves.toBeDefined()
  })

  it('that arrives after signing out does not sign in again', async () => {
    const { session } = await signedIn()
    vi.setSystemTime(now.getTime() + 15 * minuteMs)
    serve(async ({ path }) => {
      if (path === '/refresh') localStorage.clear()
      return path === '/refresh' ? { body: sessionAnswer({ id: 'late' }) } : refused(401, 'unauthorized')
    })
    await session.callApi('/api/brand').catch(() => undefined)
    expect(localStorage).toHaveLength(0)
  })

  it("goes by the server's clock where the browser's is an hour off either way", async () => {
    for (const aheadMs of [-60 * minuteMs, 60 * minuteMs]) {
      const { session } = await signedIn({ issuedAt: now.getTime() + aheadMs })
      const calls = serveRenewing()
      await session.callApi('/api/brand')
      expect(
        calls.map(({ path }) => path),
        `${aheadMs}`,
      ).toEqual(['/api/brand'])
      localStorage.clear()
    }
  })

  it('happens at once where the stored access token cannot be read', async () => {
    const { session }: { session: Session } = openTab()
    localStorage.setItem('accessToken', 'nonsense')
    localStorage.setItem('refreshToken', 'refresh-a')
    const calls = serveRenewing()
    await session.callApi('/api/brand')
    expect(calls.map(({ path }) => path)).toEqual(['/refresh', '/api/brand'])
  })

  it('without a refresh token ends the session', async () => {
    const { session } = openTab()
    localStorage.setItem('accessToken', token({ issuedAt: now.getTime() - 20 * minuteMs }))
    serve(() => ({}))
    await expect(session.callApi('/api/brand')).rejects.toMatchObject({ code: 'session_expired' })
  })
})
