import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { RecordContextProvider, ResourceContextProvider } from 'react-admin'
import { describe, expect, it, vi } from 'vitest'
import { resources } from '#resources/index.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import SuspensionPanel from '#features/affiliates/ui/SuspensionPanel.tsx'
import { actorWith } from '#tests/support/ui/parcel.ts'
import { stage } from '#tests/support/ui/stage.tsx'

const inForce = {
  reason: 'Tráfego de marca',
  startedAt: '2026-11-20T12:00:00.000Z',
  startedBy: 'Marina',
  endedAt: null,
  endedBy: null,
  endReason: null,
}

function show({ isSuspended, roles = ['affiliate'] }: { isSuspended: boolean; roles?: string[] }) {
  const runAction = vi.fn(async (_call: unknown) => ({}))
  const read = vi.fn(async (_path: string) => ({ isSuspended, suspensions: isSuspended ? [inForce] : [] }))
  stage({
    actor: actorWith(roles as never),
    resources: resources as unknown as Readonly<Record<string, AnyResource>>,
    pages: {},
    at: '/one',
    dataProvider: { runAction, read },
    others: {
      '/one': (
        <ResourceContextProvider value="affiliate">
          <RecordContextProvider value={{ id: 12, name: 'Palpite na Rede' }}>
            <SuspensionPanel />
          </RecordContextProvider>
        </ResourceContextProvider>
      ),
    },
  })
  return { runAction, read, user: userEvent.setup() }
}

describe('the panel of a suspension', () => {
  it('suspends with a reason, after saying what stops', async () => {
    const { runAction, user } = show({ isSuspended: false })
    await user.click(await screen.findByRole('button', { name: 'Suspender agora' }))
    const asking = within(await screen.findByRole('dialog', { name: 'Suspender Palpite na Rede agora?' }))
    expect(asking.getAllByRole('listitem')).toHaveLength(5)
    expect(asking.getByRole('button', { name: 'Suspender agora' })).toHaveProperty('disabled', true)
    await user.type(asking.getByRole('textbox'), 'Fraude')
    await user.click(asking.getByRole('button', { name: 'Suspender agora' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(runAction).toHaveBeenCalledWith(
      expect.objectContaining({ resource: 'affiliate', path: '12/suspend', input: { reason: 'Fraude' } }),
    )
  })

  it('says since when, by whom and why, and resumes', async () => {
    const { runAction, user } = show({ isSuspended: true })
    expect((await screen.findByRole('alert')).textContent).toMatch(/por Marina: Tráfego de marca/)
    await user.click(screen.getByRole('button', { name: 'Reativar' }))
    const asking = within(await screen.findByRole('dialog'))
    await user.type(asking.getByRole('textbox'), 'Explicado')
    await user.click(asking.getByRole('button', { name: 'Reativar' }))
    await waitFor(() => expect(runAction).toHaveBeenCalledWith(expect.objectContaining({ path: '12/resume' })))
  })

  it('decides nothing for who may only read', async () => {
    show({ isSuspended: true, roles: ['home'] })
    await screen.findByRole('alert')
    expect(screen.queryByRole('button')).toBeNull()
  })
})
