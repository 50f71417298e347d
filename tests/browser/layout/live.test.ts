import { afterAll, beforeAll, expect, it } from 'vitest'
import { pages } from '#locales/pt/pages.ts'
import { buildReward, builtPassword, buildUser, homeCompany } from '#tests/support/builders.ts'
import type { Client } from '#tests/support/office.ts'
import { signInAt } from '../support/remoteClient.ts'
import { openSignedIn, type SignedIn } from '../support/signedIn.ts'

let office: SignedIn
let colleague: Client
let reward: number

beforeAll(async () => {
  office = await openSignedIn(async ({ server, api }) => {
    reward = (await buildReward(api, { name: 'Verão' })).id
    const { email } = await buildUser(api, { name: 'Bia', roles: ['reward'], company: await homeCompany(api) })
    colleague = await signInAt(server.address, { email: email as string, password: builtPassword })
  })
})
afterAll(() => office?.close())

it('an open list shows what a colleague makes, and an open form says that its record was changed, and waits', async () => {
  const { browser, server } = office
  const { page } = browser
  const listens = () => page.waitForRequest((request) => request.url().includes('/api/live'))
  await page.goto(`${server.address}/registers/reward/list`)
  await page.getByRole('link', { name: 'Verão' }).waitFor()
  await (await listens()).response()
  await buildReward(colleague, { name: 'Inverno' })
  await page.getByRole('link', { name: 'Inverno' }).waitFor()

  const stillListens = listens()
  await page.getByRole('link', { name: 'Verão' }).click()
  await (await stillListens).response()
  await page.locator('main form input').first().fill('Verão 2027')
  const { version } = (await colleague.get(`/api/reward/${reward}`)).body
  await colleague.put(`/api/reward/${reward}`, { version, slug: 'sol' })
  await page.getByRole('button', { name: pages.live.load }).waitFor()
  expect(await page.locator('main form input').first().inputValue()).toBe('Verão 2027')
  await page.getByRole('button', { name: pages.live.load }).click()
  await page.locator('main form input[value="sol"]').waitFor()
  expect(browser.complaints).toEqual([])
}, 120_000)
