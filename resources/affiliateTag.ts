import { reference, text } from '#engine/declaration/fields/index.ts'
import { defineResource } from '#engine/declaration/resource.ts'

/** What a company sorts its affiliates by: lists, reports and announcements are narrowed to it. */
export const affiliateTag = defineResource({
  name: 'affiliateTag',
  feature: 'tags',
  path: '/registers/affiliateTag',
  title: 'name',
  fields: {
    name: text({ required: true, max: 40, unique: { within: 'company' }, search: true }),
    company: reference('company', { own: true, createOnly: true }),
  },
  list: { columns: ['name', 'company', 'createdAt'], sort: ['name', 'ASC'] },
  filters: ['company'],
  access: { role: 'affiliate', scope: { company: 'company' } },
})
