/*
 * Every page in every look there is, without loading it anew: what somebody does who goes to a page, and then changes
 * language, light and dark, menu and window. What is judged in each look: the console, answers of 404, what is wider
 * than the window, words on two lines, tables that are cut off, charts and controls that no key reaches. Axe asks about
 * words and colours, and neither depends on the other: at each width with each menu it is asked in every language, and
 * about colours in light and in dark. A page is judged with axe while what it shows is still to come, too, in one look,
 * which take turns.
 */
import type { Page } from 'playwright-core'
import { pages as en } from '#locales/en/pages.ts'
import { pages as es } from '#locales/es/pages.ts'
import { languageNames } from '#locales/languages.ts'
import { pages as pt } from '#locales/pt/pages.ts'
import { brokenWords, cutTables, unreachedCharts, unreachedControls } from '../support/fit.ts'
import { holdAnswers, whatIsStillToCome } from '../support/holdAnswers.ts'
import { isAsked, languages, type Look, lookCircle, portalLooks, widthsOf } from '../support/looks.ts'
import { goWithin, ofColours, seriousFindings, sidewaysPixels } from '../support/pageVisit.ts'
import type { HandsOn } from '../controls/handsOn.ts'

/** How long a page may take to show that something is still to come, in milliseconds; some have all they show. */
const stillToComeMs = 1_500

type Worn = Omit<Look, 'width'>

/** How the pages of a room are shown otherwise than they are, by whoever sits there. */
interface Wardrobe {
  /** The looks in an order in which one thing changes from one to the next. */
  readonly circle: readonly Worn[]
  readonly widthsOf: (worn: Worn) => readonly number[]
  readonly change: (page: Page, from: Worn, to: Worn) => Promise<void>
}

const texts = { pt, en, es }

/** Presses without asking whether it can be seen and stands still, as `tests/browser/controls` does. */
const press = (page: Page, what: string) => page.locator(what).dispatchEvent('click')

/** Chooses a language from the bar. */
async function speak(page: Page, from: Look['language'], to: Look['language']): Promise<void> {
  await press(page, `header button[aria-label$=": ${languageNames[from]}"]`)
  await press(page, `[role=menuitemradio][lang=${to}]`)
  await page.waitForFunction(
    (wanted) => document.documentElement.lang === wanted && !document.querySelector('[role=menuitemradio]'),
    to,
  )
}

/** Another tab of the same person chose a language: in a third of the time. */
async function hear(page: Page, to: Look['language']): Promise<void> {
  await page.evaluate((language) => {
    const [key, newValue] = ['RaStoreoffice.locale', JSON.stringify(language)]
    localStorage.setItem(key, newValue)
    window.dispatchEvent(new StorageEvent('storage', { key, newValue, storageArea: localStorage }))
  }, to)
  await page.waitForFunction((wanted) => document.documentElement.lang === wanted, to)
}

/** Chooses from the customizer, whose rows are the menu's kind and the mode, in this order. */
async function customize(page: Page, { language }: Worn, row: 0 | 1, value: string): Promise<void> {
  await press(page, `header button[aria-label="${texts[language].layout.customize}"]`)
  const drawer = page.locator('[role=dialog][aria-labelledby=customizer-title]')
  await drawer.locator('[role=group]').nth(row).locator(`button[value=${value}]`).dispatchEvent('click')
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'hidden' })
}

/** Of the office. */
export const officeWardrobe: Wardrobe = {
  circle: lookCircle,
  widthsOf: ({ layout }) => widthsOf(layout),
  async change(page, from, to) {
    if (from.layout !== to.layout) await customize(page, from, 0, to.layout)
    if (from.mode !== to.mode) await customize(page, from, 1, to.mode)
    if (from.language !== to.language) await hear(page, to.language)
  },
}

/** Of the portal, which has languages alone. */
export const portalWardrobe: Wardrobe = {
  circle: portalLooks.slice(0, 3),
  widthsOf: () => [...new Set(portalLooks.map(({ width }) => width))],
  change: (page, from, to) => speak(page, from.language, to.language),
}

/** Two frames: what follows the window's width is drawn. */
const drawn = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))

/**
 * What is wrong with the page as it stands.
 * @param spared rules of axe that are not asked; null where none is
 */
