import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { memoryStore } from 'react-admin'
import { describe, expect, test, vi } from 'vitest'
import { ConfiguredList } from '#engine/records/ui/list/ConfiguredList.tsx'
import { firstRows } from '#engine/records/ui/list/firstRows.ts'
import { createPreferenceSaver, KeeperProvider, openKeptLists } from '#engine/records/ui/list/preferences/keptLists.ts'
import { text } from '#engine/declaration/fields/index.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { actorWith, parcel } from '#tests/support/ui/parcel.ts'
import { stage } from '#tests/support/ui/stage.tsx'

const records = [{ id: 1, name: 'Box', size: 'large', sender: 7, brands: [1], colour: 'red' }]

function showList({ stored, at = '/parcel' }: { stored?: Record<string, unknown>; at?: string } = {}) {
  const resource = { ...parcel, fields: { ...parcel.fields, colour: text() } } as AnyResource
  const getList = vi.fn(async (_name: string, _params: any) => ({ data: records, total: 300 }))
  const save = vi.fn(async () => {})
  const store = memoryStore()
  openKeptLists({ store, resources: ['parcel'], stored })
  const list = (
    <KeeperProvider value={createPreferenceSaver(save)}>
      <ConfiguredList />
    </KeeperProvider>
  )
  stage({
    actor: actorWith(['campaign']),
    resources: { parcel: resource },
    pages: { list },
    at,
    store,
    dataProvider: { getList },
  })
  const actor = actorWith(['campaign'])
  const ahead = () => firstRows({ resource, actor, store, search: at.replace(/^[^?]*/, '') })
  return { getList, save, store, ahead, user: userEvent.setup() }
}
const asked = (getList: ReturnType<typeof vi.fn>) => getList.mock.calls.at(-1)![1]
const heads = () =>
  screen
    .getAllByRole('columnheader', { hidden: true })
    .map((head) => head.textContent)
    .filter(Boolean)

describe('what is asked ahead of a list is what the list asks first', () => {
  test.each([
    ['as is declared', {}],
    ['as somebody likes it', { stored: { parcel: { sort: { field: 'size', order: 'DESC' }, perPage: 50 } } }],
    ['as a column says that is no longer there', { stored: { parcel: { sort: { field: 'gone', order: 'DESC' } } } }],
    ['as its address says', { at: '/parcel?page=2&sort=name&order=DESC&filter=%7B%22size%22%3A%22large%22%7D' }],
  ])('%s', async (_, given) => {
    const { getList, ahead } = showList(given)
    const { pagination, sort, filter, meta } = ahead()
    await screen.findByText('Box')
    expect(getList.mock.calls[0]![1]).toMatchObject({ pagination, sort, filter, ...(meta ? { meta } : {}) })
    expect(getList.mock.calls[0]![1].meta).toEqual(meta)
  })
})

