import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { featurePanels as panels } from '#locales/pt/featurePanels.ts'
import { panels as firstPanels } from '#locales/pt/panels.ts'
import { reward } from '#resources/reward.ts'
import { rewardProfile } from '#resources/rewardProfile.ts'
import { ListLinks } from '#engine/records/ui/list/ListLinks.tsx'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { actorWith } from '#tests/support/ui/parcel.ts'
import { stage } from '#tests/support/ui/stage.tsx'

const texts = panels.usual

function show(roles: Parameters<typeof actorWith>[0]) {
  let made = 10
  const create = vi.fn(async (_: string, __: { data: object }) => ({ data: { id: (made += 1) } }))
  stage({
    actor: actorWith(roles),
    resources: { rewardProfile: rewardProfile as unknown as AnyResource, reward: reward as unknown as AnyResource },
    pages: {
      list: (
        <>
          <ListLinks />
          <p>Profiles</p>
        </>
      ),
      edit: <p>Profile</p>,
    },
    at: '/rewardProfile',
    dataProvider: { create },
  })
  return { create, user: userEvent.setup() }
}

test('a usual deal is made of a few answers, and says itself beside them', async () => {
  const { create, user } = show(['reward', 'rewardProfile'])
  await user.click(await screen.findByRole('button', { name: firstPanels.usualDeal }))
  const dialog = within(await screen.findByRole('dialog'))
  const says = () => dialog.getByRole('status').textContent!.replace(/\s/g, ' ')
  expect(says()).toBe('Paga $100,00 por jogador que faz um primeiro depósito de $20,00 ou mais.')
  const value = dialog.getByRole('textbox', { name: texts.questions.value })
  await user.clear(value)
  expect(says()).toContain(texts.questions.value)
  expect(dialog.getByRole('button', { name: texts.make })).toHaveProperty('disabled', true)
  await user.type(value, '80,50')
  expect(says()).toMatch(/^Paga \$80,50 por jogador/)
  create.mockRejectedValueOnce(new Error('The line broke'))
  await user.click(dialog.getByRole('button', { name: texts.make }))
  expect(await dialog.findByRole('alert')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: texts.make }))
  expect(await screen.findByText('Profile')).toBeTruthy()
  const sent = create.mock.calls.slice(1).map(([name, { data }]) => [name, data])
  expect(sent.map(([name]) => name)).toEqual(['reward', 'reward', 'reward', 'reward', 'rewardProfile'])
  expect(sent[3]![1]).toMatchObject({ productType: 'cpa', value: 80.5 })
  expect(sent[4]![1]).toMatchObject({ rewards: [11, 12, 13, 14], carryOver: 'none' })
})

test('nobody is offered it who may not make rewards', async () => {
  show(['rewardProfile'])
  expect(await screen.findByText('Profiles')).toBeTruthy()
  expect(screen.queryByRole('button', { name: firstPanels.usualDeal })).toBe(null)
})
