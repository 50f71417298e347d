import { choice, computed, moment, reference, text, url } from '#engine/declaration/fields/index.ts'
import { defineResource } from '#engine/declaration/resource.ts'
import { language, siteKind, siteState } from './choices.ts'

/** An affiliate declares it of a place where it advertises. */
const ownWritten = { read: 'self', write: 'self' } as const

/** A site or profile of an affiliate, where it advertises: declared, and decided about each time that it is changed. */
export const affiliateSite = defineResource({
  name: 'affiliateSite',
  feature: 'sites',
  path: '/registers/affiliate_site',
  title: 'address',
  fields: {
    address: url({
      personal: true,
      required: true,
      max: 500,
      bareHost: true,
      oneForm: true,
      search: true,
      unique: { within: 'affiliate' },
      access: { affiliate: ownWritten },
    }),
    affiliate: reference('affiliate', { required: true, createOnly: true, removedWith: true, redactedWith: true }),
    kind: choice(siteKind, { required: true, access: { affiliate: ownWritten } }),
    language: choice(language, { access: { affiliate: ownWritten } }),
    usage: text({ personal: true, required: true, max: 1000, multiline: true, access: { affiliate: ownWritten } }),
    state: choice(siteState, { readOnly: true, access: { affiliate: 'self' } }),
    decidedAt: moment({ readOnly: true, access: { affiliate: 'self' } }),
    decidedBy: text({ max: 254, readOnly: true }),
    reason: text({ personal: true, max: 300, readOnly: true, access: { affiliate: 'self' } }),
    authors: computed('authors', { as: 'json', reads: [] }),
  },
  list: {
    columns: ['address', 'affiliate', 'kind', 'language', 'state', 'decidedAt', 'decidedBy'],
    sort: ['createdAt', 'DESC'],
  },
  filters: ['affiliate', 'kind', 'language', 'state'],
  form: { identity: ['address', 'affiliate', 'kind', 'language', 'usage'] },
  access: {
    role: 'affiliate',
    affiliate: { list: 'self', read: 'self', create: 'self', update: 'self' },
    scope: { brand: 'affiliate.brands', partner: 'affiliate.partner', manager: 'affiliate.manager' },
  },
  effects: {
    created: ['siteWaits'],
    changed: { address: ['siteWaits'], kind: ['siteWaits'], language: ['siteWaits'], usage: ['siteWaits'] },
  },
})
