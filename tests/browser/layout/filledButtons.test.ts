import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Exhibition, openExhibition } from '../support/exhibition.ts'
import { goWithin, signInOnPage } from '../support/pageVisit.ts'
import { ownRoutes, specifiedRoutes } from '../support/routes.ts'
import { openVisitor, type Visitor } from '../support/visit.ts'

let exhibition: Exhibition
let visitor: Visitor

beforeAll(async () => {
  exhibition = await openExhibition()
  const { server, credentials, opened } = exhibition
  visitor = await openVisitor(opened.context)
  await signInOnPage(visitor.page, { address: server.address, ...credentials })
})
afterAll(() => exhibition?.close())

describe('a page of the office', () => {
  it('has one filled button at most: what it is for', async () => {
    const { exhibits } = exhibition
    const paths = [...specifiedRoutes(exhibits), ...ownRoutes(exhibits)].map(({ path }) => path)
    const crowded: string[] = []
    for (const path of new Set(paths)) {
      await goWithin(visitor.page, path)
      await visitor.settled()
      const filled = await visitor.page.locator('main .MuiButton-contained:visible').allInnerTexts()
      if (filled.length > 1) crowded.push(`${path}: ${filled.join(' | ')}`)
    }
    expect(crowded).toEqual([])
  })
})
