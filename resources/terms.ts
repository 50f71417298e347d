import { date, integer, reference, text } from '#engine/declaration/fields/index.ts'
import { defineResource } from '#engine/declaration/resource.ts'

/** A version of what a company and its affiliates agree upon; it is never changed, the next one takes its place. */
export const terms = defineResource({
  name: 'terms',
  feature: 'agreements',
  path: '/registers/terms',
  title: 'name',
  fields: {
    name: text({ required: true, max: 120, unique: { within: 'company' }, search: true, createOnly: true }),
    company: reference('company', { own: true, createOnly: true, removedWith: true }),
    number: integer({ readOnly: true }),
    holdsFrom: date({ required: true, createOnly: true }),
    text: text({ required: true, max: 60_000, multiline: true, createOnly: true }),
  },
  checks: ['newTerms'],
  list: { columns: ['name', 'number', 'company', 'holdsFrom', 'createdAt'], sort: ['holdsFrom', 'DESC'] },
  filters: { company: 'in', holdsFrom: 'range' },
  form: { identity: ['name', 'company', 'holdsFrom'], text: ['text'] },
  page: { head: {}, tabs: { edit: 'form', acceptances: { list: 'termsAcceptance', by: 'terms' } } },
  access: { role: 'rewardProfile', update: 'nobody', scope: { company: 'company' } },
  effects: { created: ['numberTerms'], guardedCreation: 'authenticatorCode' },
})
