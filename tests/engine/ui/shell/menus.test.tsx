import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { CoreAdminContext, type I18nProvider } from 'react-admin'
import type { ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { beforeEach, expect, it, vi } from 'vitest'
import type { MenuEntry } from '#resources/menu.ts'
import { HorizontalMenu } from '#engine/ui/shell/menu/HorizontalMenu.tsx'
import { TileMenu, VerticalMenu } from '#engine/ui/shell/menu/VerticalMenu.tsx'
import { type VisibleGroup, visibleMenu } from '#engine/ui/shell/menu/visibleMenu.ts'
import { routerProvider } from '#engine/ui/router/routerProvider.tsx'

const keys: I18nProvider = { translate: (key) => key, changeLocale: async () => {}, getLocale: () => 'pt' }
const groups = visibleMenu({ roles: ['brand', 'campaign', 'affiliate'] })

async function open(element: ReactNode, address = '/registers/affiliate/12') {
  const app = (
    <CoreAdminContext i18nProvider={keys} routerProvider={routerProvider}>
      {element}
    </CoreAdminContext>
  )
  const router = createMemoryRouter([{ path: '*', element: app }], { initialEntries: [address] })
  render(<RouterProvider router={router} useTransitions={false} />)
  return { user: userEvent.setup(), router }
}

beforeEach(() => {
  // jsdom has no scrolling.
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {})
})

const entryOf = (name: string): MenuEntry => ({ name, path: `/${name}`, roles: [] })

const group = (name: string) => screen.getByRole('button', { name: `menu.groups.${name}` })

it('opens one dropdown at a time and goes to the address of the entry', async () => {
  const { user, router } = await open(<HorizontalMenu groups={groups} />)
  await user.click(group('registers'))
  await user.click(group('advertising'))
  expect(group('registers').getAttribute('aria-expanded')).toBe('false')
  await user.click(screen.getByRole('link', { name: 'menu.entries.campaign' }))
  expect(router.state.location.pathname).toBe('/registers/campaign/list')
  expect(group('advertising').getAttribute('aria-expanded')).toBe('false')
})

it('is used with the keyboard alone: down opens and moves, up goes back, Escape closes, left and right change the group', async () => {
  const { user } = await open(<HorizontalMenu groups={groups} />)
  group('advertising').focus()
  await user.keyboard('{ArrowDown}')
  expect(document.activeElement?.textContent).toBe('menu.entries.campaign')
  await user.keyboard('{ArrowDown}')
  expect(document.activeElement?.textContent).toBe('menu.entries.affiliate')
  await user.keyboard('{ArrowUp}')
  expect(document.activeElement?.textContent).toBe('menu.entries.campaign')
  await user.keyboard('{Escape}')
  expect(document.activeElement).toBe(group('advertising'))
  expect(group('advertising').getAttribute('aria-expanded')).toBe('false')
  await user.keyboard('{ArrowRight}')
  expect(document.activeElement).toBe(group('reports'))
})

it('goes to the next entry that begins with a typed letter, and begins again behind the last', async () => {
  const { user } = await open(
    <HorizontalMenu groups={[{ name: 'reports', entries: ['one', 'two', 'three'].map(entryOf) }]} />,
  )
  group('reports').focus()
  // Every label begins with its key here.
  await user.keyboard('{ArrowDown}{m}')
  expect(document.activeElement?.textContent).toBe('menu.entries.two')
  await user.keyboard('{m}{m}')
  expect(document.activeElement?.textContent).toBe('menu.entries.one')
})

it('closes when the focus leaves it or something else is pointed at', async () => {
  const { user } = await open(
    <>
      <HorizontalMenu groups={groups} />
      <button type="button">elsewhere</button>
    </>,
  )
  await user.click(group('registers'))
  await user.click(screen.getByRole('button', { name: 'elsewhere' }))
  expect(group('registers').getAttribute('aria-expanded')).toBe('false')
})

it('has one group open in a column: that of the page, until another is chosen', async () => {
  const { user } = await open(<VerticalMenu groups={groups} />)
  expect(group('advertising').getAttribute('aria-expanded')).toBe('true')
  await user.click(group('registers'))
  expect(group('registers').getAttribute('aria-expanded')).toBe('true')
  expect(group('advertising').getAttribute('aria-expanded')).toBe('false')
  await user.click(group('registers'))
  expect(screen.queryByRole('link')).toBeNull()
})

it('names the titles of further pages, and says below a name what the page is for', async () => {
  const { user } = await open(<HorizontalMenu groups={visibleMenu({ roles: ['action'] })} />)
  await user.click(group('advertising'))
  within(screen.getByRole('list', { name: 'menu.titles.means' })).getByRole('link', { name: 'menu.entries.promoCode' })
  expect(screen.getByRole('link', { name: 'menu.entries.action', description: 'menu.hints.action' })).toBeTruthy()
})

it('marks the list of the record that is shown', async () => {
  await open(<VerticalMenu groups={groups} />)
  expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('menu.entries.affiliate')
})

it('lays out more than 8 entries in columns, 8 and fewer in one', async () => {
  const groupOf = (name: VisibleGroup['name'], count: number): VisibleGroup => ({
    name,
    entries: Array.from({ length: count }, (_, index) => entryOf(`${name}${index}`)),
  })
  const { user } = await open(<HorizontalMenu groups={[groupOf('reports', 9), groupOf('registers', 8)]} />)
  const panelOf = async (name: string) => {
    await user.click(group(name))
    return document.getElementById(group(name).getAttribute('aria-controls')!)?.querySelector('ul')
  }
  expect((await panelOf('reports'))?.dataset['large']).toBe('true')
  expect((await panelOf('registers'))?.dataset['large']).toBe('false')
})

it('names tiles without text, and closes what flew out with Escape', async () => {
  const { user } = await open(<TileMenu groups={groups} hasText={false} />)
  await user.click(group('advertising'))
  const list = document.getElementById(group('advertising').getAttribute('aria-controls')!)!
  within(list).getByRole('link', { name: 'menu.entries.campaign' }).focus()
  await user.keyboard('{Escape}')
  expect(list.hidden).toBe(true)
  expect(document.activeElement).toBe(group('advertising'))
})
