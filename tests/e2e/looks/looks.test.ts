import { afterAll, beforeAll, expect, it } from 'vitest'
import { controlsTimeoutMs, isWhole, openHandsOn, openPortalHands } from '../controls/handsOn.ts'
import { officeWardrobe, portalWardrobe, seeLooks } from './looks.ts'

let office: Awaited<ReturnType<typeof openHandsOn>>

beforeAll(async () => {
  office = await openHandsOn()
})
afterAll(() => office?.close())

const told = (line: string) => void (isWhole && process.stdout.write(`${line}\n`))
/** Of all pages one of each kind, where not all are asked for; with `LOOKS=all` every page. */
const seen = (paths: readonly string[]) => (isWhole ? paths : paths.slice(0, 1))

it(
  'a page of the office is fit to use in all 24 looks, and while it comes',
  async () => {
    expect(await seeLooks({ ...office, paths: seen(office.paths) }, officeWardrobe, told)).toEqual([])
  },
  controlsTimeoutMs,
)

it(
  'a page of the portal is fit to use at all widths in all languages, and while it comes',
  async () => {
    const portal = await openPortalHands(office.exhibition)
    expect(await seeLooks({ ...portal, paths: seen(portal.paths) }, portalWardrobe, told)).toEqual([])
    await portal.close()
  },
  controlsTimeoutMs,
)
