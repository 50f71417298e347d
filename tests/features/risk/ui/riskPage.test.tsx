import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import * as onDemand from '#locales/pt/onDemand.ts'
import { resources } from '#resources/index.ts'
import RiskPage from '#features/risk/ui/RiskPage.tsx'
import type { RiskAnswer } from '#features/risk/answers/risk.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { actorWith } from '#tests/support/ui/parcel.ts'
import { stage } from '#tests/support/ui/stage.tsx'

const { risk: texts } = onDemand
const answer = {
  rules: [
    {
      name: 'sharedBelowPartner',
      of: 'partner',
      when: ['shared_players >= 10', 'shared_players / registrations >= 20%'],
      over: 30,
      severity: 'high',
      effect: 'hold',
      limits: [10, 20],
      companies: [],
      startedAt: null,
      startedBy: null,
    },
  ],
  findings: [],
  exemptions: [],
} as const satisfies RiskAnswer

test('a company tries limits of its own before it keeps them, with a reason', async () => {
  const tried = {
    rule: 'sharedBelowPartner',
    from: '2026-01-01',
    to: '2026-01-30',
    subjects: 3,
    flagged: [],
    digest: 'd',
  }
  const runAction = vi.fn(async ({ path }: { path: string }) => (path === 'trial' ? tried : answer))
  stage({
    actor: actorWith(['financial', 'affiliate'], { company: 1 }),
    resources: resources as unknown as Record<string, AnyResource>,
    pages: {},
    at: '/risk',
    others: { '/risk': <RiskPage /> },
    dataProvider: { read: async () => answer, runAction },
  })
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: new RegExp(texts.inCompany) }))
  const dialog = within(await screen.findByRole('dialog'))
  const [first] = dialog.getAllByRole('textbox')
  await user.type(first!, '4')
  await user.type(dialog.getByRole('textbox', { name: new RegExp(texts.why) }), 'Pequena')
  await user.click(dialog.getByRole('button', { name: texts.try }))
  await dialog.findByText(/0 .* 3/)
  await user.click(dialog.getByRole('button', { name: texts.save }))
  const asked = runAction.mock.calls.map(([given]) => given) as unknown as { path: string; input: object }[]
  expect(asked.map(({ path, input }) => [path, input])).toEqual([
    ['trial', { rule: 'sharedBelowPartner', limits: [4, null] }],
    [
      'company',
      { rule: 'sharedBelowPartner', limits: [4, null], isOff: false, reason: 'Pequena', to: '2026-01-30', digest: 'd' },
    ],
  ])
})
