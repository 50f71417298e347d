import { choice, email, manyOf, reference, references, text, url } from '#engine/declaration/fields/index.ts'
import { defineResource } from '#engine/declaration/resource.ts'
import { language, signal, signalKind, targetState } from './choices.ts'

/** An affiliate says it of a target of its own. */
const ownWritten = { read: 'self', write: 'self' } as const

/**
 * Where signals go: an operator's own system, by webhooks, an affiliate's, by postbacks, or somebody's mail. Of an affiliate it is told
 * of that one alone; the narrowest of its targets, by link, campaign or at all, is told.
 */
export const signalTarget = defineResource({
  name: 'signalTarget',
  feature: 'webhooks',
  path: '/management/signal_target',
  title: 'name',
  fields: {
    name: text({ required: true, max: 120, search: true, access: { affiliate: ownWritten } }),
    company: reference('company', { own: true, createOnly: true, removedWith: true }),
    kind: choice(signalKind, { required: true, createOnly: true, access: { affiliate: ownWritten } }),
    address: url({ required: true, search: true, access: { affiliate: ownWritten } }),
    recipient: email({ required: true }),
    language: choice(language, { default: 'pt' }),
    signals: manyOf(signal, { min: 1, access: { affiliate: ownWritten } }),
    brands: references('brand', {
      min: 1,
      only: { company: { sameAs: 'company' } },
      access: { affiliate: ownWritten },
    }),
    affiliate: reference('affiliate', {
      createOnly: true,
      only: { company: { sameAs: 'company' } },
      removedWith: true,
    }),
    campaign: reference('campaign', { createOnly: true, removedWith: true, access: { affiliate: ownWritten } }),
    action: reference('action', { createOnly: true, removedWith: true, access: { affiliate: ownWritten } }),
    state: choice(targetState, { default: 'active', access: { affiliate: ownWritten } }),
    pausedWhy: text({ max: 300, readOnly: true, access: { affiliate: 'self' } }),
  },
  visibleWhen: {
    address: { kind: ['webhook', 'postbackGet', 'postbackPost'] },
    recipient: { kind: 'email' },
    language: { kind: 'email' },
    affiliate: { kind: ['postbackGet', 'postbackPost', 'email'] },
    campaign: { kind: ['postbackGet', 'postbackPost', 'email'] },
    action: { kind: ['postbackGet', 'postbackPost', 'email'] },
    pausedWhy: { state: 'paused' },
  },
  checks: ['signalTarget'],
  list: { columns: ['name', 'kind', 'address', 'signals', 'affiliate', 'state'], sort: ['name', 'ASC'] },
  filters: { company: 'in', kind: 'in', affiliate: 'in', state: 'in' },
  form: {
    identity: ['name', 'company', 'kind', 'address', 'recipient', 'language', 'state'],
    what: ['signals', 'brands', 'affiliate', 'campaign', 'action'],
  },
  page: {
    head: { dead: { of: 'signalDelivery', by: 'target', where: { state: ['dead'] } } },
    tabs: { edit: 'form', deliveries: { list: 'signalDelivery', by: 'target' } },
  },
  access: {
    role: 'manager',
    affiliate: { list: 'self', read: 'self', create: 'self', update: 'self', remove: 'self', atMost: 20 },
    scope: { company: 'company', brand: 'brands', partner: 'affiliate.partner', manager: 'affiliate.manager' },
  },
  effects: {
    created: ['openSignalTarget'],
    changed: { state: ['followSignalTarget'], signals: ['followSignalTarget'] },
    guarded: { address: 'authenticatorCode', recipient: 'authenticatorCode' },
    guardedCreation: 'authenticatorCode',
  },
})
