import { choice, date, integer, money, reference, slug, text, url } from '#engine/declaration/fields/index.ts'
import { defineResource, optional } from '#engine/declaration/resource.ts'
import { authorizationIsWhole } from '#rules/authorization.ts'
import { minimumFitsCurrency } from '#rules/payouts/currencyDecimals.ts'
import { defaultCurrency } from '#engine/values/money.ts'
import { attributedBy, clickCounted, currency } from './choices.ts'

/** What players know: a betting, gaming or lottery site. */
export const brand = defineResource({
  name: 'brand',
  path: '/registers/brand',
  title: 'name',
  searchPlace: 5,
  fields: {
    name: text({ required: true, max: 120, search: true }),
    slug: slug({ from: 'name', unique: true, search: true }),
    site: url({ required: true, bareHost: true }),
    company: reference('company', { required: true }),
    currency: choice(currency, { required: true, default: defaultCurrency }),
    minimumPayout: money({ min: 0, default: 0 }),
    paidUpTo: date(),
    attributedBy: choice(attributedBy, { default: 'code' }),
    clickWindowDays: integer({ min: 0, max: 3650 }),
    clickCounted: choice(clickCounted, { default: 'last' }),
    authorization: text({ max: 60 }),
    authorizedFrom: date(),
    authorizedUntil: date(),
  },
  rules: { authorizationIsWhole, minimumFitsCurrency },
  checks: ['bookedCurrency'],
  list: {
    columns: ['name', 'slug', 'site', 'company', 'currency', 'minimumPayout'],
    sort: ['name', 'ASC'],
    editable: ['minimumPayout'],
  },
  filters: { company: 'in', currency: 'in' },
  form: {
    identity: ['name', 'slug', 'site', 'company', 'currency'],
    payment: optional(['minimumPayout', 'paidUpTo']),
    attribution: optional(['attributedBy', 'clickWindowDays', 'clickCounted']),
    authorization: optional(['authorization', 'authorizedFrom', 'authorizedUntil']),
  },
  page: {
    head: {
      ngr: { report: 'affiliateActivity', measure: 'ngr' },
      reward: { report: 'affiliateActivity', measure: 'affiliate_reward' },
      ftd: { report: 'affiliateActivity', measure: 'ftd' },
    },
    tabs: {
      overview: 'overview',
      campaigns: { list: 'campaign', by: 'brand' },
      affiliates: {
        report: 'affiliateActivity',
        rows: 'affiliate',
        measures: ['registrations', 'ftd', 'deposits', 'affiliate_reward', 'ngr'],
      },
      subBrands: { list: 'subBrand', by: 'brand' },
      edit: 'form',
    },
  },
  notes: true,
  access: {
    role: 'brand',
    affiliate: 'names',
    create: 'root',
    remove: 'root',
    scope: { company: 'company', brand: 'self' },
  },
  effects: {
    guarded: {
      site: 'authenticatorCode',
      attributedBy: 'authenticatorCode',
      clickWindowDays: 'authenticatorCode',
      clickCounted: 'authenticatorCode',
      authorizedFrom: 'authenticatorCode',
      authorizedUntil: 'authenticatorCode',
    },
  },
})
