import { choice, cpf, email, list, moment, reference, text, url } from '#engine/declaration/fields/index.ts'
import { defineResource } from '#engine/declaration/resource.ts'
import { phoneCanBeCalled } from '#rules/applications.ts'
import { payeeFitsCountry } from '#rules/payouts/payeeCountry.ts'
import { applicationState, language } from './choices.ts'

/** Somebody who asked to become an affiliate of a brand: what they said, and what staff decided. */
export const application = defineResource({
  name: 'application',
  feature: 'applications',
  path: '/registers/application',
  title: 'name',
  // What nobody decided about for a year, or was refused so long ago, is forgotten.
  keep: 'P1Y',
  fields: {
    name: text({ personal: true, required: true, max: 120, search: true, createOnly: true }),
    company: reference('company', { own: true, createOnly: true, removedWith: true }),
    brand: reference('brand', {
      required: true,
      createOnly: true,
      only: { company: { sameAs: 'company' } },
      removedWith: true,
    }),
    email: email({ personal: true, required: true, search: true, createOnly: true }),
    phone: text({ personal: true, required: true, max: 30, createOnly: true }),
    country: text({ min: 2, max: 2, format: 'country', default: 'BR', defaultOf: 'company', createOnly: true }),
    cpf: cpf({ personal: true, required: true, search: true, masked: ['financial', 'affiliate'], createOnly: true }),
    taxNumber: text({
      personal: true,
      required: true,
      max: 30,
      format: 'taxNumber',
      search: true,
      masked: ['financial', 'affiliate'],
      createOnly: true,
    }),
    language: choice(language, { createOnly: true }),
    sites: list(
      { address: url({ required: true, bareHost: true, oneForm: true, max: 500 }) },
      { personal: true, max: 10, createOnly: true },
    ),
    how: text({ personal: true, required: true, max: 2000, multiline: true, createOnly: true }),
    terms: reference('terms', { createOnly: true, only: { company: { sameAs: 'company' } } }),
    state: choice(applicationState, { default: 'new', createOnly: true }),
    waitsSince: moment({ readOnly: true }),
    question: text({ personal: true, max: 2000, multiline: true, readOnly: true }),
    reason: text({ personal: true, max: 500, readOnly: true }),
    decidedBy: text({ max: 254, readOnly: true }),
    decidedAt: moment({ readOnly: true }),
    affiliate: reference('affiliate', { readOnly: true, removedWith: true, redactedWith: true }),
    bannedAffiliate: reference('affiliate', { readOnly: true, removedWith: true }),
    bannedPartner: reference('partner', { readOnly: true, removedWith: true }),
  },
  visibleWhen: { bannedAffiliate: { state: 'banned' }, bannedPartner: { state: 'banned' } },
  // Whoever lives in Brazil has a CPF, everybody else a tax number of their country.
  requiredWhen: { cpf: { country: 'BR' }, taxNumber: { country: { not: 'BR' } } },
  rules: { phoneCanBeCalled, payeeFitsCountry },
  list: {
    columns: ['name', 'brand', 'email', 'state', 'waitsSince', 'decidedBy', 'createdAt'],
    sort: ['createdAt', 'DESC'],
  },
  filters: { state: 'in', company: 'in', brand: 'in', createdAt: 'range', waitsSince: 'range' },
  form: {
    identity: ['name', 'email', 'phone', 'country', 'cpf', 'taxNumber', 'language', 'company', 'brand'],
    work: ['sites', 'how', 'terms'],
    decision: [
      'state',
      'waitsSince',
      'question',
      'reason',
      'decidedBy',
      'decidedAt',
      'affiliate',
      'bannedAffiliate',
      'bannedPartner',
    ],
  },
  notes: true,
  access: {
    role: 'affiliate',
    create: 'nobody',
    update: 'nobody',
    scope: { company: 'company', brand: 'brand', partner: 'affiliate.partner', manager: 'affiliate.manager' },
  },
  effects: { created: ['openApplication'] },
})

/** What an applicant fills in on the public page, in this order; the rest is known from where they stand. */
export const applicationForm = ['name', 'email', 'phone', 'country', 'cpf', 'taxNumber', 'sites', 'how'] as const
