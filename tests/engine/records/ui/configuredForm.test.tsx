import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { activityLog } from '#resources/activityLog.ts'
import { reward as rewardResource } from '#resources/reward.ts'
import { user as userResource } from '#resources/user.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { toHttpError } from '#engine/records/ui/dataProvider.ts'
import { ConfiguredCreate } from '#engine/records/ui/form/ConfiguredCreate.tsx'
import { ConfiguredEdit } from '#engine/records/ui/form/ConfiguredEdit.tsx'
import { actorWith, parcel } from '#tests/support/ui/parcel.ts'
import { stage } from '#tests/support/ui/stage.tsx'

const stored = {
  id: 4,
  version: 7,
  createdAt: '2026-11-01T00:00:00.000Z',
  updatedAt: '2026-11-01T00:00:00.000Z',
  name: 'Box',
  slug: 'box',
  token: 'pa1',
  size: 'small',
  weight: null,
  cpf: '***.982.247-**',
  email: null,
  code: 'A-1',
  fragile: false,
  sender: null,
  brands: [1],
  steps: [],
  tags: [],
  sentOn: null,
  count: 2,
}
const list = <p>the list</p>

function showForm(
  which: 'create' | 'edit',
  {
    roles = ['campaign'],
    resource = parcel,
    at,
    ...dataProvider
  }: { roles?: string[]; resource?: AnyResource; at?: string } & Record<string, unknown> = {},
) {
  const getMany = async (_: string, { ids }: { ids: number[] }) => ({
    data: ids.map((id) => ({ id, name: `Brand ${id}` })),
  })
  const read = async () => ({ exists: false, records: [] })
  const view = stage({
    actor: actorWith(roles, { root: roles.includes('root') }),
    resources: { [resource.name]: resource },
    pages: { list, create: <ConfiguredCreate />, edit: <ConfiguredEdit /> },
    at: at ?? (which === 'create' ? `/${resource.name}/create` : `/${resource.name}/4`),
    dataProvider: { getMany, read, getOne: async () => ({ data: stored }), ...dataProvider },
  })
  return { ...view, user: userEvent.setup() }
}
const field = (name: string) => screen.findByRole('textbox', { name: new RegExp(`^${name}`) })
const save = () => screen.getByRole('button', { name: 'Salvar' })

