import { expect, it } from 'vitest'
import { defaultPreferences, readPreferences } from '#engine/ui/shell/preferences.ts'

it('begins light, horizontal, fluid, with dark topbar and sidebar', () => {
  expect(defaultPreferences).toEqual({
    layout: 'horizontal',
    mode: 'light',
    width: 'fluid',
    density: 'comfortable',
    position: 'fixed',
    topbar: 'dark',
    sidebar: 'dark',
    sidebarType: 'default',
  })
})

it('keeps what was chosen and takes the default for what is missing or no longer exists', () => {
  expect(readPreferences({ layout: 'vertical', sidebar: 'green', more: 1 })).toEqual({
    ...defaultPreferences,
    layout: 'vertical',
  })
})

it.each([null, undefined, 'text', 3])('reads %s as the defaults', (stored) => {
  expect(readPreferences(stored)).toEqual(defaultPreferences)
})
