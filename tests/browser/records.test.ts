import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { read, utils } from 'xlsx'
import { pages } from '#locales/pt/pages.ts'
import { resourcePages as texts } from '#locales/pt/resourcePages.ts'
import { resources } from '#locales/pt/resources.ts'
import type { TestBrowser } from '#tests/support/browser.ts'
import { type BuiltRecord, buildAffiliate, buildBrand, buildCampaign, uniqueCpf } from '#tests/support/builders.ts'
import type { Client } from '#tests/support/office.ts'
import type { TestServer } from '#tests/support/server.ts'
import { fillSignIn, seriousFindings, sidewaysPixels } from './support/pageVisit.ts'
import { openSignedIn, type SignedIn } from './support/signedIn.ts'

const labels = resources.affiliate.fields

let office: SignedIn
let server: TestServer
let browser: TestBrowser
let api: Client
let brand: BuiltRecord
let affiliates: BuiltRecord[]

async function makeRecords({ api }: Pick<SignedIn, 'api'>): Promise<void> {
  brand = await buildBrand(api, { name: 'Aurora' })
  affiliates = []
  for (const name of ['Ana', 'Bia', '=1+1'])
    affiliates.push(
      await buildAffiliate(api, {
        name,
        brands: [brand.id],
        documentType: name === 'Bia' ? 'email' : 'cpf',
        document: name === 'Bia' ? 'bia@example.com' : uniqueCpf(),
        ...(name === 'Bia'
          ? {}
          : { paymentType: 'automatic', paymentKeyType: 'email', paymentKey: `pix${affiliates.length}@example.test` }),
      }),
    )
  await api.post('/api/affiliate/payment_type', { ids: affiliates.map(({ id }) => id), paymentType: 'manual' })
}

beforeAll(async () => {
  office = await openSignedIn(makeRecords)
  ;({ server, api, browser } = office)
})
afterAll(() => office?.close())

const open = (path: string) => browser.page.goto(`${server.address}${path}`)

