import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { ConfiguredList } from '../../../src/admin/resource/list/ConfiguredList.tsx'
import { shownColumns, storedColumns } from '../../../src/admin/resource/list/kept/keptColumns.ts'
import { createKeptLists } from '../../../src/admin/resource/list/kept/keptLists.ts'
import { KeptListsProvider } from '../../../src/admin/resource/list/kept/KeptListsContext.ts'
import { text } from '../../../src/config/fields/index.ts'
import type { AnyResource } from '../../../src/config/resource.ts'
import { actorWith, parcel } from './parcel.ts'
import { stage } from './stage.tsx'

const records = [{ id: 1, name: 'Box', size: 'large', sender: 7, brands: [1], colour: 'red' }]

function showList({ stored, at = '/parcel' }: { stored?: Record<string, unknown>; at?: string } = {}) {
  const resource = { ...parcel, fields: { ...parcel.fields, colour: text() } } as AnyResource
  const getList = vi.fn(async (_name: string, _params: any) => ({ data: records, total: 300 }))
  const save = vi.fn(async () => {})
  const kept = createKeptLists({ stored, save })
  const list = (
    <KeptListsProvider value={kept}>
      <ConfiguredList />
    </KeptListsProvider>
  )
  stage({
    actor: actorWith(['campaign']),
    resources: { parcel: resource },
    pages: { list },
    at,
    dataProvider: { getList },
  })
  return { getList, save, kept, user: userEvent.setup() }
}
const asked = (getList: ReturnType<typeof vi.fn>) => getList.mock.calls.at(-1)![1]
const heads = () =>
  screen
    .getAllByRole('columnheader')
    .map((head) => head.textContent)
    .filter(Boolean)

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
    const { save, user, kept } = showList()
    await screen.findByText('Box')
    await user.click(screen.getByRole('button', { name: /size/ }))
    await waitFor(() => expect(save).toHaveBeenCalledWith({ parcel: { sort: { field: 'size', order: 'ASC' } } }))
    await user.click(screen.getByRole('combobox'))
    await user.click(await screen.findByRole('option', { name: '100' }))
    await waitFor(() => expect(save).toHaveBeenLastCalledWith({ parcel: { perPage: 100 } }))
    expect(kept.of('parcel')).toEqual({ sort: { field: 'size', order: 'ASC' }, perPage: 100 })
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
    const kept = createKeptLists({ save })
    kept.keep('brand', 'perPage', 10)
    kept.keep('brand', 'perPage', 50)
    kept.keep('brand', 'columns', ['name'])
    kept.keep('user', 'perPage', 100)
    expect(save.mock.calls).toEqual([[{ brand: { perPage: 10 } }]])
    answers[0]!()
    await waitFor(() => expect(save).toHaveBeenCalledTimes(2))
    expect(save).toHaveBeenLastCalledWith({ brand: { perPage: 50, columns: ['name'] }, user: { perPage: 100 } })
  })

  test('is not sent where it is as it was, and goes along with the next choice where it did not arrive', async () => {
    const save = vi.fn(async () => {}).mockRejectedValueOnce(new Error('down'))
    const kept = createKeptLists({ stored: { brand: { perPage: 10 } }, save })
    kept.keep('brand', 'perPage', 10)
    expect(save).not.toHaveBeenCalled()
    kept.keep('brand', 'perPage', 25)
    await waitFor(() => expect(save).toHaveBeenCalledTimes(1))
    await Promise.resolve()
    kept.keep('brand', 'columns', ['name'])
    await waitFor(() => expect(save).toHaveBeenLastCalledWith({ brand: { perPage: 25, columns: ['name'] } }))
  })

  test('is read with suspicion', () => {
    const kept = createKeptLists({
      stored: {
        brand: { perPage: 'many', columns: [1], sort: { field: 'name', order: 'UP' }, colour: 'red' },
        user: 7,
      },
      save: null,
    })
    expect([kept.of('brand'), kept.of('user'), kept.of('nothing')]).toEqual([{}, {}, {}])
  })
})

describe('columns by name and by place', () => {
  const names = ['a', 'b', 'c', 'd']
  test.each([
    [['a', 'c'], { hidden: ['b', 'd'], ranks: undefined }],
    [['c', 'a'], { hidden: ['b', 'd'], ranks: [2, 0, 1, 3] }],
    [['d', 'c', 'b', 'a'], { hidden: [], ranks: [3, 2, 1, 0] }],
  ])('%j', (columns, stored) => {
    expect(storedColumns({ names, columns })).toEqual(stored)
    expect(shownColumns({ names, ...stored })).toEqual(columns)
  })

  test('ranks may be fewer than the columns, and may name some that are gone', () => {
    expect(shownColumns({ names, hidden: [], ranks: [1, 0] })).toEqual(['b', 'a', 'c', 'd'])
    expect(shownColumns({ names: ['a', 'b'], hidden: [], ranks: [3, 1, 0] })).toEqual(['b', 'a'])
  })
})
