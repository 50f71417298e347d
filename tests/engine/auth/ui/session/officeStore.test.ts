import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createOfficeStore } from '#engine/auth/ui/session/officeStore.ts'
import { openTab, serve, sessionAnswer, signIn, user } from '#tests/support/ui/browser.ts'

const scrolled = 'brand.list.scrollPosition'
const keys = () => Object.keys(localStorage)

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})
afterEach(() => vi.unstubAllGlobals())

async function openOffice() {
  const tab = openTab()
  await signIn(tab.session)
  const store = createOfficeStore({ session: tab.session, user })
  store.setup()
  return { ...tab, store }
}

describe('what an office remembers in the browser', () => {
  it('is there while the session is, and nothing is written after signing out, however late', async () => {
    const { session, store } = await openOffice()
    store.setItem(scrolled, 40)
    expect(store.getItem(scrolled)).toBe(40)
    serve(() => ({}))
    await session.logout()
    store.setItem(scrolled, 80)
    store.setup()
    expect(keys()).toEqual([])
  })

  it('has no open rows any more when the pages are loaded again, and all else', async () => {
    const { session, store } = await openOffice()
    store.setItem('entry.datagrid.expanded', [535])
    store.setItem(scrolled, 40)
    const reloaded = createOfficeStore({ session, user })
    reloaded.setup()
    expect([reloaded.getItem('entry.datagrid.expanded'), reloaded.getItem(scrolled)]).toEqual([undefined, 40])
  })

  it('is not written after another tab signed out, before this one has heard of it', async () => {
    const { store } = await openOffice()
    localStorage.clear()
    store.setItem(scrolled, 80)
    expect(keys()).toEqual([])
  })

  it('is not written into the session of somebody else', async () => {
    const { store } = await openOffice()
    localStorage.setItem('user', JSON.stringify({ ...user, id: 8 }))
    store.setItem(scrolled, 80)
    expect(store.getItem(scrolled)).toBeUndefined()
  })

  it('is written again in a new session', async () => {
    const { session, store } = await openOffice()
    serve(() => ({}))
    await session.logout()
    await signIn(session)
    createOfficeStore({ session, user }).setItem(scrolled, 80)
    expect(store.getItem(scrolled)).toBe(80)
  })

  it('is written for visitors, who have no session to end', () => {
    const { session } = openTab()
    createOfficeStore({ session, user: null }).setItem('locale', 'es')
    expect(keys()).toEqual(['RaStoreoffice.locale'])
  })
})

it('who is signed in is not kept when the answer comes after signing out', async () => {
  const { session } = await openOffice()
  serve(async ({ path }) => {
    if (path === '/api/me') await session.logout()
    return { body: path === '/api/me' ? sessionAnswer().user : {} }
  })
  await session.loadUser()
  expect(keys()).toEqual([])
})
