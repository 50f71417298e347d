import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpError, ListContextProvider, RecordContextProvider, ResourceContextProvider } from 'react-admin'
import { describe, expect, it, vi } from 'vitest'
import { resources } from '#resources/index.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import SuspendButton from '#features/affiliates/ui/suspension/SuspendButton.tsx'
import SuspendSelected from '#features/affiliates/ui/suspension/SuspendSelected.tsx'
import SuspensionBanner from '#features/affiliates/ui/suspension/SuspensionBanner.tsx'
import SuspensionPanel from '#features/affiliates/ui/suspension/SuspensionPanel.tsx'
import { actorWith } from '#tests/support/ui/parcel.ts'
import { stage } from '#tests/support/ui/stage.tsx'

const inForce = {
  reason: 'Tráfego de marca',
  isBan: false,
  startedAt: '2026-11-20T12:00:00.000Z',
  startedBy: 'Marina',
  endedAt: null as string | null,
  endedBy: null as string | null,
  endReason: null as string | null,
}
const over = { ...inForce, endedAt: '2026-11-20T13:00:00.000Z', endedBy: 'Otávio', endReason: 'Explicado' }

function show({
  suspensions = [],
  roles = ['affiliate'],
  resource = 'affiliate',
}: {
  suspensions?: (typeof inForce)[]
  roles?: string[]
  resource?: string
}) {
  const runAction = vi.fn(async (_call: unknown) => ({}))
  const current = suspensions.find(({ endedAt }) => endedAt === null)
  const read = vi.fn(async (_path: string) => ({
    isSuspended: current !== undefined,
    isBanned: current?.isBan ?? false,
    links: 12,
    suspensions,
  }))
  stage({
    actor: actorWith(roles as never),
    resources: resources as unknown as Readonly<Record<string, AnyResource>>,
    pages: {},
    at: '/one',
    dataProvider: { runAction, read },
    others: {
      '/one': (
        <ResourceContextProvider value={resource}>
          <RecordContextProvider value={{ id: 12, name: 'Palpite na Rede' }}>
            <SuspendButton />
            <SuspensionBanner />
            <SuspensionPanel />
          </RecordContextProvider>
        </ResourceContextProvider>
      ),
    },
  })
  return { runAction, read, user: userEvent.setup() }
}

describe('the head of what can be suspended', () => {
  it('suspends with a reason, after saying what stops', async () => {
    const { runAction, read, user } = show({})
    await user.click(await screen.findByRole('button', { name: 'Suspender agora' }))
    const asking = within(await screen.findByRole('dialog', { name: 'Suspender Palpite na Rede agora?' }))
    expect(asking.getAllByRole('listitem')).toHaveLength(4)
    expect(asking.getByText('Os 12 links param de contar')).toBeTruthy()
    expect(asking.getByRole('button', { name: 'Suspender agora' })).toHaveProperty('disabled', true)
    await user.type(asking.getByRole('textbox'), 'Fraude')
    await user.click(asking.getByRole('button', { name: 'Suspender agora' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(runAction).toHaveBeenCalledWith(
      expect.objectContaining({ resource: 'affiliate', path: '12/suspend', input: { reason: 'Fraude' } }),
    )
    expect(read.mock.calls.length).toBe(2)
  })

  it('bans where that is chosen', async () => {
    const { runAction, user } = show({})
    await user.click(await screen.findByRole('button', { name: 'Suspender agora' }))
    const asking = within(await screen.findByRole('dialog'))
    await user.click(asking.getByRole('checkbox'))
    await user.type(asking.getByRole('textbox'), 'Fraude')
    await user.click(asking.getByRole('button', { name: 'Banir' }))
    await waitFor(() => expect(runAction).toHaveBeenCalledWith(expect.objectContaining({ path: '12/ban' })))
  })

  it('offers no ban of a link', async () => {
    const { user } = show({ resource: 'action', roles: ['action'] })
    await user.click(await screen.findByRole('button', { name: 'Suspender agora' }))
    expect(within(await screen.findByRole('dialog')).queryByRole('checkbox')).toBeNull()
  })

  it('says since when, by whom and why it is suspended, and resumes', async () => {
    const { runAction, user } = show({ suspensions: [inForce] })
    expect((await screen.findByRole('alert')).textContent).toMatch(/por Marina: Tráfego de marca/)
    expect(screen.queryByRole('button', { name: 'Suspender agora' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Reativar' }))
    const asking = within(await screen.findByRole('dialog'))
    await user.type(asking.getByRole('textbox'), 'Explicado')
    await user.click(asking.getByRole('button', { name: 'Reativar' }))
    await waitFor(() => expect(runAction).toHaveBeenCalledWith(expect.objectContaining({ path: '12/resume' })))
  })

  it('names a ban as one', async () => {
    show({ suspensions: [{ ...inForce, isBan: true }] })
    expect((await screen.findByRole('alert')).textContent).toMatch(/^Banido desde/)
    expect(screen.queryByRole('button', { name: 'Banir' })).toBeNull()
  })

  it('decides nothing for who may only read', async () => {
    show({ suspensions: [inForce], roles: ['home'] })
    await screen.findByRole('alert')
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('lists below the form what is over', async () => {
    show({ suspensions: [over] })
    expect((await screen.findByRole('listitem')).textContent).toMatch(/reativado por Otávio: Explicado/)
  })
})

describe('suspending what is selected in a list', () => {
  it('suspends each, and keeps selected what was refused, with the reason', async () => {
    const runAction = vi.fn(async ({ id }: { id: number }) => {
      if (id === 2) throw new HttpError('', 409, { code: 'already_suspended' })
      return {}
    })
    const onSelect = vi.fn()
    stage({
      actor: actorWith(['affiliate'] as never),
      resources: resources as unknown as Readonly<Record<string, AnyResource>>,
      pages: {},
      at: '/one',
      dataProvider: {
        runAction: runAction as never,
        getMany: vi.fn(async () => ({ data: [{ id: 2, name: 'Bia' }] })) as never,
      },
      others: {
        '/one': (
          <ResourceContextProvider value="affiliate">
            <ListContextProvider value={{ selectedIds: [1, 2], onSelect, refetch: vi.fn() } as never}>
              <SuspendSelected decision="suspend" onClose={vi.fn()} />
            </ListContextProvider>
          </ResourceContextProvider>
        ),
      },
    })
    const user = userEvent.setup()
    const asking = within(await screen.findByRole('dialog', { name: 'Suspender 2 registros agora?' }))
    await user.type(asking.getByRole('textbox'), 'Fraude')
    await user.click(asking.getByRole('button', { name: 'Suspender agora' }))
    expect(await asking.findByText('1 suspenso')).toBeTruthy()
    expect(await asking.findByText('Já está suspenso')).toBeTruthy()
    expect(runAction.mock.calls.map(([call]) => call)).toEqual(
      [1, 2].map((id) => ({ resource: 'affiliate', id, path: 'suspend', input: { reason: 'Fraude' } })),
    )
    expect(onSelect).toHaveBeenCalledWith([2])
  })
})
