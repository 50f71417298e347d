import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { choice, reference, text } from '#engine/declaration/fields/index.ts'
import { defineChoices } from '#engine/declaration/choices.ts'
import { type AnyResource, defineResource } from '#engine/declaration/resource.ts'
import { toHttpError } from '#engine/records/ui/dataProvider.ts'
import { ConfiguredCreate } from '#engine/records/ui/form/ConfiguredCreate.tsx'
import { actorWith } from '#tests/support/ui/parcel.ts'
import { stage } from '#tests/support/ui/stage.tsx'

const kinds = defineChoices('depotKind', ['open', 'closed'])
const depot = defineResource({
  name: 'depot',
  path: '/registers/depot',
  title: 'name',
  fields: {
    name: text({ required: true, max: 60, search: true }),
    kind: choice(kinds, { default: 'open' }),
    reason: text({ required: true }),
    note: text(),
  },
  visibleWhen: { reason: { kind: 'closed' } },
  list: { columns: ['name'], sort: ['name', 'ASC'] },
  access: { role: 'brand', scope: 'everyone' },
}) as unknown as AnyResource
const letter = defineResource({
  name: 'letter',
  path: '/registers/letter',
  title: 'name',
  fields: { name: text({ required: true }), depot: reference('depot', { required: true }) },
  list: { columns: ['name'], sort: ['name', 'ASC'] },
  access: { role: 'campaign', scope: 'everyone' },
}) as unknown as AnyResource

function show(roles: string[], create: (...given: never[]) => unknown, depots: readonly object[] = []) {
  stage({
    actor: actorWith(roles),
    resources: { letter, depot },
    pages: { create: <ConfiguredCreate /> },
    at: '/letter/create',
    dataProvider: {
      create,
      read: async () => ({ exists: false, records: [] }),
      getList: async () => ({ data: depots, total: depots.length }),
      getMany: async (_: string, { ids }: { ids: number[] }) => ({
        data: ids.map((id) => ({ id, name: `North ${id}` })),
      }),
    },
  })
  return userEvent.setup()
}
const picker = () => screen.findByRole('combobox', { name: /^depot/ })

test('what a picker does not have is made where it stands, and chosen; what was typed is its name', async () => {
  const create = vi.fn(async (_: string, { data }: { data: object }) => ({ data: { id: 9, ...data } }))
  const user = show(['campaign', 'brand'], create)
  await user.type(await screen.findByRole('textbox', { name: /^name/ }), 'Letter')
  await user.type(await picker(), 'North')
  await user.click(await screen.findByRole('option', { name: 'Criar: depot “North”' }))
  const dialog = await screen.findByRole('dialog', { name: 'Criar: depot' })
  const name = within(dialog).getByRole('textbox', { name: /^name/ })
  expect((name as HTMLInputElement).value).toBe('North')
  expect(within(dialog).queryByRole('textbox', { name: /^note/ })).toBeNull()
  await user.click(within(dialog).getByRole('button', { name: 'Criar' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(create).toHaveBeenCalledOnce()
  expect(create.mock.calls[0]![1]).toMatchObject({ data: { name: 'North', kind: 'open' } })
  await waitFor(async () => expect(((await picker()) as HTMLInputElement).value).toBe('North 9'))
  expect(document.activeElement).toBe(await picker())
  expect((screen.getByRole('textbox', { name: /^name/ }) as HTMLInputElement).value).toBe('Letter')
})

test('all fields are one button away, and come by themselves where one that was left out is wrong', async () => {
  const create = vi.fn(async () => {
    throw toHttpError(422, { code: 'validation_failed', details: { note: [{ code: 'required' }] } })
  })
  const user = show(['campaign', 'brand'], create)
  await user.click(await picker())
  await user.click(await screen.findByRole('option', { name: 'Criar: depot' }))
  const dialog = await screen.findByRole('dialog')
  await user.type(within(dialog).getByRole('textbox', { name: /^name/ }), 'North')
  expect(within(dialog).getByRole('button', { name: 'Todos os campos' })).toBeTruthy()
  await user.click(within(dialog).getByRole('button', { name: 'Criar' }))
  expect(await within(dialog).findByRole('textbox', { name: /^note/ })).toBeTruthy()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(async () => expect(document.activeElement).toBe(await picker()))
})

test('whoever may not make such a record is not offered it', async () => {
  const user = show(['campaign'], vi.fn())
  await user.click(await picker())
  expect(await screen.findByText('Nada encontrado')).toBeTruthy()
  expect(screen.queryByRole('option')).toBeNull()
})

test('where there is one record to choose, a new one that must name it begins with it; what is taken out stays out', async () => {
  const user = show(['campaign', 'brand'], vi.fn(), [{ id: 4, name: 'North 4' }])
  await waitFor(async () => expect(((await picker()) as HTMLInputElement).value).toBe('North 4'))
  await user.clear(await picker())
  await user.tab()
  expect(((await picker()) as HTMLInputElement).value).toBe('')
})

test('of several nothing is chosen by itself', async () => {
  show(['campaign', 'brand'], vi.fn(), [
    { id: 4, name: 'North 4' },
    { id: 5, name: 'South 5' },
  ])
  await userEvent.click(await picker())
  expect(await screen.findByRole('option', { name: 'South 5' })).toBeTruthy()
  expect(((await picker()) as HTMLInputElement).value).toBe('')
})
