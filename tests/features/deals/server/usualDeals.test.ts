import { afterAll, beforeAll, expect, it } from 'vitest'
import { dealFromTemplate, usualAnswers, dealTemplates } from '#rules/deals/dealTemplates.ts'
import { type Office, openOffice } from '#tests/support/office.ts'

let office: Office
beforeAll(async () => {
  office = await openOffice()
})
afterAll(() => office.close())

it('takes the rewards and the profile of each usual deal', async () => {
  for (const deal of dealTemplates) {
    const { rewards, carryOver } = dealFromTemplate(deal, usualAnswers)
    const ids: number[] = []
    for (const reward of rewards) {
      const made = await office.root.post('/api/reward', { ...reward, name: `${deal} ${reward.productType}` })
      expect([deal, made.status, made.body]).toMatchObject([deal, 200, reward])
      ids.push(made.body.id)
    }
    const profile = await office.root.post('/api/rewardProfile', { name: deal, rewards: ids, carryOver })
    expect([deal, profile.status]).toEqual([deal, 200])
  }
})
