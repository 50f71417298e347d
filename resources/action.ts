import { choice, computed, date, integer, list, reference, text, token, url } from '#engine/declaration/fields/index.ts'
import { defineResource, optional } from '#engine/declaration/resource.ts'
import { device } from './choices.ts'

/** An affiliate says it of a link that it makes. */
const ownWritten = { read: 'self', write: 'self' } as const
/** The partners above it read it as well. */
const read = { affiliate: 'self', partner: 'subtree' } as const

/** A tracking link: one affiliate advertises one campaign in one place. */
export const action = defineResource({
  name: 'action',
  path: '/registers/action',
  title: 'name',
  suspendable: true,
  searchPlace: 3,
  fields: {
    name: text({
      required: true,
      max: 120,
      proposedFrom: ['affiliate', 'campaign'],
      search: true,
      alsoCalled: ['Tracker name', 'Link name', 'Nome do link', 'Marketing source name', 'Site name', 'Media name'],
      access: { affiliate: ownWritten, partner: 'subtree' },
    }),
    campaign: reference('campaign', { required: true, access: { affiliate: ownWritten, partner: 'subtree' } }),
    affiliate: reference('affiliate', {
      required: true,
      only: { company: { sameAs: 'campaign.brand.company' } },
      access: { partner: 'subtree' },
    }),
    subAffiliate: text({ max: 60, noSpecialCharacters: true, access: { affiliate: ownWritten } }),
    token: token({
      prefix: 'ac',
      search: true,
      createOnly: true,
      alsoCalled: ['Tracker', 'Tracking code', 'Tracker code', 'Btag', 'Stag', 'Tag', 'Rastreador', 'Media token'],
      access: read,
    }),
    utmMedium: text({ max: 60, noSpecialCharacters: true, noReservedWords: true, access: { affiliate: ownWritten } }),
    utmContent: text({ max: 60, noSpecialCharacters: true, noReservedWords: true, access: { affiliate: ownWritten } }),
    domain: url({ bareHost: true, access: { affiliate: ownWritten, partner: 'subtree' } }),
    // The first one that a visitor fits counts; what a row does not say is not asked.
    routes: list(
      {
        country: text({ max: 2 }),
        device: choice(device),
        language: text({ max: 2 }),
        fromHour: integer({ min: 0, max: 23 }),
        untilHour: integer({ min: 1, max: 24 }),
        fromDay: date(),
        untilDay: date(),
        domain: url({ required: true, bareHost: true }),
      },
      { max: 20 },
    ),
    endsOn: date(),
    isSuspended: computed('isSuspended', { as: 'boolean', reads: [] }),
    address: computed('trackingAddress', { as: 'url', reads: [], access: read }),
  },
  checks: ['actionDomain'],
  list: {
    columns: ['name', 'campaign', 'affiliate', 'token', 'domain', 'isSuspended', 'address'],
    sort: ['name', 'ASC'],
    editable: ['domain', 'utmMedium', 'utmContent'],
  },
  filters: { campaign: 'in', affiliate: 'in', domain: 'contains', isSuspended: 'equals' },
  form: {
    identity: ['name', 'campaign', 'affiliate', 'subAffiliate', 'token'],
    tracking: ['utmMedium', 'utmContent', 'domain'],
    ending: optional(['endsOn']),
    routing: optional(['routes']),
  },
  notes: { shared: 'unsigned' },
  access: {
    role: 'action',
    affiliate: { list: 'self', read: 'self', create: 'self' },
    partner: 'subtree',
    scope: { brand: 'campaign.brand', partner: 'affiliate.partner', manager: 'affiliate.manager' },
  },
})
