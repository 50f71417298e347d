import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { log } from '#locales/pt/log.ts'
import { resourcePages as texts } from '#locales/pt/resourcePages.ts'
import { resources as names } from '#locales/pt/resources.ts'
import { resources } from '#resources/index.ts'
import { type Exhibition, openExhibition } from '../support/exhibition.ts'
import { goWithin, signInOnPage } from '../support/pageVisit.ts'

let exhibition: Exhibition
let page: Page

beforeAll(async () => {
  exhibition = await openExhibition()
  ;({ page } = exhibition.opened)
  const { server, credentials } = exhibition
  await signInOnPage(page, { address: server.address, ...credentials })
  // Twenty-seven kinds, each tried twice: what is wrong for all of them shall not take an hour to say so.
  page.setDefaultTimeout(15_000)
})
afterAll(() => exhibition?.close())

/** A record of each kind; a payment alone writes entries, so one of the demo's own stands for them. */
async function recordOf(name: string): Promise<number> {
  const { exhibits, root } = exhibition
  const known: Readonly<Record<string, number>> = exhibits.ids
  return known[name] ?? (await root.get(`/api/${name}?sort=["id","DESC"]&range=[0,0]&filter={}`)).body[0].id
}

async function countLines(filter: string): Promise<number> {
  const { headers } = await exhibition.root.get(`/api/activityLog?sort=["at","DESC"]&range=[0,24]&filter=${filter}`)
  return Number(/\/(\d+)$/.exec(headers['content-range'] ?? '')?.[1])
}

describe('the log link on the page of a record', () => {
  it.each(Object.values(resources).map(({ name, path }) => [name, path] as const))(
    'opens the log lines of that %s',
    async (name, path) => {
      const id = await recordOf(name)
      await goWithin(page, `${path}/${id}`)
      await page.waitForURL((url) => url.pathname.startsWith(`${path}/${id}`))
      const link = page.getByRole('link', { name: texts.changeLog })
      await link.click()
      await page.waitForURL((url) => url.pathname === resources.activityLog.path)
      const filter = new URL(page.url()).searchParams.get('filter') ?? ''
      expect(JSON.parse(filter)).toEqual({ object: name, objectId: String(id) })
      await page.getByRole('heading', { level: 1, name: names.activityLog.name.split(' |||| ')[1]! }).waitFor()
      const lines = await countLines(encodeURIComponent(filter))
      await expect
        .poll(() => page.locator('main').getByTitle(log.open, { exact: true }).count())
        .toBe(Math.min(lines, 25))
    },
  )
})
