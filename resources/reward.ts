import { choice, list, money, percent, reference, slug, text } from '../src/config/fields/index.ts'
import { defineResource } from '../src/config/resource.ts'
import { rewardIsCoherent, rewardTriggerIsWhole } from '../src/domain/commission/rewardRules.ts'
import { calculation, currency, productType, subType, tierMode, triggerCondition, triggerOperation } from './choices.ts'

/** What is paid for one product: a share of a base, or a value for each qualified player. */
export const reward = defineResource({
  name: 'reward',
  path: '/registers/reward',
  title: 'name',
  fields: {
    name: text({ required: true, max: 120, search: true }),
    slug: slug({ from: 'name', unique: { within: 'company' }, search: true }),
    company: reference('company', { own: true, createOnly: true }),
    productType: choice(productType, { required: true, createOnly: true }),
    subType: choice(subType, { required: true, dated: true }),
    calculation: choice(calculation, { required: true, default: 'fixed', dated: true }),
    adminFee: percent({ default: 0, dated: true }),
    percentage: percent({ dated: true }),
    value: money({ min: 0, dated: true }),
    currency: choice(currency, { dated: true }),
    tiers: list(
      {
        from: money({ required: true, min: 0 }),
        percentage: percent({ required: true }),
        value: money({ required: true, min: 0 }),
      },
      {
        max: 20,
        dated: true,
        visibleWhen: { percentage: { productType: ['bets', 'games', 'lotto'] }, value: { productType: 'cpa' } },
      },
    ),
    tierMode: choice(tierMode, { default: 'marginal', dated: true }),
    triggerCondition: choice(triggerCondition, { dated: true }),
    triggerOperation: choice(triggerOperation, { dated: true }),
    triggerComparison: text({ max: 30, format: 'comparison', dated: true }),
  },
  visibleWhen: {
    percentage: { productType: ['bets', 'games', 'lotto'] },
    value: { productType: 'cpa' },
    tiers: { calculation: 'dynamic' },
    tierMode: { calculation: 'dynamic' },
    adminFee: { productType: ['bets', 'games', 'lotto'] },
  },
  checks: ['worseThanAccepted'],
  rules: { rewardIsCoherent, rewardTriggerIsWhole },
  list: {
    columns: ['name', 'productType', 'subType', 'calculation', 'percentage', 'value', 'adminFee'],
    sort: ['name', 'ASC'],
  },
  filters: { company: 'in', productType: 'in', subType: 'in', calculation: 'in' },
  form: {
    identity: ['name', 'slug', 'company', 'productType', 'subType'],
    calculation: ['calculation', 'adminFee', 'percentage', 'value', 'currency', 'tierMode', 'tiers'],
    trigger: ['triggerCondition', 'triggerOperation', 'triggerComparison'],
  },
  page: {
    head: {
      affiliates: { of: 'affiliate', by: 'rewardProfile.rewards' },
      profiles: { of: 'rewardProfile', by: 'rewards' },
    },
    tabs: {
      affiliates: { list: 'affiliate', by: 'rewardProfile.rewards' },
      profiles: { list: 'rewardProfile', by: 'rewards' },
      versions: 'history',
      edit: 'form',
    },
    copied: true,
  },
  access: { role: 'reward', scope: { company: 'company' } },
  effects: {
    guarded: {
      subType: 'authenticatorCode',
      calculation: 'authenticatorCode',
      adminFee: 'authenticatorCode',
      percentage: 'authenticatorCode',
      value: 'authenticatorCode',
      currency: 'authenticatorCode',
      tiers: 'authenticatorCode',
      tierMode: 'authenticatorCode',
      triggerCondition: 'authenticatorCode',
      triggerOperation: 'authenticatorCode',
      triggerComparison: 'authenticatorCode',
    },
  },
})
