import type { CarryOver, ProductType } from '../commission/constants.ts'
import { Decimal } from '#engine/values/money.ts'
import type { RewardDraft } from '../commission/rewardRules.ts'
import type { DealDeduction } from './terms.ts'

/** The five deals that most contracts are. */
export const dealTemplates = ['firstDeposit', 'baseline', 'share', 'hybrid', 'deductions'] as const

/** One of {@link dealTemplates}. */
export type DealTemplate = (typeof dealTemplates)[number]

/** What can be asked of a usual deal. */
export type DealQuestion = keyof typeof usualAnswers

/** What is answered before anybody typed: what contracts say most. */
export const usualAnswers = {
  value: 100,
  deposit: 20,
  days: 30,
  hold: 7,
  percentage: 30,
  from: 10000,
  higher: 35,
  tax: 12,
  depositFee: 2,
  provider: 10,
}

/** The questions of each deal, in the order in which they are asked. */
export const questionsOf: Readonly<Record<DealTemplate, readonly DealQuestion[]>> = {
  firstDeposit: ['value', 'deposit'],
  baseline: ['value', 'deposit', 'days', 'hold'],
  share: ['percentage', 'from', 'higher'],
  hybrid: ['value', 'deposit', 'percentage'],
  deductions: ['percentage', 'tax', 'depositFee', 'provider'],
}

/** Answers that may be 0: nothing is held, or nothing deducted. */
const mayBeNothing: ReadonlySet<DealQuestion> = new Set(['hold', 'tax', 'depositFee', 'provider'])
/** Answers that count days. */
const countedAnswers: ReadonlySet<DealQuestion> = new Set(['days', 'hold'])
/** Answers that are percentages. */
export const percentAnswers: ReadonlySet<DealQuestion> = new Set([
  'percentage',
  'higher',
  'tax',
  'depositFee',
  'provider',
])

/** What was answered: a number, or what was typed where it is none. */
export type DealAnswers = Readonly<Record<DealQuestion, number | string | null>>

const highest = (question: DealQuestion): number =>
  percentAnswers.has(question) ? 100 : countedAnswers.has(question) ? 730 : 999_999_999

/** Which answers of a deal are none: no number, 0 where something must be said, more than there is, a part of a day. */
export function unanswered(deal: DealTemplate, answers: DealAnswers): DealQuestion[] {
  return questionsOf[deal].filter((question) => {
    const answer = answers[question]
    if (typeof answer !== 'number' || answer < 0 || answer > highest(question)) return true
    const isFine = new Decimal(answer).decimalPlaces() <= (countedAnswers.has(question) ? 0 : 2)
    return !isFine || (answer === 0 && !mayBeNothing.has(question))
  })
}

/** A deal as the rewards and the profile that say it. */
export interface MadeDeal {
  /** One of each product, as a profile holds them. */
  readonly rewards: readonly (RewardDraft & { readonly productType: ProductType })[]
  readonly carryOver: CarryOver
}

type Words = Omit<RewardDraft, 'productType'>
const shared = ['bets', 'games', 'lotto'] as const
const shareOf = (percentage: DealAnswers['percentage'], more: Words = {}) =>
  shared.map((productType) => ({
    productType,
    subType: 'ngr' as const,
    calculation: 'fixed' as const,
    adminFee: 0,
    percentage: Number(percentage),
    ...more,
  }))
const playersOf = (value: DealAnswers['value'], more: Words = {}) => ({
  productType: 'cpa' as const,
  subType: 'player' as const,
  calculation: 'fixed' as const,
  value: Number(value),
  ...more,
})
const noShare = () => shareOf(0)
const noPlayers = () => playersOf(0)
const firstDepositOf = (amount: DealAnswers['deposit']): Words => ({
  conditions: [{ fact: 'firstDeposit', amount: Number(amount) }],
})

function deductionsOf({ tax, depositFee, provider }: DealAnswers): DealDeduction[] {
  const named: DealDeduction[] = [
    { kind: 'tax', percentage: Number(tax), of: 'ggr' },
    { kind: 'depositFee', percentage: Number(depositFee), of: 'deposits' },
    { kind: 'providerFee', percentage: Number(provider), of: 'ggr' },
  ]
  return named.filter(({ percentage }) => Number(percentage) > 0)
}

/** The rewards and the profile of a usual deal with these answers. */
export function dealFromTemplate(deal: DealTemplate, answers: DealAnswers): MadeDeal {
  const { value, deposit, days, hold, percentage, from, higher } = answers
  switch (deal) {
    case 'firstDeposit':
      return { rewards: [...noShare(), playersOf(value, firstDepositOf(deposit))], carryOver: 'none' }
    case 'baseline': {
      const conditions = [
        { fact: 'depositSum', amount: Number(deposit), within: Number(days), unit: 'days', since: 'registration' },
      ] as const
      const held = Number(hold) > 0 ? { holdDays: Number(hold) } : {}
      return { rewards: [...noShare(), playersOf(value, { conditions, ...held })], carryOver: 'none' }
    }
    case 'share': {
      const tiers = [
        { from: 0, percentage: Number(percentage) },
        { from: Number(from), percentage: Number(higher) },
      ]
      const steps = { calculation: 'dynamic', tiers, tierMode: 'marginal' } as const
      return { rewards: [...shareOf(percentage, steps), noPlayers()], carryOver: 'full' }
    }
    case 'hybrid':
      return { rewards: [...shareOf(percentage), playersOf(value, firstDepositOf(deposit))], carryOver: 'none' }
    case 'deductions':
      return {
        rewards: [...shareOf(percentage, { deductions: deductionsOf(answers) }), noPlayers()],
        carryOver: 'none',
      }
  }
}
