import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactElement } from 'react'
import { RecordContextProvider } from 'react-admin'
import { FormProvider, useForm } from 'react-hook-form'
import { describe, expect, test, vi } from 'vitest'
import { featurePanels as panels } from '#locales/pt/featurePanels.ts'
import { correction } from '#resources/correction.ts'
import { reward } from '#resources/reward.ts'
import CorrectionPanel from '#features/commission/ui/corrections/CorrectionPanel.tsx'
import CorrectPanel from '#features/commission/ui/corrections/CorrectPanel.tsx'
import type { CorrectionPreview } from '#features/commission/answers/corrections.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { actorWith } from '#tests/support/ui/parcel.ts'
import { stage } from '#tests/support/ui/stage.tsx'

const texts = panels.correction
const preview: CorrectionPreview = {
  changes: [{ field: 'percentage', before: 30, after: 20 }],
  validFrom: '2026-03-02',
  validTo: null,
  previewedAt: '2026-03-10T12:00:00.000Z',
  digest: 'd'.repeat(64),
  totals: [{ ownerKind: 'affiliate', currency: 'BRL', owners: 1, days: 1, was: 30, wouldBe: 20, difference: -10 }],
  count: 3,
  rows: [
    {
      ownerKind: 'affiliate',
      owner: 7,
      name: 'Otávio',
      currency: 'BRL',
      day: '2026-03-04',
      was: 30,
      wouldBe: 20,
      difference: -10,
      posting: 'adjusted',
      products: null,
    },
  ],
  problems: [],
  moved: null,
}
const both = { reward: reward as unknown as AnyResource, correction: correction as unknown as AnyResource }

function show(name: 'reward' | 'correction', page: ReactElement, roles: Parameters<typeof actorWith>[0]) {
  const runAction = vi.fn(async ({ path }: { path: string }) => (path === 'preview' ? preview : { id: 3 }))
  const { [name]: first, ...rest } = both
  stage({
    actor: actorWith(roles),
    resources: { [name]: first, ...rest } as Record<string, AnyResource>,
    pages: { edit: page },
    at: `/${name}/3`,
    dataProvider: { read: vi.fn(async () => preview), runAction },
  })
  return { runAction, user: userEvent.setup() }
}

const stored = {
  id: 3,
  version: 1,
  name: 'CPA',
  productType: 'bets',
  calculation: 'fixed',
  subType: 'ngr',
  percentage: 30,
}

function Form({ percentage }: { percentage: number }) {
  const form = useForm({ defaultValues: { ...stored, percentage } })
  return (
    <RecordContextProvider value={stored}>
      <FormProvider {...form}>
        <CorrectPanel />
      </FormProvider>
    </RecordContextProvider>
  )
}

describe('a correction from a past day on', () => {
  test('is asked for with what was changed in the form, once it was shown what it comes to', async () => {
    const { user, runAction } = show('reward', <Form percentage={20} />, ['reward', 'financial', 'affiliate'])
    await user.click(await screen.findByRole('button', { name: texts.correct }))
    const shown = screen.getByRole('button', { name: texts.preview })
    expect(shown).toHaveProperty('disabled', true)
    await user.type(screen.getByLabelText(new RegExp(texts.validFrom)), '2026-03-02')
    await user.type(screen.getByRole('textbox', { name: new RegExp(texts.reason) }), 'Digitado errado')
    await user.click(shown)
    const rows = await screen.findByRole('region', { name: texts.byDay })
    expect(rows.textContent).toMatch(/Otávio.*04\/03\/2026.*30,00.*20,00.*-.*10,00.*Ajuste com data de hoje/)
    const order = {
      object: 'reward',
      id: 3,
      values: expect.objectContaining({ percentage: 20 }),
      validFrom: '2026-03-02',
      reason: 'Digitado errado',
    }
    expect(runAction).toHaveBeenLastCalledWith(
      expect.objectContaining({ resource: 'correction', path: 'preview', input: order }),
    )
    await user.click(screen.getByRole('button', { name: texts.ask }))
    expect(await screen.findByText(texts.asked)).toBeTruthy()
    expect(runAction).toHaveBeenLastCalledWith(
      expect.objectContaining({ resource: 'correction', path: '', input: order }),
    )
  })

  test('can be forced, and begin today then', async () => {
    const { user, runAction } = show('reward', <Form percentage={20} />, ['reward', 'financial', 'affiliate'])
    await user.click(await screen.findByRole('button', { name: texts.correct }))
    const day = screen.getByLabelText(new RegExp(texts.validFrom))
    const before = day.getAttribute('max')!
    await user.click(screen.getByRole('checkbox', { name: texts.force }))
    expect(day.getAttribute('max')! > before).toBe(true)
    await user.type(day, before)
    await user.type(screen.getByRole('textbox', { name: new RegExp(texts.reason) }), 'Combinado')
    await user.click(screen.getByRole('button', { name: texts.preview }))
    await screen.findByRole('region', { name: texts.byDay })
    expect(runAction).toHaveBeenLastCalledWith(
      expect.objectContaining({ path: 'preview', input: expect.objectContaining({ force: true, validFrom: before }) }),
    )
  })

  test('is not offered to who may not move money', async () => {
    show('reward', <Form percentage={20} />, ['reward'])
    await Promise.resolve()
    expect(screen.queryByRole('button', { name: texts.correct })).toBeNull()
  })

  test('is approved by the preview that was looked at, and declined with a reason alone', async () => {
    const page = (state: string) => (
      <RecordContextProvider value={{ id: 3, version: 1, object: 'reward', objectId: 9, state }}>
        <CorrectionPanel />
      </RecordContextProvider>
    )
    const { user, runAction } = show('correction', page('waiting'), ['reward', 'financial'])
    await user.click(await screen.findByRole('button', { name: texts.approve }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: texts.approve }))
    expect(await screen.findByText(texts.approved)).toBeTruthy()
    expect(runAction).toHaveBeenLastCalledWith(
      expect.objectContaining({ path: '3/approve', input: { digest: preview.digest } }),
    )
    await user.click(await screen.findByRole('button', { name: texts.decline }))
    const submit = within(await screen.findByRole('dialog')).getByRole('button', { name: texts.decline })
    expect(submit).toHaveProperty('disabled', true)
    await user.type(within(await screen.findByRole('dialog')).getByRole('textbox'), 'O acordo diz 30')
    await user.click(submit)
    expect(await screen.findByText(texts.declined)).toBeTruthy()
  })
})
