import type { Locator, Page } from 'playwright-core'

/** How somebody works: by the mouse, or by keys alone. */
export type Means = 'mouse' | 'keyboard'

/** A person at a page whose clicks are counted; by keys alone, presses of Enter and Space on what was walked to. */
export interface Person {
  /** How often something was pressed or chosen so far. Typing, and walking from field to field, does not count. */
  readonly clicks: () => number
  /** Presses a button, a link or a switch. */
  press(control: Locator): Promise<void>
  /** Types into a field; by the mouse it is clicked first. */
  type(field: Locator, text: string): Promise<void>
  /** Types into a picker and takes the choice of this text. */
  pick(picker: Locator, typed: string, choice: string | RegExp): Promise<void>
  /** Takes a choice of a list that opens. */
  select(select: Locator, choice: string): Promise<void>
  /** Opens the palette, types there and takes what is found under this text. */
  find(typed: string, hit: string | RegExp): Promise<void>
}

/** More fields than any page has between two that are used one after the other. */
const stepsMax = 120

/** Somebody who works at a page. */
export function personAt(page: Page, means: Means): Person {
  let clicks = 0
  const option = (choice: string | RegExp) => page.getByRole('option', { name: choice, exact: true }).first()

  const walkTo = async (control: Locator) => {
    await control.waitFor()
    for (let step = 0; step < stepsMax; step += 1) {
      if (await control.evaluate((element) => element === document.activeElement)) return
      await page.keyboard.press('Tab')
    }
    throw new Error(`No key leads to ${control.toString()}`)
  }
  /** Walks through the choices of an open list. */
  const walkThrough = async (choice: string | RegExp) => {
    await option(choice).waitFor()
    for (let step = 0; step < stepsMax; step += 1) {
      const isThere = await option(choice).evaluate(
        (element) =>
          element === document.activeElement ||
          element.id === document.activeElement?.getAttribute('aria-activedescendant'),
      )
      if (isThere) return page.keyboard.press('Enter')
      await page.keyboard.press('ArrowDown')
    }
    throw new Error(`No key leads to the choice ${String(choice)}`)
  }
  const press = async (control: Locator) => {
    clicks += 1
    if (means === 'mouse') return control.click()
    await walkTo(control)
    await page.keyboard.press('Enter')
  }
  const take = async (choice: string | RegExp) => {
    clicks += 1
    if (means === 'mouse') await option(choice).click()
    else await walkThrough(choice)
  }
  return {
    clicks: () => clicks,
    press,
    async type(field, text) {
      if (means === 'mouse') await field.click()
      else await walkTo(field)
      await field.press('ControlOrMeta+a')
      await page.keyboard.type(text)
    },
    async pick(picker, typed, choice) {
      if (means === 'mouse') await press(picker)
      else await walkTo(picker)
      await picker.press('ControlOrMeta+a')
      await page.keyboard.type(typed)
      await take(choice)
    },
    async select(select, choice) {
      await press(select)
      await take(choice)
    },
    async find(typed, hit) {
      await page.locator('h1').first().waitFor()
      if (means === 'mouse') await press(page.locator('header button[aria-keyshortcuts="Control+K Meta+K"]'))
      else await page.keyboard.press('Control+k')
      await page.getByRole('combobox').first().waitFor()
      await page.keyboard.type(typed)
      await take(hit)
      await page.getByRole('dialog').waitFor({ state: 'hidden' })
    },
  }
}
