import { choice, computed, date, money, reference, text } from '#engine/declaration/fields/index.ts'
import { defineResource } from '#engine/declaration/resource.ts'
import { currency, entryKind, entryStatus, paymentType } from './choices.ts'

/**
 * What an affiliate or a partner earned on a day, written by the daily close; or what a person says is due, once
 * another approves it.
 */
export const entry = defineResource({
  name: 'entry',
  path: '/financial/entries',
  title: 'day',
  nature: 'history',
  madeElsewhere: true,
  titled: ['affiliate', 'partner', 'day', 'value'],
  fields: {
    day: date({ readOnly: true, access: { affiliate: 'self' } }),
    affiliate: reference('affiliate', { readOnly: true }),
    partner: reference('partner', { readOnly: true }),
    kind: choice(entryKind, { readOnly: true, access: { affiliate: 'self' } }),
    value: money({ readOnly: true, access: { affiliate: 'self' } }),
    currency: choice(currency, { readOnly: true, access: { affiliate: 'self' } }),
    status: choice(entryStatus, { readOnly: true, access: { affiliate: 'self' } }),
    paymentMethod: choice(paymentType, { readOnly: true, access: { affiliate: 'self' } }),
    reason: text({ max: 500, readOnly: true }),
    requestedBy: text({ max: 254, readOnly: true }),
    approvedBy: text({ max: 254, readOnly: true }),
    attempts: computed('entryAttempts', { as: 'json', reads: ['payment'] }),
    lines: computed('entryLines', { as: 'json', reads: [], access: { affiliate: 'self' } }),
  },
  list: {
    // How much and how it stands come first: what has no room is scrolled to.
    columns: ['day', 'affiliate', 'partner', 'value', 'status', 'kind', 'currency', 'paymentMethod'],
    sort: ['day', 'DESC'],
    leads: ['affiliate', 'partner', 'value'],
  },
  filters: {
    day: 'range',
    affiliate: 'in',
    partner: 'in',
    status: 'in',
    kind: 'in',
    currency: 'in',
    paymentMethod: 'in',
    value: 'range',
  },
  form: { entry: [] },
  notes: { shared: 'unsigned' },
  access: {
    role: 'entryByAffiliate',
    affiliate: 'self',
    grantedByReaders: true,
    create: 'nobody',
    update: 'nobody',
    remove: 'nobody',
    scope: { brand: 'affiliate.brands', partner: 'affiliate.partner', manager: 'affiliate.manager' },
  },
})
