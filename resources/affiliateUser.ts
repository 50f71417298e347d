import { boolean, choice, email, moment, reference, text } from '#engine/declaration/fields/index.ts'
import { defineResource } from '#engine/declaration/resource.ts'
import { language } from './choices.ts'

/** Somebody who signs in for an affiliate by e-mail and password, once invited. */
export const affiliateUser = defineResource({
  name: 'affiliateUser',
  feature: 'portal',
  path: '/registers/affiliateUser',
  title: 'name',
  keep: 'P5Y',
  fields: {
    name: text({ personal: true, required: true, max: 120, search: true }),
    email: email({ personal: true, required: true, search: true, createOnly: true }),
    affiliate: reference('affiliate', { required: true, createOnly: true, removedWith: true }),
    language: choice(language),
    suspended: boolean({ default: false }),
    invitedUntil: moment({ readOnly: true }),
    joinedAt: moment({ readOnly: true }),
  },
  checks: ['accountAddress', 'wholeAffiliate', 'redactable', 'notBanned'],
  list: { columns: ['name', 'email', 'affiliate', 'suspended', 'invitedUntil', 'joinedAt'], sort: ['name', 'ASC'] },
  filters: { affiliate: 'in', suspended: 'equals', joinedAt: 'range' },
  form: { identity: ['name', 'email', 'affiliate', 'language', 'suspended'] },
  access: {
    role: 'affiliate',
    scope: { brand: 'affiliate.brands', partner: 'affiliate.partner', manager: 'affiliate.manager' },
  },
  effects: {
    created: ['rememberAuthor', 'tellNewPerson'],
    changed: { suspended: ['endPersonsSessions'] },
    guardedCreation: 'authenticatorCode',
  },
})
