/* Who uses the controls of the pages, where, and in which looks. */
import { portalPages } from '#app/ui/portal/portalPages.ts'
import { portalPath } from '#engine/ui/router/pagePaths.ts'
import { buildAccessKey } from '#tests/support/builders.ts'
import type { Client } from '#tests/support/office.ts'
import { type Exhibition, openExhibition } from '../support/exhibition.ts'
import { everyLook, type Look, lookAt, looksByRoom, portalLooks, widths } from '../support/looks.ts'
import { signInOnPage } from '../support/pageVisit.ts'
import { ownRoutes, specifiedRoutes } from '../support/routes.ts'
import { openVisitor, type Visitor, visitorProfile } from '../support/visit.ts'
import type { Hands } from './hand.ts'

/**
 * `LOOKS=all` meets every page in each of 24 looks and spares no control on it (hours). `LOOKS=rooms` meets it in each room
 * once (width and kind of menu), the other things taking turns: `TURN=0` to `TURN=5` together meet all 24.
 * `PAGES=/reports,/home` narrows both to pages whose address holds one of these. `KEYS=alone` leaves the mouse away,
 * `KEYS=turns` the second time that each page is met. Pages are met in rounds, each in one look a round: `ROUND=0` is the first
 * of them alone.
 */
const looksAsked = process.env['LOOKS']
const keysAsked = process.env['KEYS']
/**
 * On so many pages a control of one kind and name is used in each language (on three, then) and, where pages are met in
 * each, in each room: what lists and forms have in common (columns, rows a page, the heads' order) is made in one place,
 * and what is a page's own has a name of its own.
 */
const pagesOfOneControl = looksAsked === 'all' ? Infinity : 1
/** Where pages are met to be judged as a whole, not in one look each. */
export const isWhole = looksAsked === 'all' || looksAsked === 'rooms'
/** Among which looks a control counts as used. */
export const groupOf = ({ language, width, layout }: Look, isByKeys: boolean): string =>
  looksAsked === 'rooms' ? (isByKeys ? 'keys' : `${width} ${layout}`) : language
/** Whether a page is met by keys alone the n-th time that it is. */
export const isByKeysAt = (nth: number): boolean => keysAsked === 'alone' || (keysAsked === 'turns' && nth === 1)
/** Whether pages are met for the n-th time at all. */
export const isRoundAsked = (nth: number): boolean => [undefined, String(nth)].includes(process.env['ROUND'])
/** Where it is everything it takes as long as it takes, and what was found is told, not looked for once more. */
export const controlsOptions = isWhole ? { timeout: 0, retry: 0 } : { timeout: 900_000 }

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
export const looksFor = (looks: LooksOf, nth: number): readonly Look[] => {
  const turn = nth + Number(process.env['TURN'] ?? 0)
  return looksAsked === 'all' ? looks.all : looksAsked === 'rooms' ? looks.byRoom(turn) : [looks.one(turn)]
}

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
  await page
    .locator('input[name=token]')
    .fill(await buildAccessKey(root, 'affiliate', exhibits.ids.affiliate, { scope: 'signIn' }))
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
    hands: { page: visitor.page, judged: new Set(), found: [], used: new Map(), pagesOfOneControl, isByKeys: false },
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
