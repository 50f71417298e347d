import { computed, date, reference, text } from '#engine/declaration/fields/index.ts'
import { defineResource, optional } from '#engine/declaration/resource.ts'

/** What affiliates advertise: a brand's offer with its promo code. */
export const campaign = defineResource({
  name: 'campaign',
  path: '/registers/campaign',
  title: 'name',
  suspendable: true,
  searchPlace: 2,
  fields: {
    name: text({ required: true, max: 120, search: true, access: { affiliate: 'self' } }),
    brand: reference('brand', { required: true, access: { affiliate: 'self' } }),
    promoCode: text({ max: 40, noSpecialCharacters: true, search: true, access: { affiliate: 'self' } }),
    endsOn: date(),
    isSuspended: computed('isSuspended', { as: 'boolean', reads: [] }),
  },
  list: {
    columns: ['name', 'brand', 'promoCode', 'isSuspended', 'createdAt'],
    sort: ['name', 'ASC'],
    editable: ['promoCode'],
  },
  filters: { brand: 'in', promoCode: 'contains', isSuspended: 'equals' },
  form: { identity: ['name', 'brand', 'promoCode'], ending: optional(['endsOn']) },
  page: {
    head: {
      ngr: { report: 'affiliateActivity', measure: 'ngr' },
      reward: { report: 'affiliateActivity', measure: 'affiliate_reward' },
      ftd: { report: 'affiliateActivity', measure: 'ftd' },
    },
    tabs: {
      overview: 'overview',
      links: { list: 'action', by: 'campaign', copies: 'address' },
      affiliates: {
        report: 'affiliateActivity',
        rows: 'affiliate',
        measures: ['registrations', 'ftd', 'deposits', 'affiliate_reward', 'ngr'],
      },
      edit: 'form',
    },
  },
  notes: true,
  access: { role: 'campaign', affiliate: 'names', scope: { brand: 'brand' } },
})
