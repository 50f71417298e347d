import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openBrowser, type TestBrowser } from '#tests/support/browser.ts'
import { buildAffiliate, buildBrand, buildRewardProfile } from '#tests/support/builders.ts'
import { keepSession, weighedPages, weighPage } from '../support/pageWeight.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { remoteClient, signInAt } from '../support/remoteClient.ts'

let server: TestServer
let opened: TestBrowser

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  opened = await openBrowser()
})
afterEach(() => opened.close())

// Sizes of a build are the same on every machine: nothing here measures time.
describe('the JavaScript a new browser loads', () => {
  it(`for the sign-in page is at most ${weighedPages.signIn.atMostBytes} bytes, with nothing of react-admin`, async () => {
    const { bytes, files, usesReactAdmin } = await weighPage({
      context: opened.context,
      address: server.address,
      shown: weighedPages.signIn,
    })
    expect(files).toBeGreaterThan(1)
    expect(usesReactAdmin).toBe(false)
    expect(bytes).toBeLessThanOrEqual(weighedPages.signIn.atMostBytes)
  })

  it.each([weighedPages.firstList, weighedPages.form])(
    'for the $name is at most $atMostBytes bytes, react-admin included',
    async (shown) => {
      const { body } = await remoteClient(server.address).post('/login', {
        email: server.rootEmail,
        password: server.rootPassword,
      })
      await keepSession(opened.context, body)
      const { bytes, files, usesReactAdmin } = await weighPage({
        context: opened.context,
        address: server.address,
        shown,
      })
      // A browser asks for six at a time: fifty small ones took longer than the same in twelve.
      expect(files).toBeLessThanOrEqual(20)
      // The mark by which react-admin is recognised on the sign-in page must be there where it is.
      expect(usesReactAdmin).toBe(true)
      expect(bytes).toBeLessThanOrEqual(shown.atMostBytes)
    },
  )
})

it('a list of 25 affiliates is a page of at most 1,000 elements', async () => {
  const credentials = { email: server.rootEmail, password: server.rootPassword }
  const api = await signInAt(server.address, credentials)
  const shared = { brands: [(await buildBrand(api)).id], rewardProfile: (await buildRewardProfile(api)).id }
  await Promise.all(Array.from({ length: 25 }, () => buildAffiliate(api, shared)))
  await keepSession(opened.context, (await remoteClient(server.address).post('/login', credentials)).body)
  const page = await opened.context.newPage()
  await page.goto(`${server.address}/registers/affiliate/list`)
  await page.locator('tbody tr').nth(24).waitFor()
  expect(await page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThanOrEqual(1_000)
})
