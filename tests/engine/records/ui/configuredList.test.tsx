import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { text } from '#engine/declaration/fields/index.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { ConfiguredList } from '#engine/records/ui/list/ConfiguredList.tsx'
import { actorWith, parcel } from '#tests/support/ui/parcel.ts'
import { stage } from '#tests/support/ui/stage.tsx'

const records = [
  { id: 1, name: 'Box', size: 'large', sender: 7, brands: [1], colour: 'red' },
  { id: 2, name: 'Case', size: 'small', sender: 8, brands: [1], colour: 'blue' },
]

/** A list of parcels with a field nobody named in list, filter or form. */
function showList({
  data = records,
  roles = ['campaign'],
  ...dataProvider
}: { data?: object[]; roles?: string[] } & Record<string, unknown> = {}) {
  const resource = { ...parcel, fields: { ...parcel.fields, colour: text() } } as AnyResource
  const getList = vi.fn(async (_name: string, _params: any) => ({ data, total: data.length }))
  const getMany = vi.fn(async (_name: string, { ids }: { ids: number[] }) => ({
    data: ids.map((id) => ({ id, name: `Sender ${id}` })),
  }))
  const view = stage({
    actor: actorWith(roles),
    resources: { parcel: resource },
    pages: { list: <ConfiguredList /> },
    at: '/parcel',
    dataProvider: { getList, getMany, ...dataProvider },
  })
  return { ...view, getList, getMany, user: userEvent.setup() }
}
const lastOf = (getList: ReturnType<typeof vi.fn>) => getList.mock.calls.at(-1)![1]

