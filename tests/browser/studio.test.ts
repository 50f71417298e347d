import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { studio as texts } from '#locales/pt/studio.ts'
import { resources } from '#locales/pt/resources.ts'
import { stopPostmaster } from '#lib/embeddedPostgres/postmaster.ts'
import { openBrowser, type TestBrowser } from '#tests/support/browser.ts'
import { buildAffiliate } from '#tests/support/builders.ts'
import { eventually } from '#tests/support/eventually.ts'
import type { Client } from '#tests/support/office.ts'
import { ensurePages, runServer, type ServerRun, startAtMostMs } from '#tests/support/server.ts'
import { seriousFindings, sidewaysPixels, signInOnPage } from './support/pageVisit.ts'
import { signInAt } from './support/remoteClient.ts'

const root = { email: 'root@example.com', password: 'Correct-Horse-9' }
const said = (text: string, values: Record<string, string | number>) =>
  text.replaceAll(/%\{(\w+)\}/g, (_, name: string) => String(values[name]))
const { alias } = resources.affiliate.fields

let dataDir: string
let address: string
let server: ServerRun
let browser: TestBrowser
let api: Client

/** A port that is free now: the server begins anew on the same one. */
async function freePort(): Promise<number> {
  const taken = createServer()
  await new Promise<void>((done) => taken.listen(0, '127.0.0.1', done))
  const { port } = taken.address() as AddressInfo
  await new Promise((done) => taken.close(done))
  return port
}

beforeAll(async () => {
  ensurePages()
  dataDir = mkdtempSync(join(tmpdir(), 'studio-'))
  server = runServer({
    DATA_DIR: dataDir,
    PORT: String(await freePort()),
    DEMO: '0',
    LOG_LEVEL: 'error',
    ROOT_EMAIL: root.email,
    ROOT_PASSWORD: root.password,
  })
  address = await eventually(() => server.address(), { withinMs: startAtMostMs, what: () => server.output() })
  api = await signInAt(address, root)
  for (const name of ['First', 'Second']) await buildAffiliate(api, { name })
  browser = await openBrowser()
  await signInOnPage(browser.page, { address, ...root })
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
  await stopPostmaster(join(dataDir, 'postgres'))
  rmSync(dataDir, { recursive: true, force: true })
})

const button = (name: string) => browser.page.getByRole('button', { name, exact: true })
const servedVersion = async () => {
  const answer = await api.get('/api/studio').catch(() => null)
  return answer?.status === 200 ? (answer.body.serves as number) : -1
}
const takenOver = (version: number) =>
  eventually(async () => (await servedVersion()) === version, {
    withinMs: startAtMostMs,
    what: () => `version ${version} in:\n${server.output()}`,
  })

describe('the studio', () => {
  it('adds a choice that must be filled in as filter and column, gives it to one role, renames a label and drags it up the form', async () => {
    const { page } = browser
    await page.goto(`${address}/studio`)
    await button(texts.newField).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(`${texts.options.label} (Português)`).fill('Canal principal')
    await dialog.getByLabel(`${texts.options.label} (English)`).fill('Main channel')
    await dialog.getByLabel(`${texts.value} 1 (Português)`).fill('Vídeo')
    await button(texts.addValue).click()
    await dialog.getByLabel(`${texts.value} 2 (Português)`).fill('Rede social')
    await dialog.getByLabel(texts.options.required).check()
    await dialog.getByText(said(texts.without.split(' |||| ')[1]!, { smart_count: 2 })).waitFor()
    await dialog.getByLabel(texts.options.default).click()
    await page.getByRole('option', { name: 'Vídeo', exact: true }).click()
    await dialog.getByLabel(texts.options.readers).click()
    await page.getByRole('option', { name: 'Afiliados', exact: true }).click()
    await dialog.getByRole('button', { name: texts.save }).click()
    await page.getByText('xMainChannel').waitFor()
    expect(await page.getByRole('switch', { name: `Canal principal: ${texts.inList}` }).isChecked()).toBe(true)
    expect(await page.getByRole('switch', { name: `Canal principal: ${texts.asFilter}` }).isChecked()).toBe(true)

    await button(said(texts.edit, { name: alias })).click()
    await dialog.getByLabel(`${texts.options.label} (Português)`).fill('Nome artístico')
    await dialog.getByRole('button', { name: texts.save }).click()
    const row = (name: string) => page.getByRole('listitem').filter({ hasText: name }).first()
    await row('Nome artístico').dragTo(row(resources.affiliate.fields.company))
    await page.getByText(said(texts.draft.split(' |||| ')[1]!, { smart_count: 5 })).waitFor()
    expect((await api.get('/api/studio')).body.draft.overlay.resources.affiliate.form.identity.slice(0, 3)).toEqual([
      'name',
      'alias',
      'company',
    ])
  })

  it.each([375, 992, 1440])('has nothing serious for axe and nothing to scroll sideways at %i px', async (width) => {
    const { page } = browser
    await page.setViewportSize({ width, height: 900 })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.goto(`${address}/studio`)
      await page.getByText('xMainChannel').waitFor()
      expect(await seriousFindings(page)).toEqual([])
      expect(await sidewaysPixels(page)).toBe(0)
    }
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.emulateMedia({ colorScheme: 'light' })
  })

  it('publishes it for everybody within seconds, in list, filter, form, API and log', async () => {
    const { page } = browser
    await page.goto(`${address}/studio`)
    await button(texts.publish).click()
    await page.getByRole('dialog').getByRole('cell', { name: 'Nome artístico', exact: true }).waitFor()
    await page.getByRole('dialog').getByRole('button', { name: texts.publish }).click()
    await takenOver(1)
    await page.goto(`${address}/registers/affiliate/create`)
    await page.getByLabel('Nome artístico', { exact: true }).waitFor()
    await page.getByLabel('Canal principal').first().waitFor()
    const { body: document } = await api.get('/openapi.json')
    expect(JSON.stringify(document.paths['/api/affiliate'])).toContain('xMainChannel')
    const { body: options } = await api.get('/api/affiliate_x_main_channel')
    expect(options).toEqual([
      { id: 'video', name: 'video' },
      { id: 'redeSocial', name: 'redeSocial' },
    ])
    const { body: affiliates } = await api.get('/api/affiliate?filter={"xMainChannel":["video"]}')
    expect(affiliates.map(({ name }: { name: string }) => name).sort()).toEqual(['First', 'Second'])
    const { body: log } = await api.get('/api/activityLog?filter={"operation":"publishOverlay"}&range=[0,9]')
    expect(log.map(({ objectId }: { objectId: string }) => objectId)).toEqual(['1'])
  })

  it('is undone by one click', async () => {
    const { page } = browser
    await page.goto(`${address}/studio`)
    await button(said(texts.undoVersion, { version: 1 })).click()
    await takenOver(2)
    await page.goto(`${address}/registers/affiliate/create`)
    await page.getByLabel(alias, { exact: true }).waitFor()
    expect(await page.getByLabel('Canal principal').count()).toBe(0)
  })
})
