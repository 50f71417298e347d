import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { resourcePages } from '#locales/pt/resourcePages.ts'
import { resources as texts } from '#locales/pt/resources.ts'
import { resources } from '#resources/index.ts'
import { openSignedIn, type SignedIn } from '../support/signedIn.ts'

// The ten that the specification knows (section 3).
const specified = [
  'user',
  'affiliate',
  'action',
  'campaign',
  'partner',
  'partnerLevel',
  'brand',
  'subBrand',
  'reward',
  'rewardProfile',
] as const
/** More than what any of them needs: the page of a form counts twelve. */
const atMost = 12

let office: SignedIn
beforeAll(async () => {
  office = await openSignedIn(async ({ api }) => void (await api.put('/api/me/preferences', { language: 'pt' })))
})
afterAll(() => office?.close())

/** What can be typed, chosen or ticked in the form that is open; boxes of one question are one. */
const controlsIn = (page: Page) =>
  page.evaluate(() => {
    const isSeen = (each: Element) => each.checkVisibility() && each.closest('[aria-hidden=true]') === null
    const all = [...document.querySelectorAll('main form :is(input, textarea, [role=combobox])')].filter(isSeen)
    const isBox = (each: Element) => each.matches('input[type=checkbox]')
    const boxes = new Set(all.filter(isBox).map((each) => each.closest('fieldset') ?? each))
    return all.filter((each) => !isBox(each)).length + boxes.size
  })

it.each(specified)('the form of a new %s has at most 12 controls before anything is added', async (name) => {
  const { page } = office.browser
  await page.goto(`${office.server.address}${resources[name].path}/create`)
  await page.locator('main form input').first().waitFor()
  await page.waitForLoadState('networkidle')
  const count = await controlsIn(page)
  expect(count).toBeGreaterThan(1)
  expect(count).toBeLessThanOrEqual(atMost)
})

it('a condition of a reward is added, focused and taken away again by keys alone', async () => {
  const { page, complaints } = office.browser
  const { fields, more, sections } = texts.reward
  await page.goto(`${office.server.address}/registers/reward/create`)
  await page.getByText(new RegExp(`^${more!} \\(\\d+\\)$`)).waitFor()
  const chip = page.getByRole('button', { name: sections.minimum, exact: true })
  await chip.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: sections.minimum }).waitFor()
  await page.getByText(fields.minimums, { exact: true }).waitFor()
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.closest('section')?.textContent ?? ''))
    .toContain(sections.minimum)
  await page
    .getByRole('button', { name: resourcePages.form.removeSection.replace('%{section}', sections.minimum) })
    .focus()
  await page.keyboard.press('Enter')
  await chip.waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(sections.minimum)
  expect(complaints).toEqual([])
})
