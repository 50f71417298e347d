import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { affiliate } from '#resources/affiliate.ts'
import { user as userResource } from '#resources/user.ts'
import { resourcePages } from '#locales/pt/resourcePages.ts'
import { toHttpError } from '#engine/records/ui/dataProvider.ts'
import { ConfiguredCreate } from '#engine/records/ui/form/ConfiguredCreate.tsx'
import { ConfiguredEdit } from '#engine/records/ui/form/ConfiguredEdit.tsx'
import { draftOf } from '#engine/records/ui/form/draft/draftOf.ts'
import { DraftsProvider } from '#engine/records/ui/form/draft/DraftsContext.ts'
import { createDrafts, type Drafts } from '#engine/auth/ui/session/drafts.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { actorWith, parcel } from '#tests/support/ui/parcel.ts'
import { stage } from '#tests/support/ui/stage.tsx'

const texts = resourcePages.draft
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
  steps: [{ from: 0, share: 5 }],
  tags: [],
  sentOn: null,
  count: 2,
}

let drafts: Drafts
beforeEach(() => {
  drafts = createDrafts()
  drafts.openFor('user/7')
})

function showForm(
  which: 'create' | 'edit',
  { resource = parcel, ...dataProvider }: { resource?: AnyResource } & Record<string, unknown> = {},
) {
  const getMany = async (_: string, { ids }: { ids: number[] }) => ({
    data: ids.map((id) => ({ id, name: `Brand ${id}` })),
  })
  stage({
    actor: actorWith(['campaign', 'user'], { root: true }),
    resources: { [resource.name]: resource },
    pages: {
      list: <p>the list</p>,
      create: (
        <DraftsProvider value={drafts}>
          <ConfiguredCreate />
        </DraftsProvider>
      ),
      edit: (
        <DraftsProvider value={drafts}>
          <ConfiguredEdit />
        </DraftsProvider>
      ),
    },
    at: which === 'create' ? `/${resource.name}/create` : `/${resource.name}/4`,
    dataProvider: {
      getMany,
      read: async () => ({ exists: false, records: [] }),
      getOne: async () => ({ data: stored }),
      ...dataProvider,
    },
  })
  return userEvent.setup()
}
const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name: new RegExp(`^${name}`) })
const save = () => screen.getByRole('button', { name: 'Salvar' })
const notice = () => screen.queryByText(new RegExp(texts.restored))

/** The session ends, and somebody signs in. */
function signInAgain(owner = 'user/7') {
  drafts.keep()
  cleanup()
  drafts.openFor(owner)
}

