import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pages as pt } from '../../../locales/pt/pages.ts'
import { reactAdmin } from '../../../locales/pt/reactAdmin.ts'
import { resourcePages } from '../../../locales/pt/resourcePages.ts'
import { fillSignIn, seriousFindings } from '../support/pageVisit.ts'
import { modes, openWalk, type Walk } from './walk.ts'

let office: Walk

beforeAll(async () => {
  office = await openWalk()
})
afterAll(() => office?.close())

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
    const visitor = await office.newVisitor()
    const { page } = visitor
    await office.root.put('/api/me/preferences', { language: 'pt', layout: { mode } })
    await visitor.open(office.server.address)
    await fillSignIn(page, { email: office.server.rootEmail, password: office.server.rootPassword })
    await page.waitForURL(`${office.server.address}/home`)
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
})
