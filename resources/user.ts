import { defaultLanguage } from '#locales/languages.ts'
import {
  boolean,
  choice,
  email,
  manyOf,
  password,
  reference,
  references,
  text,
} from '#engine/declaration/fields/index.ts'
import { defineResource, optional } from '#engine/declaration/resource.ts'
import { language, profile, role } from './choices.ts'

/** Someone who signs in here. */
export const user = defineResource({
  name: 'user',
  path: '/registers/user',
  title: 'name',
  searchPlace: 7,
  keep: 'P5Y',
  fields: {
    name: text({ personal: true, required: true, max: 120, search: true }),
    email: email({
      personal: true,
      required: true,
      unique: true,
      taken: 'email_already_registered',
      takenRecord: 'user_already_registered',
      search: true,
    }),
    password: password({ confirmedBy: 'passwordConfirmation', required: true }),
    company: reference('company', { required: true }),
    allowedBrands: references('brand', { only: { company: { sameAs: 'company' } }, error: 'invalid_allowed_brands' }),
    profile: choice(profile),
    roles: manyOf(role),
    language: choice(language, { default: defaultLanguage }),
    root: boolean({ default: false, access: { write: ['root'] } }),
    partner: reference('partner', { only: { company: { sameAs: 'company' } } }),
    // Of affiliates, and of what is theirs, those that this user manages.
    ownAffiliates: boolean({ default: false }),
    suspended: boolean({ default: false }),
  },
  checks: ['accountAddress', 'allowedBrands', 'lastRoot', 'suspension', 'redactable'],
  list: {
    columns: ['name', 'email', 'company', 'profile', 'root', 'suspended', 'roles', 'createdAt'],
    sort: ['name', 'ASC'],
  },
  filters: { company: 'in', profile: 'in', roles: 'in', root: 'equals', suspended: 'equals' },
  form: {
    identity: ['name', 'email', 'password', 'language'],
    rights: ['company', 'allowedBrands', 'profile', 'roles'],
    narrower: optional(['partner', 'ownAffiliates']),
    state: optional(['root', 'suspended']),
  },
  access: { role: 'user', scope: { company: 'company', partner: 'partner' } },
  effects: {
    guarded: { password: 'reauthentication', email: 'reauthentication' },
    created: ['rememberAuthor'],
    removed: ['endSessions', 'rememberAuthor'],
    changed: {
      password: ['endSessions', 'rememberAuthor'],
      email: ['rememberAuthor'],
      roles: ['rememberAuthor'],
      root: ['rememberAuthor'],
      suspended: ['endSessions'],
    },
  },
})
