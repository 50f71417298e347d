import { reference, references, slug, text, url } from '#engine/declaration/fields/index.ts'
import { defineResource } from '#engine/declaration/resource.ts'

/** A part of a brand with a site and partners of its own. */
export const subBrand = defineResource({
  name: 'subBrand',
  path: '/registers/subBrand',
  title: 'name',
  searchPlace: 6,
  fields: {
    name: text({ required: true, max: 120, search: true }),
    slug: slug({ from: 'name', unique: true, search: true }),
    site: url({ required: true, bareHost: true }),
    brand: reference('brand', { required: true }),
    partners: references('partner', {
      min: 1,
      only: { company: { sameAs: 'brand.company' } },
      error: 'partner_required',
      repeated: 'partner_already_selected',
    }),
  },
  checks: ['siteHost'],
  list: { columns: ['name', 'slug', 'site', 'brand', 'partners'], sort: ['name', 'ASC'], editable: ['partners'] },
  filters: { brand: 'in', partners: 'in' },
  form: { identity: ['name', 'slug', 'site', 'brand'], partners: ['partners'] },
  access: { role: 'subBrand', scope: { brand: 'brand' } },
  effects: {
    created: ['approveSite'],
    changed: { site: ['approveSite'], brand: ['approveSite'] },
    guarded: { site: 'authenticatorCode' },
  },
})
