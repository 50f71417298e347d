import { moment, reference, text } from '#engine/declaration/fields/index.ts'
import { defineResource } from '#engine/declaration/resource.ts'

/** That an affiliate accepted a version of the terms, when, and who says so. It is kept as it was said. */
export const termsAcceptance = defineResource({
  name: 'termsAcceptance',
  feature: 'agreements',
  path: '/registers/termsAcceptance',
  title: 'acceptedAt',
  nature: 'history',
  titled: ['affiliate', 'terms', 'acceptedAt'],
  fields: {
    affiliate: reference('affiliate', { required: true, createOnly: true }),
    terms: reference('terms', { required: true, createOnly: true, access: { affiliate: 'self' } }),
    acceptedAt: moment({ createOnly: true, access: { affiliate: 'self' } }),
    note: text({ max: 300, createOnly: true }),
    recordedBy: text({ max: 254, readOnly: true }),
  },
  checks: ['newAcceptance'],
  list: {
    columns: ['affiliate', 'terms', 'acceptedAt', 'recordedBy', 'note', 'createdAt'],
    sort: ['acceptedAt', 'DESC'],
  },
  filters: { affiliate: 'in', terms: 'in', acceptedAt: 'range' },
  form: { identity: ['affiliate', 'terms', 'acceptedAt', 'note'] },
  access: {
    role: 'affiliate',
    affiliate: 'self',
    update: 'nobody',
    remove: 'nobody',
    scope: { brand: 'affiliate.brands', partner: 'affiliate.partner', manager: 'affiliate.manager' },
  },
  effects: { created: ['signAcceptance'] },
})
