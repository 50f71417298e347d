import { choice, expression, integer, reference, text } from '#engine/declaration/fields/index.ts'
import { defineResource, optional } from '#engine/declaration/resource.ts'
import { currency } from './choices.ts'

/** A rung of the partner hierarchy and the formula by which its partners earn. */
export const partnerLevel = defineResource({
  name: 'partnerLevel',
  path: '/registers/partnerLevel',
  title: 'name',
  fields: {
    name: text({ required: true, max: 60, unique: { within: 'company' }, search: true }),
    company: reference('company', { own: true, createOnly: true, removedWith: true }),
    level: integer({ required: true, min: 1, max: 3 }),
    parent: reference('partnerLevel', { only: { company: { sameAs: 'company' } } }),
    expression: expression({
      required: true,
      dated: true,
      default: '(ngr - affiliate_reward - abatment) * percentage',
    }),
    currency: choice(currency, { dated: true }),
  },
  checks: ['partnerLevelHierarchy', 'expression'],
  list: { columns: ['name', 'level', 'parent', 'expression', 'company'], sort: ['level', 'ASC'] },
  filters: { company: 'in', level: 'equals' },
  form: {
    identity: ['name', 'company', 'level', 'parent'],
    calculation: ['expression'],
    currency: optional(['currency']),
  },
  access: { role: 'partnerLevel', scope: { company: 'company' } },
  effects: { guarded: { expression: 'authenticatorCode', currency: 'authenticatorCode' } },
})