describe('a list', () => {
  test('shows the declared columns, references by name, asked for once', async () => {
    const { getMany } = showList()
    expect(await screen.findByText('Sender 7')).toBeTruthy()
    expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual(['', 'name', 'size', 'sender'])
    expect(getMany).toHaveBeenCalledTimes(1)
    expect(getMany.mock.calls[0]![1]).toMatchObject({ ids: [7, 8], meta: { options: true } })
  })

  test('shows where its rows will be while they are still to come, and nothing to tick', async () => {
    showList({ getList: () => new Promise(() => {}) })
    await waitFor(() => expect(screen.queryAllByRole('row').length).toBeGreaterThan(1), { timeout: 5_000 })
    expect(screen.queryAllByRole('checkbox')).toEqual([])
  })

  test('is asked for in the declared order, and in another where a head is chosen', async () => {
    const { getList, user, location } = showList()
    await screen.findByText('Box')
    expect(lastOf(getList).sort).toEqual({ field: 'name', order: 'ASC' })
    await user.click(screen.getByRole('button', { name: /size/ }))
    await waitFor(() => expect(lastOf(getList).sort.field).toBe('size'))
    expect(location.search).toContain('sort=size')
  })

  test('offers every other field as a column', async () => {
    const { user } = showList()
    await screen.findByText('Box')
    expect(screen.queryByText('red')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Colunas' }))
    await user.click(await screen.findByText('colour'))
    expect(await screen.findByText('red')).toBeTruthy()
  })

  test('has its columns moved by buttons, for the keyboard too', async () => {
    const { user } = showList()
    await screen.findByText('Box')
    const heads = () =>
      screen
        .getAllByRole('columnheader', { hidden: true })
        .map(({ textContent }) => textContent)
        .filter(Boolean)
    const before = heads()
    await user.click(screen.getByRole('button', { name: 'Colunas' }))
    const panel = within(await screen.findByRole('dialog', { name: 'Colunas' }))
    panel.getByRole('button', { name: `Mover para baixo: ${before[0]}` }).focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(heads()).toEqual([before[1], before[0], ...before.slice(2)]))
    expect(panel.getByRole('button', { name: `Mover para cima: ${before[1]}` })).toHaveProperty('disabled', true)
    await user.click(panel.getByRole('button', { name: 'Redefinir' }))
    await waitFor(() => expect(heads()).toEqual(before))
  })

  test('keeps columns in sight beside the name, and as wide as they were made, until that is reset', async () => {
    const { user } = showList()
    await screen.findByText('Box')
    const heads = () => screen.getAllByRole('columnheader', { hidden: true }).filter(({ textContent }) => textContent)
    const names = () => heads().map(({ textContent }) => textContent)
    const before = names()
    const last = before.at(-1)!
    await user.click(screen.getByRole('button', { name: 'Colunas' }))
    const panel = within(await screen.findByRole('dialog', { name: 'Colunas' }))
    await user.click(panel.getByRole('button', { name: `Fixar coluna: ${last}` }))
    await waitFor(() =>
      expect(names()).toEqual(['name', last, ...before.filter((name) => ![`name`, last].includes(name!))]),
    )
    await user.selectOptions(panel.getByRole('combobox', { name: `Largura: ${last}` }), '280')
    expect(panel.getByRole('button', { name: `Fixar coluna: ${last}` }).getAttribute('aria-pressed')).toBe('true')
    expect((panel.getByRole('combobox', { name: `Largura: ${last}` }) as HTMLSelectElement).value).toBe('280')
    await user.click(panel.getByRole('button', { name: 'Redefinir' }))
    await waitFor(() => expect(names()).toEqual(before))
    expect((panel.getByRole('combobox', { name: `Largura: ${last}` }) as HTMLSelectElement).value).toBe('')
  })

  test('is searched half a second after the last key, and the address says so', async () => {
    const { getList, user, location } = showList()
    await screen.findByText('Box')
    await user.type(screen.getByRole('searchbox'), 'ana')
    await waitFor(() => expect(lastOf(getList).filter).toEqual({ q: 'ana' }))
    expect(getList.mock.calls.filter(([, { filter }]) => filter.q && filter.q !== 'ana')).toEqual([])
    expect(decodeURIComponent(location.search)).toContain('"q":"ana"')
  })

  test('is narrowed by declared filters at hand and by others on demand', async () => {
    const { getList, user } = showList()
    await screen.findByText('Box')
    await user.click(screen.getByRole('button', { name: 'Filtros' }))
    const panel = within(await screen.findByRole('dialog', { name: 'Filtros' }))
    await user.click(await panel.findByRole('checkbox', { name: 'large' }))
    await waitFor(() => expect(lastOf(getList).filter).toEqual({ size: ['large'] }))
    expect(panel.queryByRole('group', { name: 'colour' })).toBeNull()
    await user.click(panel.getByRole('button', { name: 'Mais filtros' }))
    await user.type(within(panel.getByRole('group', { name: 'colour' })).getByRole('textbox'), 're')
    await waitFor(() => expect(lastOf(getList).filter).toEqual({ size: ['large'], colour_like: 're' }))
    expect(screen.getByText('colour: “re”')).toBeTruthy()
  })

  test('without a record says what belongs there and leads to the first one', async () => {
    showList({ data: [] })
    expect(await screen.findByText(/Ainda não há/)).toBeTruthy()
    expect(screen.getAllByRole('link', { name: 'Criar' })[0]!.getAttribute('href')).toBe('/parcel/create')
  })

  test('that cannot be read says why and can be asked again', async () => {
    const getList = vi.fn(async () => {
      throw new Error('down')
    })
    const { user } = showList({ getList })
    expect(await screen.findByText('Erro de rede')).toBeTruthy()
    getList.mockImplementation(async () => ({ data: records, total: 2 }) as never)
    await user.click(screen.getByRole('button', { name: 'Tentar de novo' }))
    expect(await screen.findByText('Box')).toBeTruthy()
  })
})

