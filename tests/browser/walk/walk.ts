/*
 * The walk over every route of the specification, section 2, and every page of ours beside it.
 *
 * What is varied is spread, not multiplied. Root and the Manager each see a page in one of twelve looks (three languages x
 * light and dark x horizontal and vertical) at 375, 992 and 1440 pixels: so they meet every look at every width. What is
 * seen in one look is walked through without loading the page anew: `tests/browser/controls/` comes to every page by its
 * address. They see the same pages with light and dark exchanged: together they see each page in both. Axe judges words at
 * each width once, and colours, which take longer than all the rest, in light and in dark once; whole words and tables are
 * judged with the Manager, and for what root alone opens with root. The Promoter and the Partner are asked about their
 * rights: they see each page once, on a phone, where what is left out of it shows first.
 * Brands are spread over the people, since a brand is colours: root and the Promoter come by the host of one, the Manager
 * and the Partner by the other's; themes have a test of contrast of their own. Visitors have no layout and no dark mode;
 * they meet the three languages and both brands. What somebody may not open is asked for once, by its heading. A file a
 * walk, so that two go side by side.
 */
import type { Page } from 'playwright-core'
import { pages as en } from '#locales/en/pages.ts'
import { pages as es } from '#locales/es/pages.ts'
import { errors } from '#locales/pt/errors.ts'
import { pages as pt } from '#locales/pt/pages.ts'
import { panels } from '#locales/pt/panels.ts'
import { type ProfileName, profiles } from '#resources/roles.ts'
import { accountPath } from '#engine/auth/ui/account/accountPath.ts'
import { meridian } from '#themes/meridian/theme.ts'
import { solaris } from '#themes/solaris/theme.ts'
import { builtPassword } from '#tests/support/builders.ts'
import { type Exhibition, openExhibition } from '../support/exhibition.ts'
import { emailOf } from '../support/exhibits.ts'
import { brokenWords, cutTables } from '../support/fit.ts'
import { fillSignIn, goWithin, ofColours, seriousFindings, sidewaysPixels } from '../support/pageVisit.ts'
import { signInAt } from '../support/remoteClient.ts'
import { type Exhibits, ownRoutes, type Route, specifiedRoutes } from '../support/routes.ts'
import { openVisitor, type Visitor, visitorProfile } from '../support/visit.ts'

const texts = { pt, en, es }
const { account } = panels
export const languages = ['pt', 'en', 'es'] as const
export const modes = ['light', 'dark'] as const
const layouts = ['horizontal', 'vertical'] as const
export const widths = [1440, 992, 375] as const
export const brands = [meridian, solaris] as const

interface Look {
  readonly language: (typeof languages)[number]
  readonly mode: (typeof modes)[number]
  readonly layout: (typeof layouts)[number]
}

/** The look of the n-th page of a walk; twelve in a row are all there are. */
const lookAt = (turn: number): Look => ({
  language: languages[turn % 3]!,
  mode: modes[turn % 2]!,
  layout: layouts[Math.floor(turn / 2) % 2]!,
})

/** A page that is not there. */
export const absent = '/nothing/here'

/** Who walks, by which brand's host, beginning with which look, and at which widths axe looks at what they see: at none, rights alone are asked about. */
export const walkers = {
  root: { who: 'root', held: null, brand: meridian, firstTurn: 0, judgedAt: [1440, 375], coloursAt: 375 },
  Manager: { who: 'Manager', held: profiles.Manager, brand: solaris, firstTurn: 1, judgedAt: [992], coloursAt: 992 },
  Promoter: { who: 'Promoter', held: profiles.Promoter, brand: meridian, firstTurn: 2, judgedAt: [], coloursAt: 375 },
  Partner: { who: 'Partner', held: profiles.Partner, brand: solaris, firstTurn: 3, judgedAt: [], coloursAt: 375 },
} as const satisfies Record<string, { who: 'root' | ProfileName; [more: string]: unknown }>
type Walker = (typeof walkers)[keyof typeof walkers]

/** The office that is walked through. */
export interface Walk extends Exhibition {
  newVisitor(): Promise<Visitor>
  /** Localhost's own address by another name: each brand is served by its hosts. */
  originOf(brand: (typeof brands)[number]): string
}

/** Opens it. */
export async function openWalk(): Promise<Walk> {
  const exhibition = await openExhibition()
  const { port } = new URL(exhibition.server.address)
  return {
    ...exhibition,
    newVisitor: async () => openVisitor(await exhibition.opened.browser.newContext(visitorProfile)),
    originOf: ({ hosts }) => `http://${hosts.find((host) => host.endsWith('localhost'))}:${port}`,
  }
}

