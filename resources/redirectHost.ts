import { reference, text } from '#engine/declaration/fields/index.ts'
import { defineResource } from '#engine/declaration/resource.ts'

/** A host beside a brand's own site to which its tracking links may lead, approved by whoever looks after the brand. */
export const redirectHost = defineResource({
  name: 'redirectHost',
  feature: 'linkDomains',
  path: '/registers/redirectHost',
  title: 'host',
  fields: {
    host: text({ required: true, max: 253, format: 'host', createOnly: true, search: true }),
    brand: reference('brand', { required: true, createOnly: true }),
    reason: text({ max: 200 }),
  },
  checks: ['newRedirectHost'],
  list: { columns: ['host', 'brand', 'reason', 'createdAt'], sort: ['host', 'ASC'] },
  filters: { brand: 'in' },
  form: { identity: ['host', 'brand', 'reason'] },
  access: { role: 'brand', scope: { brand: 'brand' } },
  effects: { guardedCreation: 'authenticatorCode' },
})
