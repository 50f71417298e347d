/* Who uses the controls of the pages, where, and in which looks. */
import { portalPages } from '../../../src/admin/portal/portalPages.ts'
import { portalPath } from '../../../src/admin/portal/portalPath.ts'
import { buildAccessKey } from '../../support/builders.ts'
import type { Client } from '../../support/office.ts'
import { type Exhibition, openExhibition } from '../support/exhibition.ts'
import { everyLook, type Look, lookAt, looksByRoom, portalLooks, widths } from '../support/looks.ts'
import { signInOnPage } from '../support/pageVisit.ts'
import { ownRoutes, specifiedRoutes } from '../support/routes.ts'
import { openVisitor, type Visitor, visitorProfile } from '../support/visit.ts'
import type { Hands } from './hand.ts'

/**
 * `LOOKS=all` meets every page in each of 24 looks and spares no control on it (hours), `LOOKS=rooms` in each room once,
 * the other things taking turns; `PAGES=/reports,/home` those pages alone whose address holds one of these.
 */
const looksAsked = process.env['LOOKS']
/** Whether no control is spared. */
export const isWhole = looksAsked === 'all' || looksAsked === 'rooms'
/** How long all of it may take, in milliseconds: without end where it is everything. */
export const controlsTimeoutMs = isWhole ? 0 : 900_000

/** Looks in which pages are met. */
interface LooksOf {
  readonly all: readonly Look[]
  readonly byRoom: (turn: number) => readonly Look[]
  readonly one: (turn: number) => Look
}

const officeLooks: LooksOf = { all: everyLook, byRoom: looksByRoom, one: lookAt }
const ofPortal: LooksOf = {
  all: portalLooks,
  byRoom: (turn) => widths.map((_, index) => portalLooks[index * 3 + ((turn + index) % 3)]!),
  one: (turn) => portalLooks[(turn * 4) % portalLooks.length]!,
}
/** The looks in which the n-th page is met. */
export const looksFor = (looks: LooksOf, turn: number): readonly Look[] =>
  looksAsked === 'all' ? looks.all : looksAsked === 'rooms' ? looks.byRoom(turn) : [looks.one(turn)]

/** An office with the demo's data, root signed in in a browser, and what nobody should meet there. */
export interface HandsOn {
  readonly address: string
  readonly root: Client
  readonly visitor: Visitor
  /** Has the pages shown so from the next one on that is opened. */
  readonly wear: (look: Look) => Promise<unknown>
  readonly looks: LooksOf
  readonly hands: Hands
  /** Every page's address. */
  readonly paths: readonly string[]
  /** Answers of 404, dialogs of the browser's own, and what the console said, since this was asked last. */
  readonly faults: () => readonly string[]
  close(): Promise<void>
}

/** Opens one. */
export async function openHandsOn(): Promise<HandsOn & { readonly exhibition: Exhibition }> {
  const exhibition = await openExhibition()
  const { server, credentials, root, exhibits, close } = exhibition
  const visited = await openVisited(exhibition)
  await signInOnPage(visited.visitor.page, { address: server.address, ...credentials })
  const routes = [...specifiedRoutes(exhibits), ...ownRoutes(exhibits)]
  return {
    ...visited,
    exhibition,
    address: server.address,
    root,
    wear: ({ language, layout, mode }) => root.put('/api/me/preferences', { language, layout: { layout, mode } }),
    looks: officeLooks,
    paths: routes.map(({ path }) => path).filter((path) => path !== '/404'),
    close,
  }
}

/** The portal of an affiliate of the same office, signed in by its key. */
export async function openPortalHands(exhibition: Exhibition): Promise<HandsOn> {
  const { server, root, exhibits } = exhibition
  const visited = await openVisited(exhibition)
  const { page } = visited.visitor
  await page.goto(`${server.address}/login/affiliate`)
  await page.locator('input[name=token]').fill(await buildAccessKey(root, 'affiliate', exhibits.ids.affiliate))
  await page.locator('button[type=submit]').click()
  await page.waitForURL(`${server.address}${portalPath}`)
  return {
    ...visited,
    address: server.address,
    root,
    wear: ({ language }) => page.evaluate((chosen) => localStorage.setItem('language', chosen), language),
    looks: ofPortal,
    paths: portalPages.map(({ path }) => path),
    close: () => visited.visitor.close(),
  }
}

/** A browser's page, watched. */
async function openVisited({ opened }: Exhibition): Promise<Pick<HandsOn, 'visitor' | 'hands' | 'faults'>> {
  const visitor = await openVisitor(await opened.browser.newContext(visitorProfile))
  const met: string[] = []
  await watchShifts(visitor)
  visitor.page.on('response', (response) => {
    if (response.status() === 404) met.push(`404: ${response.url()} from ${visitor.page.url()}`)
  })
  // Leaving a form by the address bar is asked about by the browser, and by nothing else.
  visitor.page.on('dialog', (dialog) => {
    if (dialog.type() !== 'beforeunload') met.push(`${dialog.type()} at ${visitor.page.url()}`)
    void dialog.accept()
  })
  return {
    visitor,
    hands: { page: visitor.page, judged: new Set(), found: [], isByKeys: process.env['KEYS'] === 'alone' },
    faults: () => [...met.splice(0), ...visitor.complaints.splice(0)],
  }
}

async function watchShifts({ page }: Visitor): Promise<void> {
  await page.addInitScript(() => {
    const shifts: number[] = []
    const moved: string[] = []
    Object.assign(window, { shifts, moved })
    type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node: Node | null }[] }
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Shift[]) {
        if (entry.hadRecentInput) continue
        shifts.push(entry.value)
        moved.push(...entry.sources.map(({ node }) => `“${(node?.textContent ?? '').slice(0, 40)}”`))
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}
