import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createAuthProvider, mayAccess } from '#engine/auth/ui/authProvider.ts'
import { actorOfUser } from '#engine/auth/actorOfUser.ts'
import { openTab, serve, sessionAnswer, user } from '#tests/support/ui/browser.ts'

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})
afterEach(() => vi.unstubAllGlobals())

async function signedIn() {
  const tab = openTab()
  const auth = createAuthProvider(tab.session)
  serve(() => ({ body: sessionAnswer() }))
  await auth.login({ email: 'ana@example.com', password: 'x' })
  return { ...tab, auth }
}

describe('the authentication of react-admin', () => {
  it('lets in who holds a session and refuses who does not', async () => {
    await expect(createAuthProvider(openTab().session).checkAuth({})).rejects.toThrow()
    const { auth } = await signedIn()
    await expect(auth.checkAuth({})).resolves.toBeUndefined()
  })

  it('leaves 401 and 403 to the session, which signs out after a moment', async () => {
    const { auth, leave } = await signedIn()
    for (const status of [401, 403, 500]) await expect(auth.checkError({ status })).resolves.toBeUndefined()
    expect(leave).not.toHaveBeenCalled()
  })

  it('signs out by the session, which leaves the page itself', async () => {
    const { auth, leave } = await signedIn()
    serve(() => ({}))
    expect(await auth.logout({})).toBe(false)
    expect(leave.mock.calls).toEqual([['/login']])
    expect(localStorage).toHaveLength(0)
  })

  it('says who it is, and what they may do, by the same rules as the server', async () => {
    const { auth } = await signedIn()
    expect(await auth.getIdentity!()).toMatchObject({ id: 7, fullName: 'Ana Souza' })
    expect(await auth.getPermissions!({})).toMatchObject({
      kind: 'user',
      userId: 7,
      root: false,
      roles: new Set(['home', 'affiliate']),
      company: 1,
    })
    expect(await auth.canAccess!({ resource: 'affiliate', action: 'list' })).toBe(true)
    expect(await auth.canAccess!({ resource: 'brand', action: 'list' })).toBe(false)
  })
})

describe('what may be opened', () => {
  const actors = {
    'who holds home and affiliate': actorOfUser(user),
    root: actorOfUser({ ...user, root: true, roles: [] }),
  }
  it.each([
    ['who holds home and affiliate', 'edit', 'affiliate', true],
    ['who holds home and affiliate', 'delete', 'affiliate', true],
    ['who holds home and affiliate', 'create', 'campaign', false],
    ['root', 'create', 'campaign', true],
    ['who holds home and affiliate', 'list', 'activityLog', false],
    ['root', 'list', 'activityLog', true],
    ['root', 'create', 'activityLog', false],
    ['who holds home and affiliate', 'read', 'affiliate.name', true],
    ['who holds home and affiliate', 'read', 'affiliate.paymentKey', false],
    ['who holds home and affiliate', 'write', 'affiliate.paymentKey', false],
    ['root', 'write', 'affiliate.paymentKey', true],
    ['who holds home and affiliate', 'read', 'affiliate.createdAt', true],
    ['who holds home and affiliate', 'list', 'dashboard', true],
  ] as const)('for %s: %s %s is %s', (who, action, resource, expected) => {
    expect(mayAccess(actors[who], { resource, action })).toBe(expected)
  })

  it('is, for a partner, what its roles allow', () => {
    const partner = actorOfUser({
      ...user,
      id: 4,
      email: null,
      partner: 4,
      roles: ['home', 'activityPerAffiliate', 'entryByAffiliate'],
    })
    expect(partner).toMatchObject({ kind: 'partner', userId: null, name: 'Ana Souza', partner: 4 })
    expect(mayAccess(partner, { resource: 'affiliate', action: 'edit' })).toBe(false)
  })
})
