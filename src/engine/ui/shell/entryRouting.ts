/**
 * The gate before every page: which room an address opens, decided before anything of the room is loaded or asked of
 * the server.
 */
import { publicReports } from '#resources/publicReports.ts'
import { accountPath } from '#engine/auth/ui/account/accountPath.ts'
import { isPortalHost } from '#themes/index.ts'
import { portalPath, downloadsPath } from '#engine/ui/router/pagePaths.ts'

/** The entrance holds what needs no session; the portal what is an affiliate's own; the office everything else. */
export type AppName = 'entrance' | 'office' | 'portal'

/** Where an address leads: a room, and the address to stand at there. */
export interface Way {
  readonly room: AppName
  readonly address: string
}

/** Where one arrives after signing in without having asked for a page. */
export const homeAddress = '/home'

/** Addresses of the entrance. */
export const entranceAddresses = ['/', '/login', '/login/partner', '/login/affiliate'] as const
export type EntranceAddress = (typeof entranceAddresses)[number]

/** Whether a path is a page for whoever has no account yet, signed in or not; the entrance shows them. */
export const isWelcome = (path: string): boolean => /^\/(?:invitation|stop|application|apply\/[^/]+)$/.test(path)

const firstSegment = (path: string) => path.split('/', 2)[1] ?? ''

/**
 * First segments behind which everything asks for a session: a visitor learns nothing about which pages exist there.
 * Those of the menu, which a test holds to it: the menu itself would weigh more than the sign-in has room for.
 */
const guardedSegments = new Set([
  'dashboard',
  'home',
  'registers',
  'financial',
  'reports',
  'management',
  'studio',
  firstSegment(portalPath),
  firstSegment(accountPath),
  firstSegment(downloadsPath),
])

const withoutTrailingSlash = (path: string) => path.replace(/\/+$/, '') || '/'

const isEntrance = (path: string): path is EntranceAddress => (entranceAddresses as readonly string[]).includes(path)

/** Whether the page at a path opens without signing in (the data on it may still need a token). */
export function isPublicReport(path: string): boolean {
  return (publicReports as readonly string[]).includes(withoutTrailingSlash(path))
}

/** Whether a path asks for a session. */
export function isGuarded(path: string): boolean {
  return guardedSegments.has(firstSegment(path)) && !isPublicReport(path)
}

const isOfPortal = (address: string) => firstSegment(address.split(/[?#]/, 1)[0]!) === firstSegment(portalPath)

/** Where one signs in at a host that is there for affiliates alone. */
const portalEntrance = '/login/affiliate'

/** An address of this very origin to go on to, or null: never an outside one, never the entrance itself. */
export function safeNext(next: string | null, origin: string): string | null {
  if (!next?.startsWith('/') || !URL.canParse(next, origin)) return null
  const url = new URL(next, origin)
  if (url.origin !== origin || isEntrance(withoutTrailingSlash(url.pathname))) return null
  return `${url.pathname}${url.search}${url.hash}`
}

/**
 * Where an address leads. An affiliate's own session stays in the portal, whatever was asked for.
 * @param isSignedIn whether the browser holds a session; whether it is still good is the server's word, asked before
 * the office opens.
 */
export function resolveAddress(url: URL, isSignedIn: boolean, isAffiliate = false): Way {
  const path = withoutTrailingSlash(url.pathname)
  const address = `${url.pathname}${url.search}${url.hash}`
  if (isWelcome(path)) return { room: 'entrance', address }
  if (isSignedIn && isAffiliate) {
    const wanted = isEntrance(path) ? safeNext(url.searchParams.get('next'), url.origin) : address
    return { room: 'portal', address: wanted && isOfPortal(wanted) ? wanted : portalPath }
  }
  if (isEntrance(path)) {
    if (!isSignedIn) {
      const leads = path === '/' && isPortalHost(url.hostname)
      return { room: 'entrance', address: leads ? `${portalEntrance}${url.search}` : address }
    }
    return { room: 'office', address: safeNext(url.searchParams.get('next'), url.origin) ?? homeAddress }
  }
  if (isSignedIn || isPublicReport(path)) return { room: 'office', address }
  const entrance = isPortalHost(url.hostname) ? portalEntrance : '/'
  return { room: 'entrance', address: isGuarded(path) ? `${entrance}?next=${encodeURIComponent(address)}` : address }
}