export async function faultsIn(page: Page, { width }: Look, spared: readonly string[] | null): Promise<string[]> {
  const sideways = await sidewaysPixels(page)
  const charts = await unreachedCharts(page)
  return [
    ...(sideways > 0 ? [`${sideways} pixels too wide`] : []),
    ...(charts > 0 ? [`${charts} charts that no key reaches`] : []),
    // On a telephone an e-mail or a token is longer than its line.
    ...(await brokenWords(page, width === 375 ? 8 : 2)).map((word) => `breaks "${word}"`),
    ...(await cutTables(page)).map((pixels) => `cuts ${pixels} pixels off a table`),
    ...(await unreachedControls(page)),
    ...(spared === null ? [] : await seriousFindings(page, 'html', spared)),
  ]
}

/**
 * Which rules axe is spared in a look; null where it is not asked: each language has one mode in which it is, and as many
 * languages as there are modes are asked about colours.
 */
function sparedIn({ language, mode }: Worn, turn: number, shown: readonly Look['mode'][]): readonly string[] | null {
  const nth = (languages.indexOf(language) + turn) % languages.length
  if (mode !== shown[nth % shown.length]) return null
  return nth < shown.length ? [] : ofColours
}

/**
 * Goes to a page and judges it before its answers come.
 * @param go how it is gone to
 */
export async function faultsBefore({ visitor }: HandsOn, go: () => Promise<unknown>): Promise<string[]> {
  const { page } = visitor
  const late = await holdAnswers(page)
  await go()
  const isWaiting = await page
    .locator(whatIsStillToCome)
    .filter({ visible: true })
    .first()
    .waitFor({ timeout: stillToComeMs })
    .then(
      () => true,
      () => false,
    )
  const found = isWaiting ? await seriousFindings(page) : []
  await late.letGo()
  await visitor.settled()
  return found.map((finding) => `still to come: ${finding}`)
}

/** A page's turn, and in which look of the circle the pages are at that moment. */
interface Turn {
  readonly path: string
  readonly turn: number
  readonly from: number
  readonly note: (look: Look, faults: readonly string[]) => void
}

/** Sees a page in every look, beginning with the one the pages are in. @returns in which they are left */
async function seePage(office: HandsOn, { circle, widthsOf: widths, change }: Wardrobe, seen: Turn): Promise<number> {
  const { visitor, faults } = office
  const { page } = visitor
  const modes = [...new Set(circle.map(({ mode }) => mode))]
  let at = seen.from
  seen.note(
    { ...circle[at]!, width: page.viewportSize()!.width },
    await faultsBefore(office, () => goWithin(page, seen.path)),
  )
  for (let step = 0; step < circle.length; step += 1) {
    if (step > 0) {
      const next = (at + 1) % circle.length
      await change(page, circle[at]!, circle[next]!)
      // The name of what was pressed last hangs below it while it has the focus, and moves late with the window.
      await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
      await visitor.calm()
      at = next
    }
    const worn = circle[at]!
    for (const width of widths(worn)) {
      await page.setViewportSize({ width, height: 900 })
      await drawn(page)
      const look = { ...worn, width }
      seen.note(look, [...(await faultsIn(page, look, sparedIn(worn, seen.turn, modes))), ...faults()])
    }
  }
  return at
}

/**
 * Sees pages one after the other in every look.
 * @param told says how far it is
 * @returns what is wrong, each thing once with the looks in which it is
 */
export async function seeLooks(
  office: HandsOn,
  wardrobe: Wardrobe,
  told: (line: string) => void = () => {},
): Promise<string[]> {
  const { visitor, address } = office
  const paths = office.paths.filter(isAsked)
  const found = new Map<string, string[]>()
  const begin = async (path: string) => {
    await office.wear({ ...wardrobe.circle[0]!, width: 1440 })
    await visitor.page.setViewportSize({ width: 1440, height: 900 })
    await visitor.open(`${address}${path}`)
    return 0
  }
  let from = paths[0] === undefined ? 0 : await begin(paths[0])
  for (const [turn, path] of paths.entries()) {
    const begun = Date.now()
    const note = (look: Look, faults: readonly string[]) => {
      for (const fault of faults) {
        const place = `${path}: ${fault}`
        found.set(place, [...(found.get(place) ?? []), `${look.width} ${look.layout} ${look.mode} ${look.language}`])
      }
    }
    try {
      from = await seePage(office, wardrobe, { path, turn, from, note })
    } catch (error) {
      found.set(`${path}: cannot be seen: ${String(error).split('\n')[0]}`, [])
      from = await begin(path)
    }
    const ofPage = [...found.keys()].filter((place) => place.startsWith(`${path}: `))
    told([`${path}: ${Math.round((Date.now() - begun) / 1000)} s`, ...ofPage].join('\n  '))
  }
  return [...found].map(([place, looks]) => `${place} (${looks.length} looks: ${looks.slice(0, 3).join('; ')})`)
}
