import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { RecordContextProvider } from 'react-admin'
import { FormProvider, useForm } from 'react-hook-form'
import { describe, expect, test, vi } from 'vitest'
import { featurePanels as panels } from '#locales/pt/featurePanels.ts'
import { reward } from '#resources/reward.ts'
import HistoryPanel from '#engine/history/ui/HistoryPanel.tsx'
import SchedulePanel from '#features/deals/ui/scheduledVersions/SchedulePanel.tsx'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { actorWith } from '#tests/support/ui/parcel.ts'
import { stage } from '#tests/support/ui/stage.tsx'

const texts = panels.schedule
const stored = {
  id: 3,
  version: 1,
  name: 'Share',
  productType: 'bets',
  calculation: 'fixed',
  subType: 'ngr',
  percentage: 30,
}
const scheduled = {
  id: 4,
  validFrom: '2030-12-01',
  validUntil: '2031-01-01',
  values: { percentage: 35 },
  state: 'waiting',
  problem: null,
  scheduledBy: 'maria@office.example',
  scheduledAt: '2026-11-20T12:00:00.000Z',
  withdrawnBy: null,
  withdrawnAt: null,
}

function Page({ percentage }: { percentage: number }) {
  const form = useForm({ defaultValues: { ...stored, percentage } })
  return (
    <RecordContextProvider value={stored}>
      <FormProvider {...form}>
        <SchedulePanel />
      </FormProvider>
      <HistoryPanel />
    </RecordContextProvider>
  )
}

function show(percentage: number, roles: Parameters<typeof actorWith>[0]) {
  const runAction = vi.fn(async () => scheduled)
  const callApi = vi.fn(async () => ({ json: {} }))
  const answers: Record<string, unknown> = {
    '/api/reward/3/scheduled': [
      scheduled,
      { ...scheduled, id: 5, validFrom: '2029-01-01', validUntil: null, state: 'begun' },
      { ...scheduled, id: 6, validFrom: '2032-01-01', validUntil: null, problem: 'worse_than_accepted' },
    ],
    '/api/reward/3/history': [],
  }
  stage({
    actor: actorWith(roles),
    resources: { reward: reward as unknown as AnyResource },
    pages: { edit: <Page percentage={percentage} /> },
    at: '/reward/3',
    dataProvider: { read: vi.fn(async (path: string) => answers[path]), runAction, callApi },
  })
  return { runAction, callApi, user: userEvent.setup() }
}

describe('a version from a day to come', () => {
  test('is scheduled with what was changed in the form', async () => {
    const { user, runAction } = show(35, ['reward'])
    await user.click(await screen.findByRole('button', { name: texts.open }))
    expect(screen.getByRole('button', { name: texts.schedule })).toHaveProperty('disabled', true)
    await user.type(screen.getByLabelText(new RegExp(texts.from)), '2030-12-01')
    await user.type(screen.getByLabelText(new RegExp(texts.until)), '2031-01-01')
    await user.click(screen.getByRole('button', { name: texts.schedule }))
    const input = { values: { percentage: 35 }, validFrom: '2030-12-01', validUntil: '2031-01-01' }
    await vi.waitFor(() =>
      expect(runAction).toHaveBeenCalledWith({ resource: 'reward', id: 3, path: 'scheduled', input }),
    )
  })

  test('asks for a change where nothing was changed', async () => {
    const { user, runAction } = show(30, ['reward'])
    await user.click(await screen.findByRole('button', { name: texts.open }))
    await user.type(screen.getByLabelText(new RegExp(texts.from)), '2030-12-01')
    await user.click(screen.getByRole('button', { name: texts.schedule }))
    expect(await screen.findByText(texts.nothing)).toBeTruthy()
    expect(runAction).not.toHaveBeenCalled()
  })

  test('stands above the history as long as it is to come, and is withdrawn there', async () => {
    const { user, callApi } = show(30, ['reward'])
    const list = await screen.findByRole('list', { name: texts.list })
    const rows = within(list).getAllByRole('listitem')
    expect(rows).toHaveLength(2)
    expect(rows[0]!.textContent).toMatch(/01\/12\/2030.*31\/12\/2030.*Agendada.*maria@office\.example.*35,00/)
    expect(rows[1]!.textContent).toContain('Não foi possível iniciar')
    await user.click(within(rows[0]!).getByRole('button', { name: /^Cancelar a alteração/ }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: texts.withdraw }))
    await vi.waitFor(() => expect(callApi).toHaveBeenCalledWith('/api/reward/3/scheduled/4', { method: 'DELETE' }))
  })
})