describe('a list that somebody has made their own', () => {
  test('begins with their columns, order and page size', async () => {
    const { getList, save } = showList({
      stored: { parcel: { columns: ['colour', 'name'], sort: { field: 'size', order: 'DESC' }, perPage: 50 } },
    })
    await screen.findByText('Box')
    expect(heads()).toEqual(['colour', 'name'])
    expect(asked(getList)).toMatchObject({ sort: { field: 'size', order: 'DESC' }, pagination: { perPage: 50 } })
    expect(save).not.toHaveBeenCalled()
  })

  test("takes the address's word where it has one, and does not make it theirs", async () => {
    const { getList, save } = showList({
      stored: { parcel: { sort: { field: 'size', order: 'DESC' }, perPage: 50 } },
      at: '/parcel?sort=name&order=ASC&perPage=10',
    })
    await screen.findByText('Box')
    expect(asked(getList)).toMatchObject({ sort: { field: 'name', order: 'ASC' }, pagination: { perPage: 10 } })
    expect(save).not.toHaveBeenCalled()
  })

  test('keeps an order and a page size once they are chosen', async () => {
    const { save, user, store } = showList()
    await screen.findByText('Box')
    await user.click(screen.getByRole('button', { name: /size/ }))
    await waitFor(() => expect(save).toHaveBeenCalledWith({ parcel: { sort: { field: 'size', order: 'ASC' } } }))
    await user.click(screen.getByRole('combobox'))
    await user.click(await screen.findByRole('option', { name: '100' }))
    await waitFor(() => expect(save).toHaveBeenLastCalledWith({ parcel: { perPage: 100 } }))
    expect(store.getItem('parcel.kept')).toEqual({ sort: { field: 'size', order: 'ASC' }, perPage: 100 })
  })

  test('keeps a column once it is chosen, and forgets them where they are as declared again', async () => {
    const { save, user } = showList()
    await screen.findByText('Box')
    await user.click(screen.getByRole('button', { name: 'Colunas' }))
    await user.click(await screen.findByText('colour'))
    await waitFor(() =>
      expect(save).toHaveBeenLastCalledWith({ parcel: { columns: ['name', 'size', 'sender', 'colour'] } }),
    )
    await user.click(screen.getAllByText('colour').at(-1)!)
    await waitFor(() => expect(save).toHaveBeenLastCalledWith({ parcel: { columns: null } }))
  })

  test('keeps the order somebody gives the columns, and offers a hidden one where it is declared', async () => {
    const { save, user } = showList({ stored: { parcel: { columns: ['sender', 'name'] } } })
    await screen.findByText('Box')
    await user.click(screen.getByRole('button', { name: 'Colunas' }))
    const panel = within(await screen.findByRole('dialog', { name: 'Colunas' }))
    const offered = panel.getAllByRole('checkbox').map((box) => box.closest('label')!.textContent)
    expect(offered.indexOf('size')).toBe(offered.indexOf('name') + 1)
    await user.click(panel.getByText('size'))
    await waitFor(() => expect(save).toHaveBeenLastCalledWith({ parcel: { columns: ['sender', 'name', 'size'] } }))
    await user.click(panel.getByRole('button', { name: 'Mover para cima: size' }))
    await waitFor(() => expect(heads()).toEqual(['sender', 'size', 'name']))
  })

  test('does without columns, orders and page sizes that are no longer there', async () => {
    const { getList } = showList({
      stored: { parcel: { columns: ['gone', 'name'], sort: { field: 'gone', order: 'ASC' }, perPage: 7 } },
    })
    await screen.findByText('Box')
    expect(heads()).toEqual(['name'])
    expect(asked(getList)).toMatchObject({ sort: { field: 'name', order: 'ASC' }, pagination: { perPage: 25 } })
  })
})

describe('what is kept of lists', () => {
  test('is sent one call at a time, and what was chosen meanwhile in one more', async () => {
    const answers: (() => void)[] = []
    const save = vi.fn(
      () =>
        new Promise<void>((resolve) => {
          answers.push(resolve)
        }),
    )
    const keep = createPreferenceSaver(save)
    void keep({ brand: { perPage: 10 } })
    void keep({ brand: { perPage: 50 } })
    void keep({ brand: { columns: ['name'] } })
    void keep({ user: { perPage: 100 } })
    expect(save.mock.calls).toEqual([[{ brand: { perPage: 10 } }]])
    answers[0]!()
    await waitFor(() => expect(save).toHaveBeenCalledTimes(2))
    expect(save).toHaveBeenLastCalledWith({ brand: { perPage: 50, columns: ['name'] }, user: { perPage: 100 } })
  })

  test('goes along with the next choice where it did not arrive', async () => {
    const save = vi.fn(async () => {}).mockRejectedValueOnce(new Error('down'))
    const keep = createPreferenceSaver(save)
    await keep({ brand: { perPage: 25 } })
    expect(save).toHaveBeenCalledTimes(1)
    await keep({ brand: { columns: ['name'] } })
    expect(save).toHaveBeenLastCalledWith({ brand: { perPage: 25, columns: ['name'] } })
  })

  test('is read with suspicion', () => {
    const store = memoryStore()
    store.setup()
    const stored = {
      brand: { perPage: 'many', columns: [1], sort: { field: 'name', order: 'UP' }, colour: 'red' },
      user: 7,
    }
    openKeptLists({ store, resources: ['brand', 'user', 'nothing'], stored })
    expect(['brand', 'user', 'nothing'].map((name) => store.getItem(`${name}.kept`))).toEqual([{}, {}, {}])
  })

  test('takes the place of what the browser remembers of order and page size, not of filters', () => {
    const store = memoryStore({ 'brand.listParams': { filter: { q: 'a' }, sort: 'name', perPage: 10, page: 3 } })
    store.setup()
    openKeptLists({ store, resources: ['brand'] })
    expect(store.getItem('brand.listParams')).toEqual({ filter: { q: 'a' }, displayedFilters: undefined, page: 1 })
  })
})
