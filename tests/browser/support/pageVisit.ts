import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { pages } from '#locales/pt/pages.ts'

const axeSource = readFileSync(new URL('../../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8')

/** Fills in the sign-in page that is shown (in Portuguese) and sends it. */
export async function fillSignIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.getByLabel(pages.signIn.email).fill(email)
  await page.getByLabel(pages.signIn.password, { exact: true }).fill(password)
  await page.getByRole('button', { name: pages.signIn.submit, exact: true }).click()
}

/** Signs in from the start page and waits for the dashboard. */
export async function signInOnPage(
  page: Page,
  { address, email, password }: { address: string; email: string; password: string },
): Promise<void> {
  await page.goto(address)
  await fillSignIn(page, { email, password })
  await page.waitForURL(`${address}/home`)
  await page.locator('#main-content h1').waitFor()
}

/** Goes to an address as a link does, without loading the page anew: the same routes decide, in a third of the time. */
export const goWithin = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState({ idx: history.length }, '', to)
    window.dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
  }, path)

/** Rules of axe whose findings are moderate or minor whatever they meet: they would be run for nothing. */
const lightRules = [
  'aria-allowed-role',
  'empty-heading',
  'empty-table-header',
  'form-field-multiple-labels',
  'heading-order',
  'image-redundant-alt',
  'no-autoplay-audio',
  'page-has-heading-one',
  'presentation-role-conflict',
  'region',
  'scope-attr-valid',
  'skip-link',
  'table-duplicate-name',
  'landmark-unique',
  'landmark-one-main',
]

/** Rules that ask about colours alone; asking takes longer than all the others together. */
export const ofColours = ['color-contrast', 'link-in-text-block']

/**
 * What axe finds that is serious or critical, one line each. Reading its source takes longer than many a look.
 * @param within a part of the page; the whole without
 * @param spared rules that are not asked
 */
export async function seriousFindings(page: Page, within = 'html', spared: readonly string[] = []): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  return page.evaluate(
    async ([part, rules]) => {
      type Finding = { impact: string; id: string; nodes: { html: string }[] }
      const { axe } = window as unknown as {
        axe: { run: (on: string, options: object) => Promise<{ violations: Finding[] }> }
      }
      const { violations } = await axe.run(part, {
        resultTypes: ['violations'],
        preload: false,
        rules: Object.fromEntries(rules.map((rule) => [rule, { enabled: false }])),
      })
      return violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`)
    },
    [within, [...lightRules, ...spared]] as const,
  )
}

/** How many pixels the page is wider than the window; 0 where nothing must be scrolled sideways. */
export const sidewaysPixels = (page: Page): Promise<number> =>
  page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - window.innerWidth))