describe('a new record', () => {
  test('that lacks something is not sent; each field says what it needs, and a summary leads there', async () => {
    const create = vi.fn()
    const { user } = showForm('create', { create })
    await field('name')
    await user.click(save())
    expect(await screen.findByText('Preencha este campo')).toBeTruthy()
    expect(screen.getByText('Escolha 1 ou mais')).toBeTruthy()
    expect(create).not.toHaveBeenCalled()
    await user.click(within(screen.getByRole('alert')).getByRole('button', { name: 'name' }))
    expect(document.activeElement).toBe(await field('name'))
  })

  test('says nothing of what is still empty before it is saved', async () => {
    const { user } = showForm('create')
    const name = await field('name')
    await user.click(name)
    await user.tab()
    await user.type(await field('slug'), 'no slug')
    await user.tab()
    await waitFor(() => expect(document.querySelector('[name=slug]')!.getAttribute('aria-invalid')).toBe('true'))
    expect(name.getAttribute('aria-invalid')).not.toBe('true')
    await user.click(save())
    await waitFor(() => expect(name.getAttribute('aria-invalid')).toBe('true'))
  })

  test('is checked as one types, once a field was left', async () => {
    const { user } = showForm('create')
    const name = await field('name')
    await user.type(name, 'a parcel with far too long a name')
    expect(screen.queryByText(/20 caracteres/)).toBeNull()
    await user.tab()
    expect(await screen.findByText(/20 caracteres/)).toBeTruthy()
    await user.clear(name)
    await user.type(name, 'Box')
    await waitFor(() => expect(screen.queryByText(/20 caracteres/)).toBeNull())
  })

  test('shows a field while its condition holds, and sends it only then', async () => {
    const create = vi.fn(async (_: string, { data }: { data: object }) => ({
      data: { ...stored, ...data, token: null },
    }))
    const { user } = showForm('create', {
      create,
      getList: async () => ({ data: [1, 2].map((id) => ({ id, name: `Brand ${id}` })), total: 2 }),
    })
    await user.type(await field('name'), 'Box')
    expect(screen.queryByRole('textbox', { name: /^weight/ })).toBeNull()
    await user.click(screen.getByRole('combobox', { name: /^size/ }))
    await user.click(await screen.findByRole('option', { name: 'large' }))
    await user.type(await field('weight'), '1.234,5')
    await user.click(screen.getByRole('combobox', { name: /^brands/ }))
    await user.click(await screen.findByRole('option', { name: 'Brand 1' }))
    await user.keyboard('{Escape}')
    await user.click(save())
    await waitFor(() => expect(create).toHaveBeenCalled())
    expect(create.mock.calls[0]![1].data).toMatchObject({ name: 'Box', size: 'large', weight: 1234.5, brands: [1] })
  })

  test('shows in its rows what counts for what is typed, and sends nothing of what does not', async () => {
    const create = vi.fn(async (_: string, { data }: { data: object }) => ({ data: { id: 9, ...data } }))
    const { user } = showForm('create', { roles: ['root'], resource: rewardResource as unknown as AnyResource, create })
    const choose = async (name: RegExp, option: string) => {
      await user.click(await screen.findByRole('combobox', { name }))
      await user.click(await screen.findByRole('option', { name: option }))
    }
    await user.type(await field('Nome'), 'Tiers')
    await choose(/^Tipo de produto/, 'Apostas')
    await choose(/^Cálculo/, 'Dinâmico (faixas)')
    const tiers = screen.getByRole('group', { name: 'Faixas' })
    await user.click(within(tiers).getByRole('button', { name: 'Adicionar linha' }))
    expect(screen.queryByRole('textbox', { name: /^Valor 1/ })).toBeNull()
    await user.type(await field('A partir de 1'), '0')
    await user.type(await field('Percentual 1'), '10')
    await choose(/^Tipo de produto/, 'CPA')
    expect(screen.queryByRole('textbox', { name: /^Percentual 1/ })).toBeNull()
    await user.type(await field('Valor 1'), '250')
    await choose(/^Base/, 'Jogador qualificado')
    await user.click(save())
    await waitFor(() => expect(create).toHaveBeenCalled())
    expect(create.mock.calls[0]![1].data).toMatchObject({
      productType: 'cpa',
      tiers: [{ from: 0, percentage: null, value: 250 }],
    })
  })

  test('suggests the slug the server would make', async () => {
    const { user } = showForm('create')
    await user.type(await field('name'), 'São João')
    expect((await field('slug')).getAttribute('placeholder')).toBe('sao-joao')
  })

  test('with a token says it, and leads to the record', async () => {
    const { user, location } = showForm('create', {
      resource: {
        ...parcel,
        fields: { name: parcel.fields['name']!, token: parcel.fields['token']! },
        form: { identity: ['name', 'token'] },
        visibleWhen: {},
      } as AnyResource,
      create: async () => ({ data: { ...stored, token: 'pa77' } }),
    })
    await user.type(await field('name'), 'Box')
    await user.click(save())
    expect(await screen.findByText('Criado: parcel Box. Token: pa77')).toBeTruthy()
    await waitFor(() => expect(location.pathname).toBe('/parcel/4'))
  })
})

