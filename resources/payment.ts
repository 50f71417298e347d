import { boolean, choice, computed, money, moment, reference, references, text } from '../src/config/fields/index.ts'
import { defineResource } from '../src/config/resource.ts'
import { currency, paymentState, paymentType } from './choices.ts'

/** Money that went, or is to go, to one affiliate or partner for one or more entries. */
export const payment = defineResource({
  name: 'payment',
  path: '/financial/payment',
  title: 'reference',
  nature: 'history',
  titled: ['affiliate', 'partner', 'value', 'createdAt'],
  fields: {
    affiliate: reference('affiliate', { readOnly: true }),
    partner: reference('partner', { readOnly: true }),
    value: money({ readOnly: true }),
    currency: choice(currency, { readOnly: true }),
    method: choice(paymentType, { readOnly: true }),
    state: choice(paymentState, { readOnly: true }),
    entries: references('entry', { readOnly: true }),
    paidAt: moment({ readOnly: true }),
    reference: text({ max: 80, search: true, readOnly: true }),
    invoice: text({ max: 80, readOnly: true }),
    note: text({ max: 500, readOnly: true }),
    requestedBy: text({ max: 254, readOnly: true }),
    awaitsApproval: boolean({ readOnly: true }),
    approvedBy: text({ max: 254, readOnly: true }),
    attempts: computed('paymentAttempts', { as: 'json', reads: [] }),
  },
  list: {
    columns: [
      'createdAt',
      'affiliate',
      'partner',
      'value',
      'currency',
      'method',
      'state',
      'awaitsApproval',
      'reference',
      'invoice',
    ],
    sort: ['createdAt', 'DESC'],
  },
  filters: {
    affiliate: 'in',
    partner: 'in',
    state: 'in',
    method: 'in',
    currency: 'in',
    awaitsApproval: 'equals',
    createdAt: 'range',
  },
  form: { payment: [] },
  notes: true,
  access: {
    role: 'financial',
    create: 'nobody',
    update: 'nobody',
    remove: 'nobody',
    scope: { brand: 'affiliate.brands', partner: 'affiliate.partner' },
  },
})
