import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { resourcePages } from '#locales/pt/resourcePages.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { toHttpError } from '#engine/records/ui/dataProvider.ts'
import { ConfiguredCreate } from '#engine/records/ui/form/ConfiguredCreate.tsx'
import { ConfiguredEdit } from '#engine/records/ui/form/ConfiguredEdit.tsx'
import { actorWith, parcel } from '#tests/support/ui/parcel.ts'
import { stage } from '#tests/support/ui/stage.tsx'

const { form: texts } = resourcePages
const { identity, rest } = parcel.form as Record<string, readonly string[]>
/** The parcel with what is said of a few of them only in sections of their own. */
const resource: AnyResource = {
  ...parcel,
  form: {
    identity: identity!.filter((name) => name !== 'email'),
    rest: rest!.filter((name) => !['sender', 'steps', 'sentOn'].includes(name)),
    mail: ['email'],
    sending: ['sender', 'sentOn'],
    way: ['steps'],
  },
  optionalSections: { mail: {}, sending: { notBeside: ['way'] }, way: {} },
}
const stored = {
  id: 4,
  version: 7,
  createdAt: '2026-11-01T00:00:00.000Z',
  updatedAt: '2026-11-01T00:00:00.000Z',
  name: 'Box',
  size: 'small',
  email: 'box@example.com',
  fragile: false,
  brands: [1],
  steps: [],
  tags: [],
}

function showForm(which: 'create' | 'edit', dataProvider: Record<string, unknown> = {}) {
  stage({
    actor: actorWith(['campaign']),
    resources: { parcel: resource },
    pages: { list: <p>the list</p>, create: <ConfiguredCreate />, edit: <ConfiguredEdit /> },
    at: which === 'create' ? '/parcel/create' : '/parcel/4',
    dataProvider: {
      getMany: async (_: string, { ids }: { ids: number[] }) => ({
        data: ids.map((id) => ({ id, name: `Brand ${id}` })),
      }),
      getList: async () => ({ data: [{ id: 1, name: 'Brand 1' }], total: 1 }),
      read: async () => ({ exists: false, records: [] }),
      getOne: async () => ({ data: stored }),
      ...dataProvider,
    },
  })
  return userEvent.setup()
}
const chip = (name: string) => screen.findByRole('button', { name })
const removal = (section: string) =>
  screen.getByRole('button', { name: texts.removeSection.replace('%{section}', section) })
const mail = () => screen.queryByRole<HTMLInputElement>('textbox', { name: /^email/ })
const save = () => screen.getByRole('button', { name: 'Salvar' })

describe('an optional section of a form', () => {
  test('is a button that is counted until it is added, and then has the focus', async () => {
    const user = showForm('create')
    expect(await screen.findByText(`${texts.more} (3)`)).toBeTruthy()
    expect(mail()).toBeNull()
    await user.click(await chip('mail'))
    await waitFor(() => expect(document.activeElement).toBe(mail()))
    expect(screen.getByText(`${texts.more} (2)`)).toBeTruthy()
  })

  test('can be added and removed by keys alone; without values nothing is asked, and the button has the focus again', async () => {
    const user = showForm('create')
    const button = await chip('mail')
    button.focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(document.activeElement).toBe(mail()))
    removal('mail').focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'mail' })))
    expect(mail()).toBeNull()
  })

  test('that says something stands open, and is emptied after a question', async () => {
    const update = vi.fn(async (_: string, { data }: { data: object }) => ({ data: { ...stored, ...data } }))
    const user = showForm('edit', { update })
    await waitFor(() => expect(mail()?.value).toBe('box@example.com'))
    await user.click(removal('mail'))
    const dialog = await screen.findByRole('dialog')
    await user.click(within(dialog).getByRole('button', { name: resourcePages.actions.cancel }))
    expect(mail()?.value).toBe('box@example.com')
    await user.click(removal('mail'))
    await user.click(
      within(await screen.findByRole('dialog')).getByRole('button', {
        name: texts.removeSection.replace('%{section}', 'mail'),
      }),
    )
    await waitFor(() => expect(mail()).toBeNull())
    await user.click(save())
    await waitFor(() => expect(update).toHaveBeenCalled())
    expect(update.mock.calls[0]![1].data).toMatchObject({ email: null, version: 7 })
  })

  test('that is typed empty stays open', async () => {
    const user = showForm('edit')
    await waitFor(() => expect(mail()).toBeTruthy())
    await user.clear(mail()!)
    expect(mail()).toBeTruthy()
  })

  test('opens where the server refuses one of its fields, and says why', async () => {
    const details = { sentOn: [{ code: 'required', message: '' }] }
    const update = vi.fn().mockRejectedValue(toHttpError(400, { code: 'validation_failed', details }))
    const user = showForm('edit', { update })
    await waitFor(() => expect(mail()).toBeTruthy())
    await user.type(mail()!, '.br')
    await user.click(save())
    expect(await screen.findByText('sending')).toBeTruthy()
    expect(await screen.findByText('Preencha este campo')).toBeTruthy()
  })

  test('does not go beside one that says something, and tells which', async () => {
    const user = showForm('edit', {
      getOne: async () => ({ data: { ...stored, email: null, steps: [{ from: 0, share: 5 }] } }),
    })
    const button = await chip(texts.notBeside.replace('%{section}', 'sending').replace('%{other}', 'way'))
    expect(button.getAttribute('aria-disabled')).toBe('true')
    await user.click(button)
    expect(screen.queryByText('sending')).toBeNull()
  })

  test('offers nothing to who may only read', async () => {
    stage({
      actor: actorWith([]),
      resources: { parcel: { ...resource, access: { ...resource.access, update: 'nobody', scope: 'everyone' } } },
      pages: { list: <p>the list</p>, edit: <ConfiguredEdit /> },
      at: '/parcel/4',
      dataProvider: { getOne: async () => ({ data: stored }), getMany: async () => ({ data: [] }) },
    })
    await screen.findByText('box@example.com')
    expect(screen.queryByText(new RegExp(`${texts.more} \\(`))).toBeNull()
  })
})
