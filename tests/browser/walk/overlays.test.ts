import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pages as pt } from '#locales/pt/pages.ts'
import { reactAdmin } from '#locales/pt/reactAdmin.ts'
import { resourcePages } from '#locales/pt/resourcePages.ts'
import { holdAnswers, whatIsStillToCome } from '../support/holdAnswers.ts'
import { fillSignIn, seriousFindings } from '../support/pageVisit.ts'
import { modes, openWalk, type Walk } from './walk.ts'

let office: Walk

beforeAll(async () => {
  office = await openWalk()
})
afterAll(() => office?.close())

/** Signs root in in a profile of its own, in the mode given. */
async function enter(mode: (typeof modes)[number]) {
  const { newVisitor, root, server } = office
  const visitor = await newVisitor()
  await root.put('/api/me/preferences', { language: 'pt', layout: { mode } })
  await visitor.open(server.address)
  await fillSignIn(visitor.page, { email: server.rootEmail, password: server.rootPassword })
  await visitor.page.waitForURL(`${server.address}/home`)
  return visitor
}

describe.each(modes)('what opens over a page, %s', (mode) => {
  const overlays: readonly (readonly [string, readonly string[]])[] = [
    [
      '/registers/affiliate/list',
      [
        resourcePages.filters.open,
        resourcePages.savedFilters.title,
        reactAdmin.ra.action.select_columns,
        reactAdmin.ra.action.export,
        pt.layout.customize,
      ],
    ],
    ['/reports/affiliate/activity', [resourcePages.report.columns, reactAdmin.ra.action.export]],
  ]

  it('is as fit as the page, has the focus, and gives it back at Escape', async () => {
    const visitor = await enter(mode)
    const { page } = visitor
    const found: string[] = []
    for (const [path, names] of overlays) {
      await visitor.open(`${office.server.address}${path}`)
      for (const name of names) {
        const button = page.getByRole('button', { name }).last()
        await button.focus()
        await page.keyboard.press('Enter')
        const opened = page.getByRole('dialog')
        await opened.first().waitFor()
        await page.waitForFunction(() =>
          [...document.querySelectorAll('[role=dialog]')].some((dialog) =>
            dialog.closest('.MuiModal-root')?.contains(document.activeElement),
          ),
        )
        found.push(...(await seriousFindings(page)).map((finding) => `${path}, ${name}: ${finding}`))
        await page.keyboard.press('Escape')
        await opened.first().waitFor({ state: 'hidden' })
        await page.waitForFunction((label) => {
          const focused = document.activeElement
          return (focused?.textContent ?? '').includes(label) || focused?.getAttribute('aria-label') === label
        }, name)
      }
    }
    expect(found).toEqual([])
    expect(visitor.complaints).toEqual([])
    await visitor.close()
  }, 240_000)

  it('is as fit while what it shows is still to come, on a page of each kind', async () => {
    const visitor = await enter(mode)
    const { page } = visitor
    const found: string[] = []
    for (const path of kindsOfPages()) {
      const late = await holdAnswers(page)
      await page.goto(`${office.server.address}${path}`, { waitUntil: 'commit' })
      await page.locator(whatIsStillToCome).filter({ visible: true }).first().waitFor()
      found.push(...(await seriousFindings(page)).map((finding) => `${path}, still to come: ${finding}`))
      if (late.held() === 0) found.push(`${path}: asks for nothing`)
      await late.letGo()
    }
    expect(found).toEqual([])
    expect(visitor.complaints).toEqual([])
    await visitor.close()
  }, 240_000)
})

/** A list, a form, a record's page and its tabs, a report, and each page that loads in a way of its own. */
function kindsOfPages(): string[] {
  const { ids } = office.exhibits
  const affiliate = `/registers/affiliate/${ids.affiliate}`
  return [
    '/home',
    '/registers/affiliate/list',
    affiliate,
    `${affiliate}/overview`,
    `${affiliate}/deal`,
    `${affiliate}/money`,
    '/reports/affiliate/activity',
    '/financial/affiliate/payment',
    '/financial/ledger',
    '/downloads',
    `/financial/correction/${ids.correction}`,
    '/registers/partner/hierarchy',
    '/management/jobs',
  ]
}
