/*
 * Every control of a page, used as a person would: opened, picked, typed in, ticked, left. Nothing may lead to a page
 * that is not there, write to the console, widen the page, ask in a dialog of the browser's own, or (while the page
 * comes) push around what is looked at. A page is met in one of the looks, which take turns over widths, layouts,
 * languages, light and dark; `tests/browser/walk/` sees each page in all widths and judges it with axe. What pages lead to
 * is followed once for every kind of address.
 */
import { downloads as enDownloads } from '#locales/en/downloads.ts'
import * as enOnDemand from '#locales/en/onDemand.ts'
import { moneyPages as enMoney } from '#locales/en/moneyPages.ts'
import { pages as enPages } from '#locales/en/pages.ts'
import { panels as enPanels } from '#locales/en/panels.ts'
import { downloads as esDownloads } from '#locales/es/downloads.ts'
import * as esOnDemand from '#locales/es/onDemand.ts'
import { moneyPages as esMoney } from '#locales/es/moneyPages.ts'
import { pages as esPages } from '#locales/es/pages.ts'
import { panels as esPanels } from '#locales/es/panels.ts'
import { downloads as ptDownloads } from '#locales/pt/downloads.ts'
import * as ptOnDemand from '#locales/pt/onDemand.ts'
import { moneyPages as ptMoney } from '#locales/pt/moneyPages.ts'
import { pages as ptPages } from '#locales/pt/pages.ts'
import { panels as ptPanels } from '#locales/pt/panels.ts'
import { unreachedCharts } from '../support/fit.ts'
import { isAsked, type Look } from '../support/looks.ts'
import { faultsBefore, faultsIn } from '../visualMatrix/looks.ts'
import { sidewaysPixels } from '../support/pageVisit.ts'
import type { Visitor } from '../support/visit.ts'
import { type Control, countUse, type Hands, leaveOpened, nextControl, sparedNow, touch } from './hand.ts'
import { groupOf, type HandsOn, isByKeysAt, isRoundAsked, isWhole, looksFor } from './handsOn.ts'

const notFoundTitles = [ptPages, enPages, esPages].map(({ notFound }) => notFound.title)

/** Buttons that do at once what cannot be taken back, or hand out a file; what asks first is opened and left. */
const spared = [
  ...[
    { ...ptMoney, ...ptOnDemand },
    { ...enMoney, ...enOnDemand },
    { ...esMoney, ...esOnDemand },
  ].flatMap(({ jobs, feeds, keys }) => [jobs.run, feeds.forget, feeds.import, feeds.stop, keys.make]),
  ...[ptDownloads, enDownloads, esDownloads].flatMap(({ fetch, remove, cancel, removeSchedule }) => [
    fetch,
    remove,
    cancel,
    removeSchedule,
  ]),
  // Setting up the second step asks for the password, and whoever types another one is refused.
  ...[ptPanels, enPanels, esPanels].flatMap(({ account, twoStep }) => [account.end, account.endOthers, twoStep.setUp]),
]

/** How far a page may push around what is looked at while it comes (Chromium's layout shift). */
export const shiftMax = 0.05
/** How long a control may take to be reached, in milliseconds, at each try: far longer the last time than on a quiet machine. */
const patiences = [1_500, 4_000, 15_000]
/** How long a link may take to lead anywhere, in milliseconds. */
const followMs = 15_000
/** More controls than any page has: one that makes new ones without end is a fault of its own. */
const controlsMax = 60

/** How far what is shown was pushed around since the page began. */
export const shiftedIn = ({ page }: Visitor): Promise<number> =>
  page.evaluate(() => (window as unknown as { shifts: number[] }).shifts.reduce((sum, value) => sum + value, 0))

/** The words of what was pushed around. */
const movedIn = ({ page }: Visitor): Promise<string> =>
  page.evaluate(() => (window as unknown as { moved: string[] }).moved.join(', '))

const isAbsent = async ({ page }: Visitor) =>
  notFoundTitles.includes((await page.locator('h1').first().innerText()).trim())

/** Addresses of one kind: those that differ by a number alone. */
const kindOf = (address: string) => new URL(address).pathname.replace(/\d+/g, '#')

const plain = (path: string) => path.replace(/\?.*|\/$/g, '')

/**
 * Touches a control, however long what the one before opened takes to come: a dialog whose part is loaded only then lies
 * over it a moment later, and rows that are read anew take their controls with them (the one that stands there then is
 * as good).
 */
async function touchAtLast(hands: Hands, control: Control, done: readonly string[]): Promise<void> {
  for (const patience of patiences) {
    try {
      await touch(hands, control, patience)
      return
    } catch (error) {
      if (patience === patiences.at(-1)) throw error
      // What stands there now.
      if ((await nextControl(hands.page, { done, spared, isByKeys: hands.isByKeys }))?.key !== control.key) return
    }
  }
}

/** Uses every control of the page that is open. */
async function faultsOf({ visitor, address, hands }: HandsOn, path: string): Promise<string[]> {
  const { page } = visitor
  const found: string[] = []
  const done = sparedNow(hands)
  const before = done.length
  let last: Control | null = null
  for (; done.length - before < controlsMax; done.push(last.key)) {
    last = await nextControl(page, { done, spared, isByKeys: hands.isByKeys })
    if (last === null) break
    countUse(hands, last.key)
    await touchAtLast(hands, last, done).catch((error: unknown) =>
      found.push(`${path}, ${last!.key}: ${String(error).split('\n')[0]}`),
    )
    found.push(...hands.found.splice(0).map((finding) => `${path}, ${last!.key}: ${finding}`))
    if (await isAbsent(visitor)) found.push(`${path}, ${last.key}: leads to a page that is not there`)
    if (plain(new URL(page.url()).pathname) !== plain(path)) await visitor.open(`${address}${path}`)
  }
  await leaveOpened(hands)
  found.push(...hands.found.splice(0).map((finding) => `${path}: ${finding}`))
  if (last !== null) found.push(`${path}: has more than ${controlsMax} controls`)
  const sideways = await sidewaysPixels(page)
  if (sideways > 0) found.push(`${path}: is ${sideways} pixels too wide after its controls were used`)
  return found
}

