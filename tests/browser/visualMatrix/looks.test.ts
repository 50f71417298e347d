import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isWhole, openHandsOn, openPortalHands } from '../controls/handsOn.ts'
import { officeWardrobe, portalWardrobe, seeLooks } from './looks.ts'

const told = (line: string) => void process.stdout.write(`${line}\n`)

// About a quarter of a minute a page on a busy machine: `LOOKS=all npm test -- tests/browser/visualMatrix`.
// What was found is told at its end, not looked for once more.
describe.runIf(isWhole)('in every look, and while it comes', { retry: 0 }, () => {
  let office: Awaited<ReturnType<typeof openHandsOn>>
  beforeAll(async () => {
    office = await openHandsOn()
  })
  afterAll(() => office?.close())

  it('each page of the office is fit to use, in 24 looks', async () => {
    expect(await seeLooks(office, officeWardrobe, told)).toEqual([])
  }, 0)

  it('each page of the portal is fit to use, at all widths in all languages', async () => {
    const portal = await openPortalHands(office.exhibition)
    expect(await seeLooks(portal, portalWardrobe, told)).toEqual([])
    await portal.close()
  }, 0)
})
