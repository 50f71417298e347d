import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { now, openTab, serve, sessionAnswer, signIn, user } from '#tests/support/ui/browser.ts'

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  vi.useFakeTimers({ now })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('signing in', () => {
  it("keeps the session fields and the user in the browser's storage", async () => {
    const { session } = openTab()
    expect(session.isSignedIn()).toBe(false)
    const calls = serve(() => ({ body: sessionAnswer() }))
    expect(await session.signIn({ email: 'ana@example.com', password: 'secret' })).toBe('signed_in')
    expect(calls).toMatchObject([
      { method: 'POST', path: '/login', body: { email: 'ana@example.com', password: 'secret' } },
    ])
    expect(calls[0]!.headers.get('content-type')).toBe('application/json')
    expect(calls[0]!.headers.get('authorization')).toBeNull()
    const { codResposta: _, user: stored, ...fields } = sessionAnswer()
    for (const [name, value] of Object.entries(fields)) expect(localStorage.getItem(name), name).toBe(value)
    expect(JSON.parse(localStorage.getItem('user')!)).toEqual(stored)
    expect(session.user()).toEqual(user)
  })

  it('starts signed in where an access token is in local storage', () => {
    localStorage.setItem('accessToken', 'anything')
    expect(openTab().session.isSignedIn()).toBe(true)
  })

  it("tells why it was refused, in the catalogue's words, and stores nothing", async () => {
    const { session, leave } = openTab()
    serve(() => ({ status: 400, body: { code: 'invalid_credentials', message: 'Invalid e-mail or/and password' } }))
    await expect(session.signIn({ email: 'a@example.com', password: 'x' })).rejects.toMatchObject({
      status: 400,
      code: 'invalid_credentials',
      message: 'Invalid e-mail or/and password',
    })
    expect(localStorage).toHaveLength(0)
    expect(leave).not.toHaveBeenCalled()
  })

  it('neither warns nor signs out on 401 and 403 before anybody is signed in', async () => {
    const { session, leave } = openTab()
    for (const [status, code] of [
      [403, 'two_step_locked'],
      [401, 'unauthorized'],
    ] as const) {
      serve(() => ({ status, body: { code, message: '' } }))
      await expect(session.confirmSecondStep({ totp: '123456' })).rejects.toMatchObject({ code })
      expect((await session.send('/api/report/lottery')).status).toBe(status)
    }
    expect(session.notices.current()).toBeNull()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(leave).not.toHaveBeenCalled()
  })
})

describe('the second step', () => {
  it('is due after 209, also when the page is loaded anew, and opens the session with the code', async () => {
    serve(() => ({ body: { codResposta: 209, accessToken: 'step', accessExpiresAt: '2026-11-20T09:15:00.000Z' } }))
    expect(await openTab().session.signIn({ email: 'a@example.com', password: 'x' })).toBe('second_step')
    const { session } = openTab()
    expect(session.isSignedIn()).toBe(false)
    expect(session.dueSecondStep()).toEqual({ otpauthUrl: null })
    const calls = serve(() => ({ body: sessionAnswer() }))
    await session.confirmSecondStep({ totp: '123456' })
    expect(calls).toMatchObject([{ path: '/second_step', body: { totp: '123456', accessToken: 'step' } }])
    expect(session.isSignedIn()).toBe(true)
    expect(session.dueSecondStep()).toBeNull()
  })

  it('after 210 shows the address for the authenticator, which no storage ever holds', async () => {
    const otpauthUrl = 'otpauth://totp/Back%20office:ana?secret=ABCDEFGH'
    serve(() => ({
      body: { codResposta: 210, accessToken: 'step', accessExpiresAt: '2026-11-20T09:15:00.000Z', otpauthUrl },
    }))
    const { session } = openTab()
    await session.signIn({ email: 'a@example.com', password: 'x' })
    expect(session.dueSecondStep()).toEqual({ otpauthUrl })
    expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }])).not.toContain('ABCDEFGH')
    expect(openTab().session.dueSecondStep()).toBeNull()
  })

  it('stays due after a wrong code, and is forgotten by starting over', async () => {
    serve(() => ({ body: { codResposta: 209, accessToken: 'step', accessExpiresAt: '2026-11-20T09:15:00.000Z' } }))
    const { session } = openTab()
    await session.signIn({ email: 'a@example.com', password: 'x' })
    serve(() => ({ status: 400, body: { code: 'invalid_totp', message: 'wrong' } }))
    await expect(session.confirmSecondStep({ totp: '000000' })).rejects.toMatchObject({ code: 'invalid_totp' })
    expect(session.dueSecondStep()).not.toBeNull()
    session.startOver()
    expect(session.dueSecondStep()).toBeNull()
  })
})

