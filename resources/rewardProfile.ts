import {
  blocks,
  choice,
  integer,
  list,
  money,
  percent,
  reference,
  references,
  text,
} from '#engine/declaration/fields/index.ts'
import { defineResource, optional } from '#engine/declaration/resource.ts'
import { profileTerms, conversionOf } from '#rules/terms/index.ts'
import { referralLevelsMax, referralSharesAreWhole } from '#rules/deals/referralTerms.ts'
import { carriedPart, carryOver, fence, referralBase } from './choices.ts'

/** What an affiliate earns by: four rewards, one of each product type. */
export const rewardProfile = defineResource({
  name: 'rewardProfile',
  path: '/registers/reward/profile',
  title: 'name',
  fields: {
    name: text({ required: true, max: 120, unique: { within: 'company' }, search: true }),
    company: reference('company', { own: true, createOnly: true }),
    rewards: references('reward', {
      count: 4,
      only: { company: { sameAs: 'company' } },
      distinctBy: 'productType',
      dated: true,
    }),
    carryOver: choice(carryOver, { default: 'none', dated: true }),
    fence: choice(fence, { dated: true }),
    carryAtMost: money({ min: 0, dated: true }),
    carryAbove: money({ min: 0, dated: true }),
    carryMonths: integer({ min: 1, max: 120, dated: true }),
    carriedPart: choice(carriedPart, { dated: true }),
    carryResetPlayers: integer({ min: 1, max: 100_000, dated: true }),
    carryResetMonths: integer({ min: 1, max: 24, dated: true }),
    referralShares: list(
      {
        level: integer({ required: true, min: 1, max: referralLevelsMax }),
        percentage: percent({ required: true }),
        of: choice(referralBase),
      },
      { max: 2 * referralLevelsMax, dated: true },
    ),
    terms: blocks(profileTerms, { max: 21, over: conversionOf(profileTerms) }),
  },
  visibleWhen: {
    carryAtMost: { carryOver: 'full' },
    carryAbove: { carryOver: 'full' },
    carryMonths: { carryOver: 'full' },
    carriedPart: { carryOver: 'full' },
    carryResetPlayers: { carryOver: 'full' },
    carryResetMonths: { carryOver: 'full' },
  },
  checks: ['worseThanAccepted'],
  rules: { referralSharesAreWhole },
  list: { columns: ['name', 'rewards', 'carryOver'], sort: ['name', 'ASC'] },
  filters: { company: 'in', rewards: 'in', carryOver: 'in' },
  form: {
    identity: ['name', 'company'],
    rewards: ['rewards'],
    carry: optional([
      'carryOver',
      'fence',
      'carryAtMost',
      'carryAbove',
      'carryMonths',
      'carriedPart',
      'carryResetPlayers',
      'carryResetMonths',
    ]),
    referral: optional(['referralShares']),
  },
  page: {
    head: { affiliates: { of: 'affiliate', by: 'rewardProfile' } },
    tabs: { affiliates: { list: 'affiliate', by: 'rewardProfile' }, versions: 'history', edit: 'form' },
    copied: true,
  },
  access: { role: 'rewardProfile', scope: { company: 'company' } },
  effects: {
    guarded: {
      rewards: 'authenticatorCode',
      carryOver: 'authenticatorCode',
      fence: 'authenticatorCode',
      carryAtMost: 'authenticatorCode',
      carryAbove: 'authenticatorCode',
      carryMonths: 'authenticatorCode',
      carriedPart: 'authenticatorCode',
      carryResetPlayers: 'authenticatorCode',
      carryResetMonths: 'authenticatorCode',
      referralShares: 'authenticatorCode',
    },
  },
})
