import { computed, reference, text, token, url } from '../src/config/fields/index.ts'
import { defineResource } from '../src/config/resource.ts'

/** A tracking link: one affiliate advertises one campaign in one place. */
export const action = defineResource({
  name: 'action',
  path: '/registers/action',
  title: 'name',
  searchPlace: 3,
  fields: {
    name: text({ required: true, max: 120, search: true }),
    campaign: reference('campaign', { required: true }),
    affiliate: reference('affiliate', { required: true, only: { company: { sameAs: 'campaign.brand.company' } } }),
    subAffiliate: text({ max: 60, noSpecialCharacters: true }),
    token: token({ prefix: 'ac', search: true, createOnly: true }),
    utmMedium: text({ max: 60, noSpecialCharacters: true, noReservedWords: true }),
    utmContent: text({ max: 60, noSpecialCharacters: true, noReservedWords: true }),
    domain: url({ bareHost: true }),
    address: computed('trackingAddress', { as: 'url', reads: [] }),
  },
  checks: ['actionDomain'],
  list: {
    columns: ['name', 'campaign', 'affiliate', 'token', 'domain', 'address'],
    sort: ['name', 'ASC'],
    editable: ['domain', 'utmMedium', 'utmContent'],
  },
  filters: { campaign: 'in', affiliate: 'in', domain: 'contains' },
  form: {
    identity: ['name', 'campaign', 'affiliate', 'subAffiliate', 'token'],
    tracking: ['utmMedium', 'utmContent', 'domain'],
  },
  notes: true,
  access: { role: 'action', scope: { brand: 'campaign.brand', partner: 'affiliate.partner' } },
})
