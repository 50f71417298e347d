import { choice, date, moment, reference, text } from '#engine/declaration/fields/index.ts'
import { defineResource } from '#engine/declaration/resource.ts'
import { promoCodeState } from './choices.ts'

/** An affiliate says it of a code that it asks for. */
const ownWritten = { read: 'self', write: 'self' } as const

/** What players type instead of following a link, and the link it stands for: who registers with it counts for that one. */
export const promoCode = defineResource({
  name: 'promoCode',
  feature: 'promoCodes',
  path: '/registers/promo_code',
  title: 'code',
  fields: {
    code: text({
      required: true,
      max: 20,
      format: 'typedCode',
      unique: { within: 'brand' },
      search: true,
      createOnly: true,
      access: { affiliate: ownWritten },
    }),
    brand: reference('brand', { required: true, createOnly: true, access: { affiliate: ownWritten } }),
    affiliate: reference('affiliate', { required: true, createOnly: true, removedWith: true }),
    action: reference('action', { required: true, removedWith: true, access: { affiliate: ownWritten } }),
    validUntil: date({ access: { affiliate: 'self' } }),
    state: choice(promoCodeState, { readOnly: true, access: { affiliate: 'self' } }),
    reason: text({ max: 300, readOnly: true, access: { affiliate: 'self' } }),
    decidedBy: text({ max: 254, readOnly: true }),
    note: text({ max: 300 }),
    decidedAt: moment({ readOnly: true, access: { affiliate: 'self' } }),
  },
  checks: ['promoCodeFits'],
  list: {
    columns: ['code', 'brand', 'affiliate', 'action', 'state', 'validUntil', 'createdAt'],
    sort: ['createdAt', 'DESC'],
  },
  filters: ['brand', 'affiliate', 'action', 'state'],
  form: { identity: ['code', 'brand', 'affiliate', 'action', 'validUntil', 'note'] },
  access: {
    role: 'action',
    affiliate: { list: 'self', read: 'self', create: 'self' },
    scope: { brand: 'brand', partner: 'affiliate.partner', manager: 'affiliate.manager' },
  },
  effects: { created: ['openPromoCode'] },
})