/** Whether the page says that it is not there. */
export const isAbsent = async (page: Page, language: Look['language']): Promise<boolean> =>
  (await page.locator('h1').first().innerText()).trim() === texts[language].notFound.title

/** Words on two lines, and tables that are cut off; on a telephone a line is shorter than many a short word. */
async function tornAt(page: Page, width: number): Promise<string[]> {
  const [words, cut] = [await brokenWords(page, width === 375 ? 8 : 2), await cutTables(page)]
  return [...words.map((word) => `breaks "${word}"`), ...cut.map((pixels) => `cuts ${pixels} pixels off a table`)]
}

/** How a page is judged. */
interface Judgement {
  readonly path: string
  readonly language: string
  readonly mode: string
  /** The widths at which axe looks at it. */
  readonly judgedAt: readonly number[]
  /** The one of them at which it asks about colours; at each without. */
  readonly coloursAt?: number
  /** The widths at which it is looked at; all without. */
  readonly seenAt?: readonly number[]
  /** Whether words and tables are looked at. */
  readonly areWordsJudged?: boolean
}

/** What is wrong with the page that is shown, at each width. */
export async function faultsOf(
  { page }: Visitor,
  { path, language, mode, judgedAt, coloursAt, seenAt = widths, areWordsJudged = false }: Judgement,
): Promise<string[]> {
  const found: string[] = []
  for (const width of seenAt) {
    await page.setViewportSize({ width, height: 900 })
    const place = `${path} at ${width}, ${mode}, ${language}: `
    const sideways = await sidewaysPixels(page)
    if (sideways > 0) found.push(`${place}${sideways} pixels too wide`)
    if (areWordsJudged) found.push(...(await tornAt(page, width)).map((finding) => `${place}${finding}`))
    const spared = [undefined, width].includes(coloursAt) ? [] : ofColours
    if (judgedAt.includes(width))
      found.push(...(await seriousFindings(page, 'html', spared)).map((finding) => `${place}${finding}`))
  }
  const { lang, shownMode, title } = await page.evaluate(() => ({
    lang: document.documentElement.lang,
    shownMode: document.documentElement.dataset['mode'],
    title: document.title,
  }))
  const heading = (await page.locator('h1').first().innerText()).trim()
  if (lang !== language) found.push(`${path}: is in ${lang}, not ${language}`)
  if (shownMode !== mode) found.push(`${path}: is ${shownMode}, not ${mode}`)
  if (!title.includes(heading)) found.push(`${path}: the window is called "${title}", the page "${heading}"`)
  return found
}

const mayOpen =
  ({ held }: Walker) =>
  ({ needs }: Route) =>
    held === null || needs.every((need) => need === 'anybody' || (held as readonly string[]).includes(need))

/** What root alone may open comes last. */
const everyRoute = (exhibits: Exhibits): readonly Route[] =>
  [...specifiedRoutes(exhibits), ...ownRoutes(exhibits)].toSorted(
    (one, other) => Number(one.needs.includes('root')) - Number(other.needs.includes('root')),
  )

/** The pages that somebody opens, each with its look, and whether its words are judged there: with one of the two. */
function visitsOf(walker: Walker, exhibits: Exhibits): { path: string; look: Look; areWordsJudged: boolean }[] {
  const isManagers = mayOpen(walkers.Manager)
  const visits = everyRoute(exhibits)
    .filter(mayOpen(walker))
    .map((route, index) => ({
      route,
      look: lookAt(walker.firstTurn + index),
      areWordsJudged: walker.who === 'Manager' || !isManagers(route),
    }))
  // What the other judge does not open is seen in the other mode as well.
  const again = walker.who === 'root' ? visits.filter(({ route }) => !isManagers(route)) : []
  const inOtherMode = ({ route, look }: (typeof visits)[number]) => ({
    route,
    look: { ...look, mode: modes[1 - modes.indexOf(look.mode)]! },
    areWordsJudged: false,
  })
  return [...visits, ...again.map(inOtherMode)].map(({ route: { path }, ...more }) => ({ path, ...more }))
}

/** A report says that it is not for this person; anything else is not there for them. */
const refusal = (page: Page) =>
  page
    .getByRole('heading', { level: 1, name: pt.notFound.title })
    .or(page.getByRole('main').getByText(errors.forbidden))

/** Somebody who is signed in, at the host of their brand. */
interface SignedIn {
  readonly visitor: Visitor
  readonly origin: string
  wear(look: Look): Promise<unknown>
}

