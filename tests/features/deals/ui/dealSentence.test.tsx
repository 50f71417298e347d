import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { reward } from '#resources/reward.ts'
import { rewardProfile } from '#resources/rewardProfile.ts'
import { ConfiguredEdit } from '#engine/records/ui/form/ConfiguredEdit.tsx'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { actorWith } from '#tests/support/ui/parcel.ts'
import { stage } from '#tests/support/ui/stage.tsx'

const stored = {
  id: 1,
  version: 1,
  createdAt: '2026-11-01T00:00:00.000Z',
  updatedAt: '2026-11-01T00:00:00.000Z',
  name: 'CPA',
  slug: 'cpa',
  company: 1,
  productType: 'cpa',
  subType: 'player',
  calculation: 'fixed',
  value: 100,
  conditions: [{ fact: 'depositSum', amount: 20, within: 30, unit: 'days', since: 'registration' }],
  caps: [{ per: 'month', atMost: 50 }],
  minimums: [],
}

test('the form of a deal says it as a paragraph of what stands in it', async () => {
  stage({
    actor: actorWith(['reward']),
    resources: { reward: reward as unknown as AnyResource },
    pages: { edit: <ConfiguredEdit /> },
    at: '/reward/1',
    dataProvider: {
      read: async (path: string) => (path.endsWith('/head') ? { figures: {} } : []),
      getOne: async () => ({ data: stored }),
      getMany: async (_: string, { ids }: { ids: number[] }) => ({
        data: ids.map((id) => ({ id, name: `Name ${id}` })),
      }),
    },
  })
  await screen.findByText(/^Paga/)
  const clean = () => (screen.queryByText(/^Paga/)?.textContent ?? '').replace(/\s/g, ' ')
  expect(clean()).toBe(
    'Paga $100,00 por jogador que deposita $20,00 ou mais em até 30 dias depois do cadastro, no máximo 50 por mês.',
  )
  // It follows what is typed.
  const user = userEvent.setup()
  const value = document.querySelector<HTMLInputElement>('input[name="value"]')!
  await user.clear(value)
  await user.type(value, '120')
  await user.tab()
  await vi.waitFor(() => expect(clean()).toMatch(/^Paga \$120,00 por jogador/))
})

test('other rates by origin are said by the names of what they are for', async () => {
  const names: Readonly<Record<string, string>> = { brand: 'Aurora', action: 'Banner' }
  stage({
    actor: actorWith(['reward']),
    resources: { reward: reward as unknown as AnyResource },
    pages: { edit: <ConfiguredEdit /> },
    at: '/reward/1',
    dataProvider: {
      read: async (path: string) => (path.endsWith('/head') ? { figures: {} } : []),
      getOne: async () => ({
        data: {
          ...stored,
          conditions: [],
          caps: [],
          overrides: [
            { brand: 7, country: 'BR', value: 150 },
            { link: 3, value: 0 },
          ],
        },
      }),
      getMany: async (target: string, { ids }: { ids: number[] }) => ({
        data: ids.map((id) => ({ id, name: names[target] ?? `Name ${id}` })),
      }),
    },
  })
  expect(
    await screen.findByText(/Taxas especiais: \$150,00 para marca Aurora, país BR; \$0,00 para link Banner\.$/),
  ).toBeTruthy()
  // Each row has its places, and what is paid: a value, of CPA.
  expect(screen.getByRole('combobox', { name: 'Marca 1' })).toBeTruthy()
  expect(document.querySelector('input[name="overrides.1.value"]')).toBeTruthy()
  expect(document.querySelector('input[name="overrides.1.percentage"]')).toBeNull()
})

test('the form of a profile says what becomes of a negative month', async () => {
  const { id, version, createdAt, updatedAt, company } = stored
  const profile = { id, version, createdAt, updatedAt, company, name: 'Carries', rewards: [1, 2, 3, 4] }
  stage({
    actor: actorWith(['rewardProfile']),
    resources: { rewardProfile: rewardProfile as unknown as AnyResource },
    pages: { edit: <ConfiguredEdit /> },
    at: '/rewardProfile/1',
    dataProvider: {
      read: async (path: string) => (path.endsWith('/head') ? { figures: {} } : []),
      getOne: async () => ({ data: { ...profile, carryOver: 'full', carryMonths: 3 } }),
      getMany: async (_: string, { ids }: { ids: number[] }) => ({
        data: ids.map((each) => ({ id: each, name: `Name ${each}` })),
      }),
    },
  })
  expect(
    await screen.findByText(/carry-over negativo: a perda de um produto passa para o mês seguinte, por 3 meses/i),
  ).toBeTruthy()
})
