import { choice, computed, integer, moment, reference, references, text } from '#engine/declaration/fields/index.ts'
import { defineResource } from '#engine/declaration/resource.ts'
import { deliveryState, signal } from './choices.ts'

/** That a signal is to be, or was, sent to a target: how often it was tried, and what was answered. Kept for 30 days. */
export const signalDelivery = defineResource({
  name: 'signalDelivery',
  feature: 'webhooks',
  path: '/management/signal_delivery',
  title: 'signalId',
  nature: 'log',
  titled: ['signal', 'signalId'],
  fields: {
    signalId: text({ max: 40, readOnly: true, access: { affiliate: 'self' } }),
    signal: choice(signal, { readOnly: true, access: { affiliate: 'self' } }),
    target: reference('signalTarget', { readOnly: true, access: { affiliate: 'self' }, removedWith: true }),
    company: reference('company', { readOnly: true, removedWith: true }),
    brands: references('brand', { readOnly: true }),
    affiliate: reference('affiliate', { readOnly: true, removedWith: true }),
    orderKey: text({ max: 80, readOnly: true }),
    state: choice(deliveryState, { readOnly: true, access: { affiliate: 'self' } }),
    tries: integer({ readOnly: true, access: { affiliate: 'self' } }),
    status: integer({ readOnly: true, access: { affiliate: 'self' } }),
    answer: text({ max: 300, readOnly: true, access: { affiliate: 'self' } }),
    dueAt: moment({ readOnly: true, access: { affiliate: 'self' } }),
    takenAt: moment({ readOnly: true, access: { affiliate: 'self' } }),
    said: computed('signalSaid', { as: 'json', reads: [], access: { affiliate: 'self' } }),
  },
  list: {
    columns: ['createdAt', 'signal', 'target', 'affiliate', 'state', 'tries', 'status', 'answer', 'dueAt'],
    sort: ['createdAt', 'DESC'],
  },
  filters: { target: 'in', signalId: 'equals', signal: 'in', state: 'in', affiliate: 'in', createdAt: 'range' },
  form: { delivery: [] },
  access: {
    role: 'manager',
    affiliate: 'self',
    create: 'nobody',
    update: 'nobody',
    remove: 'nobody',
    scope: { company: 'company', brand: 'brands', partner: 'affiliate.partner', manager: 'affiliate.manager' },
  },
})
