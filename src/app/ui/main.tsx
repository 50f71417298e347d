import { leaveFor } from '#engine/auth/ui/session/afterSignOut.ts'
import '@fontsource-variable/inter/wght.css'
import { lazy } from 'react'
import '#engine/ui/shell/base.css'
import { isLanguage } from '#locales/languages.ts'
import { texts } from '#locales/texts.ts'
import { applyBrand } from '#engine/ui/shell/brand.ts'
import { isGuarded, resolveAddress } from '#engine/ui/shell/entryRouting.ts'
import { installation } from '#engine/ui/shell/installation.ts'
import { readPreferences } from '#engine/ui/shell/preferences.ts'
import { missingChunks } from '#engine/ui/chunks/missingChunks.ts'
import { createDrafts, ownerOf } from '#engine/auth/ui/session/drafts.ts'
import { createSession } from '#engine/auth/ui/session/session.ts'
import { viewingFrom } from '#engine/auth/ui/session/viewing.ts'
import { showFailure } from '#engine/ui/shell/showFailure.ts'
import { lettersThere } from '#engine/ui/shell/typeface.ts'

// A map, because the bundler would load both branches of an `if` ahead: the entrance must not bring react-admin.
const rooms = {
  entrance: async () => (await import('#engine/auth/ui/signIn/Entrance.tsx')).mountSignIn,
  office: async () => (await import('./App.tsx')).mountBackOffice,
  portal: async () => (await import('./portal/PortalApp.tsx')).openPortal,
}

const WelcomePages = lazy(() => import('./WelcomePages.tsx'))

const reloadedKey = 'reloadedForNewVersion'
/** Somebody signed in just now: the office says so once, also where the page is fetched anew in between. */
const greetingKey = 'greets'

const drafts = createDrafts(sessionStorage)

/** Staff who look at an affiliate's pages have a session of this tab's, and go back to where they were. */
const back = viewingFrom(sessionStorage)

const session = createSession({
  lasting: back === null ? localStorage : sessionStorage,
  passing: sessionStorage,
  locks: navigator.locks,
  base: installation.apiHost,
  here: () => `${window.location.pathname}${window.location.search}${window.location.hash}`,
  leave: (path) => (back === null ? leaveFor(path) : window.location.assign(back)),
  end: (path) => {
    if (back !== null) return window.location.assign(back)
    drafts.keep()
    window.history.replaceState(null, '', path)
    void start()
  },
})

const element = document.getElementById('root')!
let close = () => {}
/** Whose office stood in this page before. */
let lastOwner: string | null = null

/**
 * Only the same person goes on in this page: for anybody else it is fetched anew, and with it goes all that is in
 * memory.
 */
function enter() {
  const user = session.user()
  sessionStorage.setItem(greetingKey, 'yes')
  if (lastOwner !== null && (!user || ownerOf(user) !== lastOwner)) window.location.reload()
  else void start()
}

async function openEntrance() {
  const open = await rooms.entrance()
  await lettersThere()
  applyBrand('light')
  close()
  close = open(element, { calls: session, enter, WelcomePages })
}

/** What the office will say is on its way while everything else is: in the language of whoever was here last. */
function readTextsAhead() {
  const language = session.user()?.settings.language
  if (isLanguage(language)) texts[language].first().catch(() => undefined)
}

/** The office opens once the server has said who is here; nothing else is asked before. */
async function openOffice() {
  readTextsAhead()
  const [open, user] = await Promise.all([rooms.office(), session.isSignedIn() ? session.loadUser() : null])
  if (!user && session.isSignedIn()) return start()
  await lettersThere()
  applyBrand(readPreferences(user?.settings.layout).mode)
  close()
  const owner = user && ownerOf(user)
  lastOwner = owner ?? lastOwner
  drafts.openFor(owner)
  close = await open(element, { user, session, drafts, takeGreeting })
}

/** The portal opens as the office does, for an affiliate in its own session. */
async function openPortal() {
  const [open, user] = await Promise.all([rooms.portal(), session.loadUser()])
  if (!user) return start()
  await lettersThere()
  applyBrand('light')
  close()
  lastOwner = ownerOf(user)
  close = await open(element, { user, session, takeGreeting })
}

const openings = { entrance: openEntrance, office: openOffice, portal: openPortal }

function takeGreeting(): boolean {
  const isDue = sessionStorage.getItem(greetingKey) !== null
  sessionStorage.removeItem(greetingKey)
  return isDue
}

async function start() {
  const here = new URL(window.location.href)
  const way = resolveAddress(here, session.isSignedIn(), session.user()?.affiliate !== undefined)
  if (way.address !== `${here.pathname}${here.search}${here.hash}`) window.history.replaceState(null, '', way.address)
  try {
    await openings[way.room]()
    sessionStorage.removeItem(reloadedKey)
  } catch (error) {
    close()
    close = () => {}
    await showFailure(element, { error, retry: () => void start() })
  }
}

// After a new version was published the old one's parts are gone: fetch the page anew, once. Without a network that
// would leave the browser's own page of failure in place of ours;
// and where the office is open something may have been typed, so it says what is missing and asks.
window.addEventListener('vite:preloadError', (event) => {
  if (missingChunks.isAttended() || !navigator.onLine || sessionStorage.getItem(reloadedKey)) return
  sessionStorage.setItem(reloadedKey, 'yes')
  event.preventDefault()
  window.location.reload()
})

// After a session ended in this page, going back leads from the entrance to addresses of the office: the gate decides
// about them.
window.addEventListener('popstate', () => {
  if (!session.isSignedIn() && isGuarded(window.location.pathname)) void start()
})

applyBrand(readPreferences(session.user()?.settings.layout).mode)
void start()
