import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { errors } from '#locales/pt/errors.ts'
import { featurePanels } from '#locales/pt/featurePanels.ts'
import { panels as texts } from '#locales/pt/panels.ts'
import { resources } from '#locales/pt/resources.ts'
import { openBrowser, type TestBrowser } from '#tests/support/browser.ts'
import { buildAffiliate, buildPartner, builtPassword, buildUser, partnerLevelId } from '#tests/support/builders.ts'
import type { Client } from '#tests/support/office.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { seriousFindings, signInOnPage } from './support/pageVisit.ts'
import { signInAt } from './support/remoteClient.ts'

const cpf = '52998224725'
let server: TestServer
let root: Client
const browsers: TestBrowser[] = []

beforeAll(async () => {
  server = await startTestServer()
  root = await signInAt(server.address, { email: server.rootEmail, password: server.rootPassword })
  const helena = await buildPartner(root, { name: 'Helena' })
  await buildPartner(root, { name: 'Otávio', partnerLevel: await partnerLevelId(root, 2), parent: helena.id })
  await buildPartner(root, { name: 'Rafael' })
  await buildAffiliate(root, { name: 'Ana', cpf, document: cpf, partner: helena.id })
})
afterAll(async () => {
  for (const browser of browsers) await browser.close()
  await server?.stop()
})

async function signedIn(credentials: { email: string; password: string }): Promise<TestBrowser> {
  const browser = await openBrowser()
  browsers.push(browser)
  await signInOnPage(browser.page, { address: server.address, ...credentials })
  return browser
}
const asRoot = () => signedIn({ email: server.rootEmail, password: server.rootPassword })

describe('the palette', () => {
  it('leads by keyboard alone to an affiliate by its CPF, and from there to the hierarchy of partners', async () => {
    const { page, complaints } = await asRoot()
    await page.keyboard.press('Control+k')
    const field = page.getByRole('combobox', { name: texts.search.title })
    await field.waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await page.keyboard.type('529.982.247-25')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Ana', level: 1 }).waitFor()
    await page.keyboard.press('Control+k')
    await field.waitFor()
    expect(await page.getByRole('option').first().textContent()).toContain('Ana')
    await page.keyboard.type('hierarquia')
    await page.keyboard.press('Enter')
    await page.waitForURL(`${server.address}/registers/partner/hierarchy`)
    expect(complaints).toEqual([])
  })
})

describe('the hierarchy of partners', () => {
  it('moves a partner by keyboard, from today on, and its page tells the history', async () => {
    const { page, complaints } = await asRoot()
    await page.goto(`${server.address}/registers/partner/hierarchy`)
    await page.getByRole('row', { name: /Helena/ }).focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    for (let press = 0; press < 2; press += 1) await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: /Otávio/ })
    await dialog.getByRole('combobox', { name: resources.partner.fields.parent }).fill('Rafael')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: featurePanels.hierarchy.save }).click()
    await page.getByText(featurePanels.hierarchy.saved.replace('%{name}', 'Otávio')).waitFor()
    await page.getByRole('link', { name: 'Otávio' }).click()
    await page.getByRole('tab', { name: resources.partner.tabs!['history']! }).click()
    const history = page.getByRole('region', { name: texts.history.title })
    await history.getByText('Rafael').waitFor()
    expect(await history.getByRole('listitem').count()).toBe(2)
    expect(await history.getByRole('listitem').first().textContent()).toContain(server.rootEmail)
    expect(complaints).toEqual([])
  })
})

describe("one's own account", () => {
  it('changes the password, whatever one may else: a wrong one is told, the new one signs in, and this session goes on', async () => {
    const { email } = await buildUser(root, { name: 'Nina', roles: [] })
    const { page, complaints } = await signedIn({ email, password: builtPassword })
    await page.goto(`${server.address}/account`)
    const fill = async (current: string, next: string) => {
      await page.locator('input[name="currentPassword"]').fill(current)
      await page.locator('input[name="password"]').fill(next)
      await page.locator('input[name="passwordConfirmation"]').fill(next)
      await page.getByRole('button', { name: texts.account.changePassword }).click()
    }
    await fill('Not-the-one-1', 'Copper-teapot-12')
    await page.getByText(errors.invalid_password, { exact: true }).waitFor()
    await fill(builtPassword, 'Copper-teapot-12')
    await page.getByText(texts.account.passwordChanged).waitFor()
    expect(await page.locator('input[name="currentPassword"]').inputValue()).toBe('')
    await page.reload()
    await page.getByRole('heading', { name: texts.account.title, level: 1 }).waitFor()
    await signedIn({ email, password: 'Copper-teapot-12' })
    // The refused password is an answer of 400, which the browser writes down.
    expect(complaints.filter((line) => !line.includes('400'))).toEqual([])
  })

  it('turns two-step on without any right, ends another session, and root clears it again', async () => {
    const user = await buildUser(root, { name: 'Nobody Special' })
    const credentials = { email: user.email as string, password: builtPassword }
    const elsewhere = await signInAt(server.address, credentials)
    const { page } = await signedIn(credentials)
    await page.getByRole('link', { name: /Nobody Special/ }).click()
    await page.getByRole('button', { name: texts.twoStep.setUp }).click()
    await page.getByRole('img', { name: texts.twoStep.qr }).waitFor()
    const secret = (await page.locator('code').first().textContent())!.replaceAll(' ', '')
    await page.getByRole('checkbox', { name: texts.twoStep.haveRead }).click()
    await page
      .getByRole('textbox', { name: texts.twoStep.code })
      .fill(new TOTP({ secret: Secret.fromBase32(secret) }).generate())
    await page.getByRole('button', { name: texts.twoStep.confirm }).click()
    await page.getByText(texts.twoStep.on).waitFor()

    await page.getByRole('button', { name: /^Encerrar a sessão/ }).click()
    await page.getByText(texts.account.ended.replace('%{name}', '')).waitFor()
    expect((await elsewhere.get('/api/me')).status).toBe(403)

    const { page: rootPage } = await asRoot()
    await rootPage.goto(`${server.address}/registers/user/${user.id}`)
    await rootPage.getByRole('button', { name: texts.twoStep.unlock }).click()
    await rootPage.getByRole('dialog').getByRole('button', { name: texts.twoStep.unlock }).click()
    await rootPage.getByText(texts.twoStep.unlocked.replace('%{name}', '')).waitFor()
    expect((await root.get(`/api/user/${user.id}/mfa`)).body).toMatchObject({ isConfirmed: false, isLocked: false })
  })
})
