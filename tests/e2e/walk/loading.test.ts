/*
 * Pages whose answers do not come: what stands there meanwhile is as fit as the page. Who is signed in is answered,
 * nothing else; pages take turns over width, mode and language.
 */
import type { Route } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cutTables } from '../support/fit.ts'
import { seriousFindings, sidewaysPixels, signInOnPage } from '../support/pageVisit.ts'
import { ownRoutes, specifiedRoutes } from '../support/routes.ts'
import { languages, modes, openWalk, type Walk, widths } from './walk.ts'

let office: Walk

beforeAll(async () => {
  office = await openWalk()
})
afterAll(() => office?.close())

/** What a page is drawn from while nothing else is answered. */
const answered = /\/api\/(me|session)\b|\/refresh\b/

it('every page is fit to use while its answers are on their way', async () => {
  const { server, root, exhibits, newVisitor } = office
  const visitor = await newVisitor()
  const { page } = visitor
  await signInOnPage(page, { address: server.address, email: server.rootEmail, password: server.rootPassword })
  const held: Route[] = []
  await page.route('**/api/**', (route) => {
    if (answered.test(new URL(route.request().url()).pathname)) return route.continue()
    held.push(route)
  })
  const found: string[] = []
  const routes = [...specifiedRoutes(exhibits), ...ownRoutes(exhibits)].filter(({ path }) => path !== '/404')
  for (const [turn, { path }] of routes.entries()) {
    const [width, mode, language] = [widths[turn % 3]!, modes[turn % 2]!, languages[Math.floor(turn / 2) % 3]!]
    await root.put('/api/me/preferences', { language, layout: { mode } })
    await page.setViewportSize({ width, height: 900 })
    await page.goto(`${server.address}${path}`)
    // The page's own parts have come; what it asks the API for has not.
    await page.locator('main h1, main [aria-busy=true], main [role=progressbar], main form').first().waitFor()
    const place = `${path} at ${width}, ${mode}, ${language}: `
    const sideways = await sidewaysPixels(page)
    if (sideways > 0) found.push(`${place}${sideways} pixels too wide`)
    if ((await cutTables(page)).length > 0) found.push(`${place}a table is cut off`)
    found.push(...(await seriousFindings(page)).map((finding) => `${place}${finding}`))
    await Promise.all(held.splice(0).map((route) => route.abort().catch(() => undefined)))
  }
  expect(found).toEqual([])
  await visitor.close()
}, 600_000)