async function signIn({ server, newVisitor, originOf }: Walk, { who, brand }: Walker): Promise<SignedIn> {
  const credentials =
    who === 'root'
      ? { email: server.rootEmail, password: server.rootPassword }
      : { email: emailOf(who), password: builtPassword }
  const client = await signInAt(server.address, credentials)
  const visitor = await newVisitor()
  const origin = originOf(brand)
  await visitor.open(origin)
  await fillSignIn(visitor.page, credentials)
  await visitor.page.waitForURL(`${origin}/home`)
  await visitor.page.locator('main h1').waitFor()
  const wear = ({ language, mode, layout }: Look) =>
    client.put('/api/me/preferences', { language, layout: { layout, mode } })
  return { visitor, origin, wear }
}

/** Asks for what somebody may not open. @returns what opens all the same */
async function askForRefused({ visitor, origin, wear }: SignedIn, refused: readonly string[]): Promise<string[]> {
  const found: string[] = []
  await wear(lookAt(0))
  await visitor.open(`${origin}${accountPath}`)
  for (const path of refused) {
    await goWithin(visitor.page, path)
    await refusal(visitor.page)
      .waitFor()
      .catch(() => found.push(`${path}: opens`))
    // Another page in between: what is refused looks as what was refused before.
    await goWithin(visitor.page, accountPath)
    await visitor.page.getByRole('heading', { level: 1, name: account.title }).waitFor()
  }
  for (const path of [absent, ...refused.slice(0, 1)]) {
    await visitor.page.goto(`${origin}${path}`)
    await refusal(visitor.page)
      .waitFor()
      .catch(() => found.push(`${path}: opens, by its address`))
  }
  return found
}

const refusedFor = (walker: Walker, exhibits: Exhibits) =>
  everyRoute(exhibits)
    .filter((route) => !mayOpen(walker)(route))
    .map(({ path }) => path)

/** More than one filled button on a page: none of them says what it is for. */
async function filledTwice({ page }: Visitor): Promise<string[]> {
  const filled = await page.locator('main .MuiButton-contained:visible').allInnerTexts()
  return filled.length > 1 ? [`has ${filled.length} filled buttons: ${filled.join(' | ')}`] : []
}

/** Walks all of somebody's pages, a look each. @returns what is wrong, the looks that were seen, and what the console said */
export async function walk(
  office: Walk,
  walker: Walker,
): Promise<{ found: string[]; seen: Set<string>; complaints: readonly string[] }> {
  const signedIn = await signIn(office, walker)
  const { visitor, origin, wear } = signedIn
  const found: string[] = []
  const byLook = Object.groupBy(visitsOf(walker, office.exhibits), ({ look }) => Object.values(look).join(' '))
  for (const visits of Object.values(byLook)) {
    await wear(visits![0]!.look)
    for (const [turn, { path, look, areWordsJudged }] of visits!.entries()) {
      await visitor.page.setViewportSize({ width: 1440, height: 900 })
      await (turn === 0 ? visitor.open(`${origin}${path}`) : visitor.goWithin(path))
      if ((await isAbsent(visitor.page, look.language)) !== (path === '/404')) found.push(`${path}: is refused`)
      found.push(...(await filledTwice(visitor)).map((finding) => `${path}: ${finding}`))
      const { judgedAt, coloursAt } = walker
      found.push(...(await faultsOf(visitor, { path, ...look, judgedAt, coloursAt, areWordsJudged })))
      const isVertical = await visitor.page.evaluate(() => document.querySelector('[data-menu-group]') === null)
      if (isVertical !== (look.layout === 'vertical')) found.push(`${path}: is not ${look.layout}`)
    }
  }
  found.push(...(await askForRefused(signedIn, refusedFor(walker, office.exhibits))))
  await visitor.close()
  return { found, seen: new Set(Object.keys(byLook)), complaints: visitor.complaints }
}

/** Opens what somebody may, on a phone, and asks for what they may not. @returns what is wrong, and what the console said */
export async function walkRights(
  office: Walk,
  walker: Walker,
): Promise<{ found: string[]; complaints: readonly string[] }> {
  const signedIn = await signIn(office, walker)
  const { visitor, origin, wear } = signedIn
  const look = lookAt(0)
  await wear(look)
  await visitor.page.setViewportSize({ width: 375, height: 900 })
  await visitor.open(`${origin}${accountPath}`)
  const found: string[] = []
  for (const { path } of everyRoute(office.exhibits).filter(mayOpen(walker))) {
    await visitor.goWithin(path)
    if ((await isAbsent(visitor.page, look.language)) !== (path === '/404')) found.push(`${path}: is refused`)
    found.push(...(await faultsOf(visitor, { path, ...look, judgedAt: [], seenAt: [375], areWordsJudged: true })))
  }
  found.push(...(await askForRefused(signedIn, refusedFor(walker, office.exhibits))))
  await visitor.close()
  return { found, complaints: visitor.complaints }
}
