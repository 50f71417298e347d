import { describe, expect, it } from 'vitest'
import { profileProblem } from '#rules/commission/profile.ts'
import { dealFromTemplate, questionsOf, unanswered, usualAnswers, dealTemplates } from '#rules/deals/dealTemplates.ts'

describe('a usual deal', () => {
  it.each(dealTemplates)('%s is four rewards, one of each product, and is answered as it begins', (deal) => {
    expect(profileProblem(dealFromTemplate(deal, usualAnswers).rewards)).toBe(null)
    expect(unanswered(deal, usualAnswers)).toEqual([])
  })

  it('says what was answered', () => {
    const { rewards, carryOver } = dealFromTemplate('baseline', {
      ...usualAnswers,
      value: 80.5,
      deposit: 50,
      days: 7,
      hold: 21,
    })
    expect(carryOver).toBe('none')
    expect(rewards.find(({ productType }) => productType === 'cpa')).toMatchObject({
      value: 80.5,
      holdDays: 21,
      conditions: [{ fact: 'depositSum', amount: 50, within: 7, unit: 'days', since: 'registration' }],
    })
    expect(rewards.filter(({ percentage }) => percentage === 0)).toHaveLength(3)
    expect(dealFromTemplate('share', usualAnswers)).toMatchObject({ carryOver: 'full' })
    const { rewards: less } = dealFromTemplate('deductions', { ...usualAnswers, tax: 0 })
    expect(less[0]!.deductions!.map(({ kind }) => kind)).toEqual(['depositFee', 'providerFee'])
  })

  it('asks again for what is no number, nothing, more than the whole, or a part of a day', () => {
    expect(unanswered('firstDeposit', { ...usualAnswers, value: null, deposit: 'a' })).toEqual(['value', 'deposit'])
    expect(unanswered('baseline', { ...usualAnswers, days: 1.5, hold: 0 })).toEqual(['days'])
    expect(unanswered('share', { ...usualAnswers, percentage: 0, from: 10.001, higher: 101 })).toEqual(
      questionsOf.share,
    )
  })
})