describe('a change', () => {
  test('is sent with the version it is based on', async () => {
    const update = vi.fn(async (_: string, { data }: { data: object }) => ({
      data: { ...stored, ...data, version: 8 },
    }))
    const { user } = showForm('edit', { update })
    const name = await field('name')
    await user.clear(name)
    await user.type(name, 'Case')
    await user.click(save())
    expect(await screen.findByText('Salvo: parcel Case')).toBeTruthy()
    expect(update.mock.calls[0]![1].data).toMatchObject({ name: 'Case', version: 7 })
    expect(update.mock.calls[0]![1].data).not.toHaveProperty('code')
  })

  test('is taken back as it was, over the version it made, and nothing else with it', async () => {
    const update = vi.fn(async (_: string, { data }: { data: object }) => ({
      data: { ...stored, ...data, version: 8 },
    }))
    const { user, undo } = showForm('edit', { update })
    await user.clear(await field('name'))
    await user.type(await field('name'), 'Case')
    await user.click(save())
    await screen.findByText('Salvo: parcel Case')
    undo()
    expect(await screen.findByText('Desfeito: parcel Box')).toBeTruthy()
    expect(update.mock.calls[1]![1]).toMatchObject({ id: 4, data: { name: 'Box', version: 8 } })
    expect(Object.keys(update.mock.calls[1]![1].data)).toEqual(['name', 'version'])
  })

  test('that the server refuses keeps what was typed, with the reason at its field', async () => {
    const update = async () => {
      throw toHttpError(409, { code: 'already_taken', message: '', details: { email: [{ code: 'already_taken' }] } })
    }
    const { user } = showForm('edit', { update })
    await user.type(await field('email'), 'ana@example.com')
    await user.click(save())
    expect(await screen.findByText('Outro registro já tem este valor')).toBeTruthy()
    expect(((await field('email')) as HTMLInputElement).value).toBe('ana@example.com')
    // Typing elsewhere does not take the server's word away.
    await user.type(await field('name'), 'x')
    expect(screen.getByText('Outro registro já tem este valor')).toBeTruthy()
  })

  test('shows what may not be set as it is', async () => {
    showForm('edit')
    await field('name')
    expect(screen.getByRole('group', { name: 'code' }).textContent).toContain('A-1')
    expect(screen.getByRole('group', { name: 'count' }).textContent).toContain('2')
    expect(screen.queryByText('secret')).toBeNull()
  })

  test('of a masked value that was left alone is no change', async () => {
    const update = vi.fn(async (_: string, { data }: { data: object }) => ({ data: { ...stored, ...data } }))
    const { user } = showForm('edit', { update })
    await user.type(await field('name'), '2')
    await user.click(save())
    await waitFor(() => expect(update).toHaveBeenCalled())
  })

  test('based on an older version says who changed what, and keeps one’s own edits on top where one wants it', async () => {
    const current = { ...stored, version: 9, slug: 'changed', name: 'Theirs' }
    let tries = 0
    const update = vi.fn(async (_: string, { data }: { data: object }) => {
      tries += 1
      if (tries === 1)
        throw toHttpError(409, {
          code: 'stale_version',
          message: '',
          current,
          changesSince: [{ at: '2026-11-20T10:00:00.000Z', actor: 'bia@example.com', changes: [] }],
        })
      return { data: { ...current, ...data, version: 10 } }
    })
    const { user } = showForm('edit', { update, getOne: async () => ({ data: tries === 0 ? stored : current }) })
    const name = await field('name')
    await user.clear(name)
    await user.type(name, 'Mine')
    await user.click(save())
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText(/bia@example.com, 20\/11\/2026 10:00/)).toBeTruthy()
    expect(dialog.getByText('changed')).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Manter as minhas alterações' }))
    await waitFor(async () => expect(((await field('slug')) as HTMLInputElement).value).toBe('changed'))
    expect(((await field('name')) as HTMLInputElement).value).toBe('Mine')
    await user.click(save())
    await waitFor(() => expect(update).toHaveBeenCalledTimes(2))
    expect(update.mock.calls[1]![1].data).toMatchObject({ name: 'Mine', slug: 'changed', version: 9 })
  })

  test('that is not saved is asked about before one leaves', async () => {
    const { user, location } = showForm('edit')
    await user.type(await field('name'), 'x')
    await user.click(screen.getByRole('link', { name: 'Voltar à lista' }))
    const stay = within(await screen.findByRole('dialog', { name: 'Sair sem salvar?' })).getByRole('button', {
      name: 'Continuar editando',
    })
    expect(location.pathname).toBe('/parcel/4')
    await user.click(stay)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(((await field('name')) as HTMLInputElement).value).toMatch(/x$/)
    await user.click(screen.getByRole('link', { name: 'Voltar à lista' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Sair sem salvar' }))
    expect(await screen.findByText('the list')).toBeTruthy()
  })

  test('is not offered to whoever may only read', async () => {
    showForm('edit', {
      resource: { ...parcel, access: { role: 'campaign', update: 'root', remove: 'root' } } as AnyResource,
    })
    expect(await screen.findByRole('group', { name: 'name' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Salvar' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Excluir' })).toBeNull()
  })
})

test('deleting asks first, and a refusal says once everything that holds the record', async () => {
  const holders = [
    { resource: 'affiliate', count: 3, isHistory: false },
    { resource: 'entry', count: 9, isHistory: true },
  ]
  const { user } = showForm('edit', {
    delete: async () => {
      throw toHttpError(409, { code: 'still_referenced', message: '', holders })
    },
  })
  await field('name')
  await user.click(screen.getByRole('button', { name: 'Excluir' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Excluir' }))
  expect((await dialog.findAllByRole('alert')).map((alert) => alert.textContent)).toEqual([
    'Não foi possível excluir parcel Box: tem movimento ou lançamentos; ainda em uso em Afiliados (3)',
  ])
})

test('a value another record has is said while one types, with a link to it', async () => {
  const resource = {
    ...parcel,
    fields: { ...parcel.fields, email: { ...parcel.fields['email']!, unique: true } },
  } as AnyResource
  const { user } = showForm('create', {
    resource,
    read: async () => ({ exists: true, records: [{ id: 9, name: 'Other box' }] }),
  })
  await user.type(await field('email'), 'ana@example.com')
  const link = await screen.findByRole('link', { name: 'Other box' })
  expect(link.getAttribute('href')).toBe('/parcel/9')
})

test('once it is deleted, a record is not asked for any more', async () => {
  const getOne = vi.fn(async () => ({ data: stored }))
  const { user } = showForm('edit', { getOne, delete: async () => ({ data: stored }) })
  await field('name')
  const asked = getOne.mock.calls.length
  await user.click(screen.getByRole('button', { name: 'Excluir' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Excluir' }))
  expect(await screen.findByText('the list')).toBeTruthy()
  expect(getOne).toHaveBeenCalledTimes(asked)
})

test('a record leads to everything in the log about it, for whoever may read the log', async () => {
  const resources = { parcel, activityLog: activityLog as unknown as AnyResource }
  const pages = { list, edit: <ConfiguredEdit /> }
  const dataProvider = { getOne: async () => ({ data: stored }), read: async () => ({ exists: false, records: [] }) }
  const { unmount } = stage({ actor: actorWith(['campaign']), resources, pages, at: '/parcel/4', dataProvider })
  await field('name')
  expect(screen.queryByRole('link', { name: 'Histórico de alterações' })).toBeNull()
  unmount()
  stage({ actor: actorWith([], { root: true }), resources, pages, at: '/parcel/4', dataProvider })
  const link = await screen.findByRole('link', { name: 'Histórico de alterações' })
  expect(decodeURIComponent(link.getAttribute('href')!)).toBe('/activityLog?filter={"object":"parcel","objectId":"4"}')
})

describe('a user', () => {
  test('gets every password rule as a warning of its own', async () => {
    const { user } = showForm('create', {
      resource: userResource as unknown as AnyResource,
      roles: ['root'],
      at: '/user/create',
    })
    await user.type(await screen.findByLabelText(/^Senha/), 'wqjx')
    const rules = within(screen.getByRole('list', { name: 'A senha precisa ter:' })).getAllByRole('listitem')
    const missing = rules.filter((rule) => within(rule).queryByTitle('Falta')).map((rule) => rule.textContent)
    expect(rules).toHaveLength(6)
    expect(missing).toHaveLength(4)
  })

  test('is filled in by a profile, which is a starting point', async () => {
    const { user } = showForm('create', {
      resource: userResource as unknown as AnyResource,
      roles: ['root'],
      at: '/user/create',
    })
    await user.click(await screen.findByRole('combobox', { name: /^Perfil/ }))
    await user.click((await screen.findAllByRole('option'))[2]!)
    const checked = () => screen.getAllByRole('checkbox').filter((box) => (box as HTMLInputElement).checked)
    await waitFor(() => expect(checked()).toHaveLength(5))
    await user.click(checked()[0]!)
    await waitFor(() => expect(checked()).toHaveLength(4))
  })
})

describe('a guarded field', () => {
  test('that nobody proved to have meant stays typed and is not saved', async () => {
    // react-admin writes refused calls to the console of a development build.
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const update = vi.fn(async () => {
      throw toHttpError(400, { code: 'totp_required' })
    })
    const { user } = showForm('edit', { update })
    await user.type(await field('name'), 'es')
    await user.click(save())
    expect(
      await screen.findByText('Não foi possível salvar parcel Box: Digite o código do seu aplicativo autenticador'),
    ).toBeTruthy()
    expect(((await field('name')) as HTMLInputElement).value).toBe('Boxes')
    expect(update).toHaveBeenCalledOnce()
    vi.restoreAllMocks()
  })
})
