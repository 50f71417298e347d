import { describe, expect, it } from 'vitest'
import { menu } from '#resources/menu.ts'
import { publicReports } from '#resources/publicReports.ts'
import { reports } from '#resources/reports/index.ts'
import type { Report } from '#engine/declaration/report.ts'
import { isGuarded, isPublicReport, safeNext, resolveAddress } from '#engine/ui/shell/entryRouting.ts'

const origin = 'https://office.example'
const way = (path: string, isSignedIn: boolean) => resolveAddress(new URL(path, origin), isSignedIn)

describe('a visitor who is not signed in', () => {
  it.each([
    '/dashboard',
    '/home',
    '/registers/user/list',
    '/registers/affiliate/12',
    '/registers/reward/profile/create',
    '/registers/brand/list',
    '/reports/affiliate/activity',
    '/reports/general',
    '/reports/general/v2/',
    '/reports/general/v2/token',
    '/financial/affiliate/payment',
    '/financial/entries',
    '/management/sys_activity_log',
  ])('asking for %s stands at the entrance, which remembers it', (path) => {
    expect(way(path, false)).toEqual({ room: 'entrance', address: `/?next=${encodeURIComponent(path)}` })
  })

  it('keeps the query of what was asked for', () => {
    expect(way('/registers/affiliate/list?page=2', false).address).toBe(
      '/?next=%2Fregisters%2Faffiliate%2Flist%3Fpage%3D2',
    )
  })

  it.each(['/', '/login', '/login/partner', '/404', '/nothing/here'])('stays at %s', (path) => {
    expect(way(path, false)).toEqual({ room: 'entrance', address: path })
  })
})

describe('somebody who is signed in', () => {
  it.each(['/', '/login', '/login/partner'])('goes from %s to the dashboard', (path) => {
    expect(way(path, true)).toEqual({ room: 'office', address: '/home' })
  })

  it('goes where they wanted to go before signing in', () => {
    expect(way('/?next=%2Fregisters%2Faffiliate%2Flist%3Fpage%3D2', true)).toEqual({
      room: 'office',
      address: '/registers/affiliate/list?page=2',
    })
  })

  it.each(['/registers/affiliate/list', '/nothing/here', '/404'])('opens the office at %s', (path) => {
    expect(way(path, true)).toEqual({ room: 'office', address: path })
  })
})

describe('an affiliate in its own session', () => {
  const own = (path: string) => resolveAddress(new URL(path, 'https://office.example'), true, true)
  it.each(['/', '/login', '/home', '/registers/affiliate/list', '/?next=%2Fhome', '/nothing/here'])(
    'stays in the portal where %s was asked for',
    (path) => expect(own(path)).toEqual({ room: 'portal', address: '/portal' }),
  )

  it('goes to the page of the portal that it asked for', () => {
    expect(own('/portal/links')).toEqual({ room: 'portal', address: '/portal/links' })
    expect(own('/?next=%2Fportal%2Fdeal')).toEqual({ room: 'portal', address: '/portal/deal' })
    expect(way('/portal/links', false)).toEqual({ room: 'entrance', address: '/?next=%2Fportal%2Flinks' })
  })
})

describe('where to go on after signing in', () => {
  it.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    'home',
    '',
    '/login',
    '/?next=/home',
  ])('is never %s', (next) => {
    expect(safeNext(next, origin)).toBeNull()
  })

  it('is an address of this origin with its query and hash', () => {
    expect(safeNext('/registers/campaign/3?a=1#b', origin)).toBe('/registers/campaign/3?a=1#b')
  })
})

it('guards every page below a guarded part, so that a visitor learns nothing about what is there', () => {
  expect(isGuarded('/registers/nothing')).toBe(true)
  expect(isGuarded('/elsewhere')).toBe(false)
})

describe('a host that is there for affiliates alone', () => {
  const at = (path: string, isSignedIn = false) =>
    resolveAddress(new URL(path, 'https://portal.localhost'), isSignedIn, isSignedIn)
  it.each([
    ['/', '/login/affiliate'],
    ['/portal/media', '/login/affiliate?next=%2Fportal%2Fmedia'],
    ['/login/affiliate', '/login/affiliate'],
    ['/login/partner', '/login/partner'],
  ])('leads from %s to where affiliates sign in', (path, address) =>
    expect(at(path)).toEqual({ room: 'entrance', address }),
  )

  it('leads an affiliate that is signed in straight to its pages', () => {
    expect(at('/', true)).toEqual({ room: 'portal', address: '/portal' })
    expect(at('/login/affiliate?next=%2Fportal%2Fmedia', true)).toEqual({ room: 'portal', address: '/portal/media' })
  })
})

it('asks for a session behind every entry of the menu that is no public report', () => {
  const paths = Object.values(menu)
    .flat()
    .map(({ path }) => path)
  expect(paths.filter((path) => !isPublicReport(path) && !isGuarded(path))).toEqual([])
})

it('opens without a session the reports that are declared so', () => {
  const declared = Object.values(reports as Readonly<Record<string, Report>>).filter(({ openTo }) => openTo.length > 1)
  expect([...publicReports]).toEqual(declared.map(({ path }) => path).toSorted())
})