describe('the list of affiliates', () => {
  it('is found by name, narrowed by brand, and comes back as it was by its address', async () => {
    const { page } = browser
    await open('/registers/affiliate/list')
    await page.getByRole('link', { name: 'Ana', exact: true }).waitFor()
    await page.getByRole('searchbox').fill('bia')
    await page.getByRole('link', { name: 'Ana', exact: true }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: texts.filters.open, exact: true }).click()
    await page.getByRole('dialog').getByRole('combobox', { name: labels.brands }).click()
    await page.getByRole('option', { name: 'Aurora' }).click()
    await page.getByText(`${labels.brands}: Aurora`).waitFor()
    await page.reload()
    await page.getByText(`${labels.brands}: Aurora`).waitFor()
    await page.getByRole('link', { name: 'Bia', exact: true }).waitFor()
    expect(await page.getByRole('searchbox').inputValue()).toBe('bia')
    expect(await page.locator('tbody tr').count()).toBe(1)
  })

  it.each([375, 992, 1440])('has nothing serious for axe and nothing to scroll sideways at %i px', async (width) => {
    const { page } = browser
    await page.setViewportSize({ width, height: 900 })
    await open('/registers/affiliate/list?filter={}')
    await page.getByRole('link', { name: 'Ana', exact: true }).waitFor()
    expect(await seriousFindings(page)).toEqual([])
    expect(await sidewaysPixels(page)).toBe(0)
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  it('sets the payment type of several, and keeps the refused one selected with its reason', async () => {
    const { page } = browser
    await open('/registers/affiliate/list?filter={}')
    await page.getByRole('link', { name: 'Ana', exact: true }).waitFor()
    await page.locator('thead input[type=checkbox]').click()
    await page.getByRole('button', { name: resources.affiliate.actions.setPaymentType }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox').click()
    await page.getByRole('option', { name: 'Automático' }).click()
    // Beforehand, and then as the outcome.
    await dialog.getByRole('listitem').filter({ hasText: 'Bia' }).waitFor()
    await dialog.getByRole('button', { name: texts.actions.run }).click()
    await dialog.getByRole('button', { name: texts.actions.undo }).waitFor()
    await dialog.getByRole('listitem').filter({ hasText: 'Bia' }).waitFor()
    await dialog.getByRole('button', { name: texts.actions.close }).click()
    await page.getByText('1 selecionado').waitFor()
  })

  it('is exported whole: text stays text', async () => {
    const { page } = browser
    await open('/registers/affiliate/list?filter={}')
    await page.getByRole('button', { name: 'Exportar' }).click()
    const dialog = page.getByRole('dialog')
    const save = async () =>
      (
        await Promise.all([
          page.waitForEvent('download'),
          dialog.getByRole('button', { name: texts.export.start }).click(),
        ])
      )[0].path()
    const book = read(readFileSync(await save()))
    const rows = utils.sheet_to_json<Record<string, unknown>>(book.Sheets[book.SheetNames[0]!]!)
    expect(rows.map((row) => row[labels.name]).toSorted()).toEqual(['=1+1', 'Ana', 'Bia'])
    expect(rows.every((row) => typeof row[labels.cpf] === 'string')).toBe(true)
    await dialog.getByLabel(texts.export.csv).check()
    expect(readFileSync(await save(), 'utf8')).toContain(`,"'=1+1",`)
  })
})

describe('the form of an affiliate', () => {
  it('says what the server refuses at its field, and keeps what was typed', async () => {
    const { page } = browser
    const [ana, bia] = affiliates as [BuiltRecord, BuiltRecord]
    await open(`/registers/affiliate/${ana.id}`)
    const email = page.getByRole('textbox', { name: labels.email })
    await email.fill(String(bia['email']))
    await page.getByRole('link', { name: 'Bia' }).waitFor()
    await page.getByRole('button', { name: 'Salvar' }).click()
    await page.getByRole('alert').filter({ hasText: 'Corrija 1 campo' }).waitFor()
    expect(await email.inputValue()).toBe(bia['email'])
    expect(await email.getAttribute('aria-invalid')).toBe('true')
  })

  it('says who was faster, and keeps one’s own edits on top', async () => {
    const { page } = browser
    const campaign = await buildCampaign(api, { name: 'Welcome', brand: brand.id })
    await open(`/registers/campaign/${campaign.id}`)
    const name = page.getByRole('textbox', { name: resources.campaign.fields.name })
    await name.waitFor()
    await api.put(`/api/campaign/${campaign.id}`, { version: campaign.version, promoCode: 'FASTER' })
    await name.fill('Mine')
    await page.getByRole('button', { name: 'Salvar' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('FASTER').waitFor()
    await dialog.getByRole('button', { name: texts.stale.takeOver }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Salvar' }).click()
    await page.getByText(texts.form.saved.replace('%{record}', '')).waitFor()
    expect((await api.get(`/api/campaign/${campaign.id}`)).body).toMatchObject({ name: 'Mine', promoCode: 'FASTER' })
  })

  it('finds what was typed again after its session was ended elsewhere, and discards it where one wants that; nothing lies in the browser in between', async () => {
    const { page } = browser
    const campaign = await buildCampaign(api, { name: 'Unsaved', brand: brand.id })
    const address = `${server.address}/registers/campaign/${campaign.id}`
    const name = page.getByRole('textbox', { name: resources.campaign.fields.name })
    const endSessionOfPage = async () => {
      const id = await page.evaluate(
        () =>
          (
            JSON.parse(
              atob(localStorage.getItem('accessToken')!.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/')),
            ) as { sid: string }
          ).sid,
      )
      expect((await api.delete(`/api/session/${id}`)).status).toBe(200)
    }
    for (const end of ['save', 'discard'] as const) {
      await page.goto(address)
      await name.fill(`Typed to ${end}`)
      await endSessionOfPage()
      await page.getByRole('button', { name: 'Salvar' }).click()
      await page.getByText(pages.signIn.ended).waitFor()
      expect(await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))).not.toContain(
        'Typed',
      )
      await fillSignIn(page, { email: server.rootEmail, password: server.rootPassword })
      await page.waitForURL(address)
      await page.getByText(texts.draft.restored).waitFor()
      expect(await name.inputValue()).toBe(`Typed to ${end}`)
      await page.getByRole('button', { name: end === 'save' ? 'Salvar' : texts.draft.discard }).click()
      await page.getByText(texts.draft.restored).waitFor({ state: 'detached' })
      expect((await api.get(`/api/campaign/${campaign.id}`)).body).toMatchObject({ name: 'Typed to save' })
    }
    expect(await name.inputValue()).toBe('Typed to save')
  }, 90_000)

  it('refuses to delete a brand and says everything that holds it', async () => {
    const { page } = browser
    const campaigns = (await api.get('/api/campaign')).body.length
    await open(`/registers/brand/${brand.id}`)
    await page.getByRole('button', { name: 'Excluir' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Excluir' }).click()
    await dialog.getByText(/Afiliados \(3\)/).waitFor()
    await dialog.getByText(`Campanhas (${campaigns})`).waitFor()
    await dialog.getByRole('button', { name: texts.actions.cancel }).click()
  })

  it('says at once that nothing can be sent, where the network is gone, and saves when it is back', async () => {
    const { page, context } = browser
    const campaign = await buildCampaign(api, { name: 'On a train', brand: brand.id })
    await open(`/registers/campaign/${campaign.id}`)
    const code = page.getByRole('textbox', { name: resources.campaign.fields.promoCode })
    await code.fill('TUNNEL')
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Salvar' }).click()
    await page.getByText(texts.networkError, { exact: true }).waitFor()
    expect(await code.inputValue()).toBe('TUNNEL')
    await context.setOffline(false)
    await page.getByRole('button', { name: 'Salvar' }).click()
    await page.getByText(texts.form.saved.replace('%{record}', '')).waitFor()
    expect((await api.get(`/api/campaign/${campaign.id}`)).body).toMatchObject({ promoCode: 'TUNNEL' })
    browser.complaints.splice(
      0,
      browser.complaints.length,
      ...browser.complaints.filter((complaint) => !complaint.includes('ERR_INTERNET_DISCONNECTED')),
    )
  })

  it('works from the keyboard alone: from the list to a saved change', async () => {
    const { page } = browser
    await open('/registers/campaign/list')
    await page.getByRole('link', { name: 'Mine' }).focus()
    await page.keyboard.press('Enter')
    const name = page.getByRole('textbox', { name: resources.campaign.fields.name })
    await name.focus()
    await page.keyboard.press('End')
    await page.keyboard.type(' again')
    await page.keyboard.press('Enter')
    await page.getByText(texts.form.saved.replace('%{record}', '')).waitFor()
    await page.getByRole('heading', { name: 'Mine again' }).waitFor()
  })
})

it('nothing was complained about but what the server refused', () => {
  expect(browser.complaints.filter((complaint) => !/status of (400|401|403|409|422)/.test(complaint))).toEqual([])
})
