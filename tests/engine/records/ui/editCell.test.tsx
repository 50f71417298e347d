import { HttpError } from 'react-admin'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { ConfiguredList } from '#engine/records/ui/list/ConfiguredList.tsx'
import { actorWith, parcel } from '#tests/support/ui/parcel.ts'
import { stage } from '#tests/support/ui/stage.tsx'

const list = {
  columns: ['name', 'size', 'email', 'weight', 'secret'],
  sort: ['name', 'ASC'],
  editable: ['email', 'weight', 'secret', 'size'],
} as const
const box = { id: 1, name: 'Box', size: 'large', email: 'a@b.co', weight: 2, secret: 's', brands: [1], version: 3 }
const bag = { id: 2, name: 'Bag', size: 'small', email: null, weight: null, secret: null, brands: [1], version: 1 }

/** A list of two parcels, some of whose cells are declared to be changed where they stand. */
function showList({
  roles = ['campaign'],
  access = parcel.access,
  update,
}: { roles?: string[]; access?: AnyResource['access']; update?: (params: any) => Promise<any> } = {}) {
  const stored = new Map([box, bag].map((record) => [record.id, record]))
  const calls = vi.fn(async (_name: string, params: any) => {
    if (update) return update(params)
    const saved = { ...stored.get(params.id), ...params.data, version: params.data.version + 1 }
    stored.set(params.id, saved)
    return { data: saved }
  })
  const view = stage({
    actor: actorWith(roles),
    resources: { parcel: { ...parcel, list, access } },
    pages: { list: <ConfiguredList />, edit: <p>the page of one</p> },
    at: '/parcel',
    dataProvider: {
      getList: async () => ({ data: [...stored.values()], total: 2 }),
      getOne: async (_name: string, { id }: { id: string }) => ({ data: stored.get(Number(id)) }),
      update: calls,
    },
  })
  return { ...view, update: calls, user: userEvent.setup() }
}
const pencil = (field: string, record: string) =>
  screen.findByRole('button', { name: `Editar ${field}: parcel ${record}` }, { timeout: 5_000 })
const editor = (field: string, record: string) =>
  screen.findByRole('dialog', { name: `Editar ${field}: parcel ${record}` }, { timeout: 5_000 })

describe('a cell that is declared to be changed in its list', () => {
  test('is changed by the keyboard alone: Enter opens it, what it held is marked, Enter saves, the focus comes back', async () => {
    const { user, update, undo } = showList()
    ;(await pencil('email', 'Box')).focus()
    await user.keyboard('{Enter}')
    const input = await within(await editor('email', 'Box')).findByRole('textbox')
    await waitFor(() => expect(document.activeElement).toBe(input))
    await user.keyboard('new@b.co{Enter}')
    expect(await screen.findByText('new@b.co')).toBeTruthy()
    expect(update.mock.calls[0]![1]).toMatchObject({ id: 1, data: { email: 'new@b.co', version: 3 } })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Editar email: parcel Box'))
    expect(screen.getByRole('list', { name: 'notices' }).textContent).toContain('Box')
    undo()
    await waitFor(() => expect(update.mock.calls[1]![1].data).toEqual({ email: 'a@b.co', version: 4 }))
  })

  test('is opened by a double click, whose first click does not leave the list, and Esc leaves it as it was', async () => {
    const { user, update, location } = showList()
    await pencil('email', 'Box')
    await user.dblClick(screen.getByText('a@b.co'))
    await within(await editor('email', 'Box')).findByRole('textbox')
    await user.keyboard('other{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.getByText('a@b.co')).toBeTruthy()
    expect([update.mock.calls.length, location.pathname]).toEqual([0, '/parcel'])
  })

  test('is checked as the form is, before anything is sent', async () => {
    const { user, update } = showList()
    await user.click(await pencil('email', 'Box'))
    const inside = within(await editor('email', 'Box'))
    await user.clear(await inside.findByRole('textbox'))
    await user.keyboard('nobody{Enter}')
    await waitFor(async () => expect((await inside.findByRole('textbox')).getAttribute('aria-invalid')).toBe('true'))
    expect(update).not.toHaveBeenCalled()
  })

  test('says what the server refuses at the field, and stays open', async () => {
    const refused = async () => {
      throw new HttpError('errors.validation', 422, { code: 'validation', errors: { email: 'taken by Bag' } })
    }
    const { user } = showList({ update: refused })
    await user.click(await pencil('email', 'Box'))
    const inside = within(await editor('email', 'Box'))
    await inside.findByRole('textbox')
    await user.keyboard('bag@b.co{Enter}')
    expect(await inside.findByText('taken by Bag')).toBeTruthy()
  })

  test('asks what to do where a colleague was faster, and sends what was typed over theirs', async () => {
    const theirs = { ...box, name: 'Chest', version: 4 }
    const { user, update } = showList({
      update: async ({ data }) => {
        if (data.version === 4) return { data: { ...theirs, ...data, version: 5 } }
        throw new HttpError('errors.stale_version', 409, {
          code: 'stale_version',
          current: theirs,
          changesSince: [{ at: '2026-03-10T12:00:00Z', actor: 'Bia' }],
        })
      },
    })
    await user.click(await pencil('email', 'Box'))
    await within(await editor('email', 'Box')).findByRole('textbox')
    await user.keyboard('mine@b.co{Enter}')
    expect(await screen.findByText(/Bia/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Manter as minhas alterações' }))
    const inside = within(await editor('email', 'Box'))
    await waitFor(() => expect(((inside.queryByRole('textbox') as HTMLInputElement) ?? {}).value).toBe('mine@b.co'))
    await user.click(inside.getByRole('button', { name: 'Salvar' }))
    await waitFor(() => expect(update.mock.calls.at(-1)![1].data).toMatchObject({ email: 'mine@b.co', version: 4 }))
  })

  test('has no pencil where the field does not count, nor for whoever may not write it', async () => {
    showList()
    await pencil('weight', 'Box')
    expect(screen.queryByRole('button', { name: /weight: parcel Bag/ })).toBeNull()
    expect(screen.queryByRole('button', { name: /secret/ })).toBeNull()
  })

  test('has one for whoever holds the right of the field', async () => {
    showList({ roles: ['campaign', 'financial'] })
    expect(await pencil('secret', 'Box')).toBeTruthy()
  })

  test('has none for whoever may only read the records', async () => {
    showList({ access: { ...parcel.access, update: 'financial' } })
    await screen.findByText('a@b.co')
    expect(screen.queryByRole('button', { name: /^Alterar/ })).toBeNull()
  })
})