describe('a form half filled when the session ended', () => {
  test('for a new record comes back as it was, and says so', async () => {
    let user = showForm('create')
    await user.type(await field('name'), 'Box')
    await user.click(screen.getByRole('combobox', { name: /^size/ }))
    await user.click(await screen.findByRole('option', { name: 'large' }))
    await user.type(await field('weight'), '12,5')
    await user.tab()
    signInAgain()
    user = showForm('create', { getList: async () => ({ data: [{ id: 1, name: 'Brand 1' }], total: 1 }) })
    await waitFor(async () => expect((await field('name')).value).toBe('Box'))
    expect((await field('weight')).value).toBe('12,5')
    expect(notice()).toBeTruthy()
  })

  test('for a change comes back with its rows and goes with the version it was read in', async () => {
    let user = showForm('edit')
    await user.type(await field('email'), 'box@example.com')
    await user.click(screen.getByRole('button', { name: resourcePages.form.addRow }))
    await user.type(await field('from 2'), '100')
    await user.tab()
    signInAgain()
    const update = vi.fn(async (_: string, { data }: { data: object }) => ({
      data: { ...stored, ...data, version: 8 },
    }))
    user = showForm('edit', { update })
    await waitFor(async () => expect((await field('email')).value).toBe('box@example.com'))
    expect((await field('from 2')).value).toBe('100')
    await user.click(save())
    await waitFor(() => expect(notice()).toBeNull())
    expect(update.mock.calls[0]![1].data).toMatchObject({
      version: 7,
      email: 'box@example.com',
      steps: [{ from: 0, share: 5 }, { from: 100 }],
    })
    signInAgain()
    showForm('edit')
    await field('email')
    expect(notice()).toBeNull()
  })

  test('is gone once it is discarded', async () => {
    let user = showForm('edit')
    await user.type(await field('name'), 'es')
    signInAgain()
    user = showForm('edit')
    await waitFor(async () => expect((await field('name')).value).toBe('Boxes'))
    await user.click(screen.getByRole('button', { name: texts.discard }))
    await waitFor(async () => expect((await field('name')).value).toBe('Box'))
    expect(notice()).toBeNull()
    signInAgain()
    showForm('edit')
    expect((await field('name')).value).toBe('Box')
  })

  test('is not shown to somebody else', async () => {
    const user = showForm('edit')
    await user.type(await field('name'), 'es')
    signInAgain('user/8')
    showForm('edit')
    expect((await field('name')).value).toBe('Box')
    expect(notice()).toBeNull()
  })

  test('over a record that somebody changed since is refused first, shows what changed, and is saved on top where one wants it', async () => {
    let user = showForm('edit')
    await user.type(await field('name'), 'es')
    signInAgain()
    const current = { ...stored, version: 9, slug: 'changed', name: 'Theirs' }
    const update = vi.fn(async (_: string, { data }: { data: { version: number } }) => {
      if (data.version !== 9)
        throw toHttpError(409, {
          code: 'stale_version',
          message: '',
          current,
          changesSince: [{ at: '2026-11-20T10:00:00.000Z', actor: 'bia@example.com', changes: [] }],
        })
      return { data: { ...current, ...data, version: 10 } }
    })
    user = showForm('edit', { update, getOne: async () => ({ data: current }) })
    await waitFor(async () => expect((await field('name')).value).toBe('Boxes'))
    await user.click(save())
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText('box')).toBeTruthy()
    expect(dialog.getByText('changed')).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: resourcePages.stale.takeOver }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.click(await waitFor(save))
    await waitFor(() => expect(update).toHaveBeenCalledTimes(2))
    expect(update.mock.calls.map(([, { data }]) => data.version)).toEqual([7, 9])
    expect(update.mock.calls[1]![1].data).toMatchObject({ name: 'Boxes', slug: 'changed' })
  })

  test('over a record that somebody changed since lets go of it where one would rather have theirs', async () => {
    let user = showForm('edit')
    await user.type(await field('name'), 'es')
    signInAgain()
    const current = { ...stored, version: 9, name: 'Theirs' }
    const update = async () => {
      throw toHttpError(409, { code: 'stale_version', message: '', current, changesSince: [] })
    }
    user = showForm('edit', { update, getOne: async () => ({ data: current }) })
    await waitFor(async () => expect((await field('name')).value).toBe('Boxes'))
    await user.click(save())
    await user.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: resourcePages.stale.reload }),
    )
    await waitFor(async () => expect((await field('name')).value).toBe('Theirs'))
    expect(notice()).toBeNull()
  })

  describe('of a user', () => {
    const person = {
      id: 4,
      version: 1,
      createdAt: stored.createdAt,
      updatedAt: stored.updatedAt,
      name: 'Ana',
      email: 'ana@example.com',
      company: 1,
      allowedBrands: [],
      profile: null,
      roles: [],
      language: 'pt',
      root: false,
      partner: null,
    }
    const read = async (path: string) => (path.endsWith('/session') ? [] : { exists: false, records: [] })
    const question = { resource: userResource as unknown as AnyResource, getOne: async () => ({ data: person }), read }
    const passwordInput = async () => (await screen.findAllByLabelText<HTMLInputElement>(/^Senha/))[0]!

    test('comes back without the password, and says that it has to be typed again', async () => {
      const user = showForm('edit', question)
      await user.type(await passwordInput(), 'Quartz-lantern-47')
      signInAgain()
      showForm('edit', question)
      expect(await screen.findByText(/Digite de novo: Senha/)).toBeTruthy()
      expect((await passwordInput()).value).toBe('')
    })

    test('keeps the roles that were chosen, whatever the profile would fill in', async () => {
      drafts.watch('user/4', () => ({ values: { profile: 'Promoter', roles: ['home'] }, left: [], opened: person }))
      signInAgain()
      const update = vi.fn(async (_: string, { data }: { data: object }) => ({
        data: { ...person, ...data, version: 2 },
      }))
      const user = showForm('edit', { ...question, update })
      await waitFor(() => expect(notice()).toBeTruthy())
      await user.click(save())
      await waitFor(() => expect(update).toHaveBeenCalled())
      expect(update.mock.calls[0]![1].data).toMatchObject({ profile: 'Promoter', roles: ['home'] })
    })
  })
})

describe('what is kept of a form', () => {
  const actor = actorWith([], { root: true })
  const question = { resource: affiliate as unknown as AnyResource, actor, operation: 'update' as const, opened: null }

  test('is what differs, without payment keys', () => {
    const initial = { name: 'Ana', alias: null, paymentKey: null }
    expect(
      draftOf({ ...question, initial, values: { name: 'Bia', alias: '', paymentKey: 'bia@example.com' } }),
    ).toEqual({ values: { name: 'Bia' }, left: ['paymentKey'], opened: null })
  })

  test('is nothing where nothing differs', () => {
    expect(
      draftOf({ ...question, initial: { name: 'Ana', brands: [1] }, values: { name: 'Ana', brands: [1], alias: '' } }),
    ).toBeNull()
  })
})