describe("a partner's access key", () => {
  it('opens a session', async () => {
    const { session } = openTab()
    const calls = serve(() => ({ body: sessionAnswer() }))
    expect(await session.signInByKey('partner', { token: 'pt_abc' })).toBe('signed_in')
    expect(calls).toMatchObject([{ path: '/login/partner', body: { token: 'pt_abc' } }])
    expect(session.isSignedIn()).toBe(true)
  })
})

describe('signing out', () => {
  it('clears all browser storage, tells the server, and leaves for /login', async () => {
    const { session, leave } = openTab()
    await signIn(session)
    localStorage.setItem('something.else', 'x')
    sessionStorage.setItem('another', 'y')
    const accessToken = localStorage.getItem('accessToken')
    const calls = serve(() => ({}))
    await session.logout()
    expect([localStorage.length, sessionStorage.length]).toEqual([0, 0])
    expect(leave.mock.calls).toEqual([['/login']])
    expect(calls).toMatchObject([{ method: 'POST', path: '/logout', init: { keepalive: true } }])
    expect(calls[0]!.headers.get('authorization')).toBe(`Bearer ${accessToken}`)
  })

  it('leaves for / where nobody was signed in, and asks nothing of the server', async () => {
    const { session, leave } = openTab()
    localStorage.setItem('language', 'en')
    const calls = serve(() => ({}))
    await session.logout()
    expect(leave.mock.calls).toEqual([['/']])
    expect(localStorage).toHaveLength(0)
    expect(calls).toEqual([])
  })

  it('goes on though the server does not answer, and leaves once', async () => {
    const { session, leave } = openTab()
    await signIn(session)
    vi.stubGlobal(
      'fetch',
      vi.fn(() => Promise.reject(new TypeError('fetch failed'))),
    )
    await session.logout()
    await session.logout()
    expect(leave.mock.calls).toEqual([['/login']])
  })

  it('in another tab leaves here as well, and another person there loads the page anew here', async () => {
    const { session, leave } = openTab()
    await signIn(session)
    const store = (change: StorageEventInit) =>
      window.dispatchEvent(new StorageEvent('storage', { storageArea: localStorage, ...change }))
    store({ key: 'user', oldValue: JSON.stringify(user), newValue: JSON.stringify({ ...user, name: 'Ana S.' }) })
    expect(leave).not.toHaveBeenCalled()
    store({ key: 'user', oldValue: JSON.stringify(user), newValue: JSON.stringify({ ...user, id: 8 }) })
    store({ key: null })
    expect(leave.mock.calls).toEqual([['/'], ['/login']])
  })

  it('by itself in another tab ends it here in the same page, with the way back', async () => {
    const { session, leave, end } = openTab()
    await signIn(session)
    const store = (change: StorageEventInit) =>
      window.dispatchEvent(new StorageEvent('storage', { storageArea: localStorage, ...change }))
    store({ key: 'sessionEnded', oldValue: null, newValue: 'yes' })
    expect(end).not.toHaveBeenCalled()
    store({ key: null })
    store({ key: null })
    expect([end.mock.calls, leave.mock.calls]).toEqual([[['/login?next=%2F']], []])
  })
})

describe('who is signed in', () => {
  it('is asked of the server and kept', async () => {
    const { session } = openTab()
    await signIn(session)
    const calls = serve(() => ({ body: { ...user, roles: ['home'] } }))
    expect(await session.loadUser()).toMatchObject({ roles: ['home'] })
    expect(calls).toMatchObject([{ method: 'GET', path: '/api/me' }])
    expect(session.user()!.roles).toEqual(['home'])
  })

  it('is nobody once the session is over, without a notice: nothing of it is left', async () => {
    const { session, leave } = openTab()
    await signIn(session)
    serve(() => ({ status: 403, body: { code: 'session_expired', message: '' } }))
    expect(await session.loadUser()).toBeNull()
    expect(localStorage).toHaveLength(0)
    expect(session.notices.current()).toBeNull()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(leave).not.toHaveBeenCalled()
  })

  it('stays where the server cannot be asked', async () => {
    const { session } = openTab()
    await signIn(session)
    serve(() => ({ status: 503, body: { code: 'unavailable', message: 'later' } }))
    await expect(session.loadUser()).rejects.toMatchObject({ status: 503, code: 'unavailable' })
    expect(session.isSignedIn()).toBe(true)
  })
})

describe('preferences', () => {
  it('are kept on the server and with the user here', async () => {
    const { session } = openTab()
    await signIn(session)
    const calls = serve(() => ({ body: { language: 'en', layout: { mode: 'light' } } }))
    await session.savePreferences({ language: 'en', layout: { mode: 'light' } })
    expect(calls).toMatchObject([
      { method: 'PUT', path: '/api/me/preferences', body: { language: 'en', layout: { mode: 'light' } } },
    ])
    expect(session.user()!.settings).toEqual({ language: 'en', layout: { mode: 'light' } })
  })
})