describe('a bulk action', () => {
  async function selectBoth(dataProvider: Record<string, unknown>) {
    const view = showList(dataProvider)
    await screen.findByText('Box')
    await view.user.click(screen.getAllByRole('checkbox')[0]!)
    return view
  }

  test('asks for its input, and says of each refused record why; those stay selected', async () => {
    const runAction = vi.fn(async () => ({ changed: [1], refused: [{ id: 2, code: 'payment_type_must_be_manual' }] }))
    const { user } = await selectBoth({ runAction })
    await user.click(screen.getByRole('button', { name: 'resources.parcel.actions.setSize' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByRole('button', { name: 'Aplicar' }))
    expect(await dialog.findByText('Preencha este campo')).toBeTruthy()
    expect(runAction).not.toHaveBeenCalled()
    await user.click(dialog.getByRole('combobox'))
    await user.click(await screen.findByRole('option', { name: 'large' }))
    expect(await dialog.findByText('1 será alterado')).toBeTruthy()
    expect(dialog.getByText('1 não pode ser alterado:')).toBeTruthy()
    expect(runAction.mock.calls).toEqual([
      [{ resource: 'parcel', path: 'set_size', input: { size: 'large', ids: [1, 2], preview: true } }],
    ])
    await user.click(dialog.getByRole('button', { name: 'Aplicar' }))
    expect(await dialog.findByText('setSize: 1 alterado')).toBeTruthy()
    expect(dialog.getByText('O tipo de pagamento deve ser manual para este tipo de documento')).toBeTruthy()
    expect(runAction).toHaveBeenCalledWith({
      resource: 'parcel',
      path: 'set_size',
      input: { size: 'large', ids: [1, 2] },
    })
    await user.click(dialog.getByRole('button', { name: 'Fechar' }))
    expect(await screen.findByText('1 selecionado')).toBeTruthy()
  })

  test('is undone: each record gets back what it had', async () => {
    const runAction = vi.fn(async (_: { input: { ids: number[] } }) => ({ changed: _.input.ids, refused: [] }))
    const { user } = await selectBoth({
      runAction,
      getMany: async () => ({
        data: [
          { id: 1, size: 'small' },
          { id: 2, size: 'large' },
        ],
      }),
    })
    await user.click(screen.getByRole('button', { name: 'resources.parcel.actions.setSize' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByRole('combobox'))
    await user.click(await screen.findByRole('option', { name: 'large' }))
    await user.click(dialog.getByRole('button', { name: 'Aplicar' }))
    await user.click(await dialog.findByRole('button', { name: 'Desfazer' }))
    expect(await dialog.findByText('Desfeito')).toBeTruthy()
    expect(runAction.mock.calls.slice(-2).map(([{ input }]) => input)).toEqual([
      { size: 'small', ids: [1] },
      { size: 'large', ids: [2] },
    ])
    expect(dialog.queryByRole('button', { name: 'Desfazer' })).toBeNull()
  })

  test('to delete is taken back from the trash', async () => {
    const callApi = vi.fn(async () => ({ json: {}, headers: new Headers() }))
    const read = async (path: string) =>
      path === '/api/trash'
        ? [
            { id: 31, object: 'parcel', record: 1 },
            { id: 30, object: 'other', record: 1 },
          ]
        : {}
    const { user } = await selectBoth({ removeEach: async () => ({ changed: [1], refused: [] }), callApi, read })
    await user.click(screen.getByRole('button', { name: 'Excluir' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByRole('button', { name: 'Excluir' }))
    await user.click(await dialog.findByRole('button', { name: 'Desfazer' }))
    expect(await dialog.findByText('Desfeito')).toBeTruthy()
    expect(callApi.mock.calls).toEqual([['/api/trash/31/restore', { method: 'POST', body: '{}' }]])
  })

  test('to delete says what holds a record', async () => {
    const removeEach = vi.fn(async () => ({
      changed: [],
      refused: [{ id: 1, code: 'still_referenced', values: { count: 3, resource: 'affiliate' } }],
    }))
    const { user } = await selectBoth({ removeEach })
    await user.click(screen.getByRole('button', { name: 'Excluir' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByRole('button', { name: 'Excluir' }))
    expect(await dialog.findByText(/Afiliados \(3\)/)).toBeTruthy()
  })
})

test('who may neither change nor delete has nothing to select', async () => {
  const resource = { ...parcel, access: { role: 'campaign', update: 'root', remove: 'root' } } as AnyResource
  stage({
    actor: actorWith(['campaign']),
    resources: { parcel: resource },
    pages: { list: <ConfiguredList /> },
    at: '/parcel',
    dataProvider: { getList: async () => ({ data: records, total: 2 }) },
  })
  await screen.findByText('Box')
  expect(screen.queryAllByRole('checkbox')).toEqual([])
})
