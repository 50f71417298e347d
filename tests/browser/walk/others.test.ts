/* What visitors, Promoters and Partners meet, and that no page is forgotten. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pages as pt } from '#locales/pt/pages.ts'
import { reports } from '#resources/reports/index.ts'
import { resources } from '#resources/index.ts'
import { accountPath } from '#engine/auth/ui/account/accountPath.ts'
import { downloadsPath, hierarchyPath } from '#engine/ui/router/pagePaths.ts'
import { pages } from '#resources/pages.ts'
import { toAddress } from '#engine/ui/router/addresses.ts'
import { builtPassword } from '#tests/support/builders.ts'
import { fillSignIn, goWithin } from '../support/pageVisit.ts'
import { entrancePaths, ownRoutes, specifiedRoutes } from '../support/routes.ts'
import {
  absent,
  brands,
  faultsOf,
  isAbsent,
  languages,
  openWalk,
  type Walk,
  walkers,
  walkRights,
  widths,
} from './walk.ts'

let office: Walk

beforeAll(async () => {
  office = await openWalk()
})
afterAll(() => office?.close())

it('knows every page there is', () => {
  const known = [...specifiedRoutes(office.exhibits), ...ownRoutes(office.exhibits)].map(({ path }) =>
    path.replace(/\?.*|\/$/g, ''),
  )
  const declared = [...Object.values(reports), ...Object.values(pages)]
    .map(({ path }) => path)
    .concat(accountPath, downloadsPath, toAddress(hierarchyPath))
  const lists = Object.keys(resources).map((name) => toAddress(`/${name}`))
  expect([...declared, ...lists].filter((path) => !known.includes(path))).toEqual([])
})

describe.each(brands)('signed out, at the host of $name', (brand) => {
  it('opens the entrance with its second step, the public pages and the page that is not there', async () => {
    const { exhibits, newVisitor, originOf } = office
    const visitor = await newVisitor()
    const origin = originOf(brand)
    const found: string[] = []
    const open = specifiedRoutes(exhibits)
      .filter(({ isPublic }) => isPublic)
      .map(({ path }) => path)
    await visitor.open(origin)
    for (const [turn, path] of [...entrancePaths, absent, ...open].entries()) {
      const language = languages[(turn + brands.indexOf(brand)) % 3]!
      await visitor.page.evaluate((chosen) => localStorage.setItem('language', chosen), language)
      await visitor.open(`${origin}${path}`)
      const isThere = !(await isAbsent(visitor.page, language))
      if (isThere === (path === absent || path === '/404')) {
        found.push(`${path}: ${await visitor.page.locator('h1').first().innerText()}`)
      }
      found.push(...(await faultsOf(visitor, { path, language, mode: 'light', judgedAt: widths })))
      const title = await visitor.page.title()
      if (!title.includes(brand.title)) found.push(`${path}: wears ${title}`)
    }
    await visitor.page.evaluate(() => localStorage.setItem('language', 'pt'))
    await visitor.open(origin)
    await fillSignIn(visitor.page, { email: exhibits.enrollingEmail, password: builtPassword })
    await visitor.page.getByRole('heading', { level: 1, name: pt.secondStep.enrolTitle }).waitFor()
    found.push(
      ...(await faultsOf(visitor, { path: 'the second step', language: 'pt', mode: 'light', judgedAt: widths })),
    )
    expect(found).toEqual([])
    expect(visitor.complaints).toEqual([])
    await visitor.close()
  })
})

it('signed out, sends every other page to / and keeps where one wanted to go', async () => {
  const { server, exhibits, newVisitor } = office
  const visitor = await newVisitor()
  const found: string[] = []
  const closed = [...specifiedRoutes(exhibits), ...ownRoutes(exhibits)].filter(({ isPublic }) => !isPublic)
  for (const [turn, { path }] of closed.entries()) {
    // Most without loading the page anew: who may come in is asked in one place.
    if (turn % 12 === 0) await visitor.page.goto(`${server.address}${path}`)
    else await goWithin(visitor.page, path)
    await visitor.page.waitForURL((url) => url.pathname === '/')
    await visitor.page.getByLabel(pt.signIn.email).waitFor()
    const { pathname, searchParams } = new URL(visitor.page.url())
    if (pathname !== '/' || searchParams.get('next') !== path) found.push(`${path}: led to ${visitor.page.url()}`)
  }
  expect(found).toEqual([])
  expect(visitor.complaints).toEqual([])
  await visitor.close()
})

describe.each([walkers.Promoter, walkers.Partner])('$who', (walker) => {
  it('finds the pages their rights allow and no other, whole on a phone', async () => {
    const { found, complaints } = await walkRights(office, walker)
    expect(found).toEqual([])
    expect(complaints).toEqual([])
  }, 1_200_000)
})
