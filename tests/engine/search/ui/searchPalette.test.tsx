import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { resources } from '#resources/index.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { SearchButton } from '#engine/search/ui/SearchButton.tsx'
import { actorWith } from '#tests/support/ui/parcel.ts'
import { stage } from '#tests/support/ui/stage.tsx'

const found = [
  {
    resource: 'affiliate',
    records: [
      { id: 7, name: 'Ana Souza', field: 'token', value: 'af123' },
      { id: 8, name: 'Ana Lima', field: null, value: null },
    ],
    hasMore: false,
  },
  { resource: 'brand', records: [{ id: 3, name: 'Ananás', field: null, value: null }], hasMore: false },
]

function show(read = vi.fn(async (_path: string): Promise<unknown> => found)) {
  const view = stage({
    actor: actorWith(['affiliate', 'brand', 'campaign']),
    resources: resources as unknown as Record<string, AnyResource>,
    pages: {},
    at: '/start',
    others: { '*': <SearchButton /> },
    dataProvider: { read },
  })
  return { ...view, read, user: userEvent.setup() }
}
const field = () => screen.findByRole('combobox', { name: 'Buscar' })
const chosen = async () => document.getElementById((await field()).getAttribute('aria-activedescendant') ?? '')

describe('the palette', () => {
  test('opens by Ctrl+K and by the button, with the cursor in the field, and closes by Esc', async () => {
    const { user } = show()
    await user.keyboard('{Control>}k{/Control}')
    const input = await field()
    await waitFor(() => expect(document.activeElement === input).toBe(true))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull())
    await user.click(screen.getByRole('button', { name: /Buscar/ }))
    expect(await field()).toBeTruthy()
  })

  test('finds records as one types, chooses with the arrows and opens with Enter', async () => {
    const { user, read, location } = show()
    await user.keyboard('{Control>}k{/Control}')
    await user.type(await field(), 'ana')
    await screen.findByRole('option', { name: /Ana Souza/ })
    expect(read.mock.calls.map(([path]) => path)).toEqual(['/api/search?q=ana'])
    expect((await chosen())?.textContent).toContain('Ana Souza')
    await user.keyboard('{ArrowDown}{ArrowDown}')
    expect((await chosen())?.textContent).toContain('Ananás')
    await user.keyboard('{ArrowUp}{Enter}')
    await waitFor(() => expect(location.pathname).toBe('/affiliate/8/overview'))
    expect(screen.queryByRole('combobox')).toBeNull()
  })

  test('goes round at both ends', async () => {
    const { user } = show()
    await user.keyboard('{Control>}k{/Control}')
    await user.type(await field(), 'ana')
    await screen.findByRole('option', { name: /Ana Souza/ })
    await user.keyboard('{ArrowUp}')
    expect((await chosen())?.textContent).toContain('Ananás')
    await user.keyboard('{ArrowDown}')
    expect((await chosen())?.textContent).toContain('Ana Souza')
  })

  test('opens the first hit by an Enter that came before the answer', async () => {
    const { user, location } = show()
    await user.keyboard('{Control>}k{/Control}')
    await user.type(await field(), 'af123{Enter}')
    await waitFor(() => expect(location.pathname).toBe('/affiliate/7/overview'))
  })

  test('finds pages at once, shows first what was opened last, and forgets it when asked', async () => {
    const { user, location } = show(vi.fn(async () => []))
    await user.keyboard('{Control>}k{/Control}')
    await user.type(await field(), 'campanhas')
    await screen.findByRole('option', { name: /^Campanhas/ })
    await user.keyboard('{Enter}')
    await waitFor(() => expect(location.pathname).toMatch(/campaign/))
    await user.keyboard('{Control>}k{/Control}')
    await field()
    expect(screen.getByRole('group', { name: 'Recentes' }).textContent).toContain('Campanhas')
    await user.click(screen.getByRole('button', { name: 'Limpar recentes' }))
    expect(screen.queryByRole('group', { name: 'Recentes' })).toBeNull()
  })

  test('says that nothing was found, and that the search did not answer', async () => {
    const read = vi.fn(async (path: string): Promise<unknown> => {
      if (path.endsWith('broken')) throw new Error('no answer')
      return []
    })
    const { user } = show(read)
    await user.keyboard('{Control>}k{/Control}')
    await user.type(await field(), 'zebra')
    expect(await screen.findByText('Nada encontrado para “zebra”.')).toBeTruthy()
    await user.clear(await field())
    await user.type(await field(), 'broken')
    expect(await screen.findByText('A busca não respondeu. Tente de novo.')).toBeTruthy()
  })

  test('asks nothing of one character', async () => {
    const { user, read } = show()
    await user.keyboard('{Control>}k{/Control}')
    await user.type(await field(), 'a')
    expect(await screen.findByText('Digite pelo menos 2 caracteres.')).toBeTruthy()
    expect(read).not.toHaveBeenCalled()
  })
})