/** Follows the links of the page's main part that lead to a kind of page nobody was led to yet. */
async function drill({ visitor, address }: HandsOn, path: string, followed: Set<string>): Promise<string[]> {
  const { page } = visitor
  const found: string[] = []
  const targets = await page
    .locator('main a[href^="/"]:visible:not([target]):not([download])')
    .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href))
  for (const target of targets) {
    const kind = kindOf(target)
    if (followed.has(kind) || kindOf(page.url()) === kind) continue
    followed.add(kind)
    const link = page.locator(`main a[href="${target.slice(address.length)}"]:visible`).first()
    if (!(await link.isVisible())) await visitor.open(`${address}${path}`)
    await link.click()
    const isThere = await page
      .waitForURL((url) => kindOf(url.href) === kind, { timeout: followMs })
      .then(
        () => true,
        () => false,
      )
    if (!isThere) found.push(`${path}: ${target} leads to ${page.url()}`)
    await page.locator('h1').first().waitFor()
    if (await isAbsent(visitor)) found.push(`${path}: leads to ${target}, which is not there`)
    await visitor.back()
    if (plain(new URL(page.url()).pathname) !== plain(path)) await visitor.open(`${address}${path}`)
  }
  return found
}

/** A page's turn. */
interface Visit {
  readonly path: string
  readonly look: Look
  /** How often it was met before. */
  readonly nth: number
  /** How often it will be met again. */
  readonly again: number
}

/** Every page once, then every page in its next look: whoever stops early has met all of them. */
function visitsOf({ looks }: HandsOn, paths: readonly string[]): readonly Visit[] {
  const rounds = paths.flatMap((path, turn) => {
    const all = looksFor(looks, turn)
    return isAsked(path)
      ? all.map((_, nth) => ({ path, nth, again: all.length - 1 - nth, look: all[(turn + nth) % all.length]! }))
      : []
  })
  return rounds.filter(({ nth }) => isRoundAsked(nth)).toSorted((one, other) => one.nth - other.nth)
}

/** Comes to a page: what is wrong while it comes and, where pages are judged as a whole, as it stands then. */
async function comeTo(office: HandsOn, { path, look, again }: Visit): Promise<string[]> {
  const { visitor, address } = office
  await office.wear(look)
  await visitor.page.setViewportSize({ width: look.width, height: 900 })
  const found: string[] = []
  if (isWhole && again === 0)
    found.push(...(await faultsBefore(office, () => visitor.page.goto(`${address}${path}`, { waitUntil: 'load' }))))
  else {
    await visitor.open(`${address}${path}`)
    found.push(...(await pushedIn(office, path, look)))
  }
  if (isWhole) found.push(...(await faultsIn(visitor.page, look, [])).map((fault) => `${path}: ${fault}`))
  return found
}

/** Looks at pages one after the other, each in another look, and uses what is on them. @returns what is wrong */
export async function useControls(office: HandsOn, paths: readonly string[]): Promise<string[]> {
  const { visitor } = office
  const found: string[] = []
  const followed = new Set<string>()
  const groups = new Map<string, Hands['used']>()
  for (const visit of visitsOf(office, paths)) {
    const { path, look, nth } = visit
    const isByKeys = isByKeysAt(nth)
    const group = groupOf(look, isByKeys)
    if (!groups.has(group)) groups.set(group, new Map())
    const how = [...Object.values(look), ...(isByKeys ? ['by keys'] : [])].join(' ')
    // Another language names its dialogs otherwise; in another room or mode they look otherwise.
    const judged = isWhole ? new Set<string>() : office.hands.judged
    const hands = { ...office.hands, judged, used: groups.get(group)!, isByKeys }
    const faults = await comeTo(office, visit)
    faults.push(...(await drill(office, path, followed)))
    const unreached = await unreachedCharts(visitor.page)
    if (unreached > 0) faults.push(`${path}: has ${unreached} charts that no key reaches`)
    faults.push(...(await faultsOf({ ...office, hands }, path)))
    if (isWhole) faults.push(...office.faults())
    found.push(...faults.map((fault) => `${fault} (${how})`))
    if (isWhole) process.stdout.write(`${[`${path} (${how}): ${faults.length}`, ...faults].join('\n  ')}\n`)
  }
  return found
}

/** A busy machine brings parts in an order of its own: what is pushed around is so every time. */
async function pushedIn({ visitor, address }: HandsOn, path: string, { width, layout }: Look): Promise<string[]> {
  let shifted = await shiftedIn(visitor)
  for (let again = 0; shifted > shiftMax && again < 2; again += 1) {
    await visitor.open(`${address}${path}`)
    shifted = Math.min(shifted, await shiftedIn(visitor))
  }
  if (shifted <= shiftMax) return []
  return [`${path} at ${width}, ${layout}: is pushed around by ${shifted.toFixed(3)}: ${await movedIn(visitor)}`]
}
