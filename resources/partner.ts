import {
  choice,
  date,
  document,
  integer,
  paymentKey,
  percent,
  reference,
  references,
  text,
  token,
} from '../src/config/fields/index.ts'
import { defineResource } from '../src/config/resource.ts'
import { payCalendarIsWhole } from '../src/domain/payCalendar.ts'
import { paymentTypeFitsDocument } from '../src/domain/payments.ts'
import { documentType, language, paymentKeyType, paymentType, payRhythm } from './choices.ts'

/** Someone who looks after affiliates and earns a share of what they leave. */
export const partner = defineResource({
  name: 'partner',
  path: '/registers/partner',
  title: 'name',
  keep: 'P5Y',
  searchPlace: 4,
  fields: {
    name: text({ personal: true, required: true, max: 120, search: true, warnIfDuplicate: true }),
    company: reference('company', { own: true, createOnly: true }),
    partnerLevel: reference('partnerLevel', { required: true, only: { company: { sameAs: 'company' } }, dated: true }),
    parent: reference('partner', { only: { company: { sameAs: 'company' } }, dated: true }),
    token: token({ prefix: 'pt', search: true, createOnly: true }),
    percentage: percent({ required: true, dated: true }),
    abatement: percent({ default: 0, dated: true }),
    affiliates: references('affiliate', { only: { company: { sameAs: 'company' } }, heldBy: 'partner' }),
    // A person or a company, whose payments are taxed as such; without one nothing is withheld.
    documentType: choice(documentType),
    document: document({
      personal: true,
      kindFrom: 'documentType',
      warnIfDuplicate: true,
      masked: ['financial', 'partner'],
    }),
    municipality: text({ max: 80 }),
    paymentType: choice(paymentType, { default: 'manual' }),
    paymentKeyType: choice(paymentKeyType),
    paymentKey: paymentKey({
      personal: true,
      kindFrom: 'paymentKeyType',
      warnIfDuplicate: true,
      access: { read: ['financial'], write: ['financial'] },
    }),
    payRhythm: choice(payRhythm),
    payDay: integer({ min: 1, max: 31 }),
    payFrom: date(),
    payAfterDays: integer({ min: 1, max: 365 }),
    language: choice(language),
  },
  visibleWhen: {
    paymentKeyType: { paymentType: 'automatic' },
    paymentKey: { paymentType: 'automatic' },
    payDay: { payRhythm: ['week', 'month'] },
    payFrom: { payRhythm: 'fortnight' },
    payAfterDays: { payRhythm: ['day', 'workingDay', 'week', 'fortnight', 'month'] },
  },
  rules: { paymentTypeFitsDocument, payCalendarIsWhole },
  checks: ['partnerHierarchy', 'redactable'],
  list: { columns: ['name', 'partnerLevel', 'parent', 'percentage', 'abatement', 'affiliates'], sort: ['name', 'ASC'] },
  filters: { company: 'in', partnerLevel: 'in', parent: 'in', affiliates: 'in' },
  form: {
    identity: ['name', 'token', 'company', 'partnerLevel', 'parent'],
    commission: ['percentage', 'abatement', 'affiliates'],
    payment: [
      'documentType',
      'document',
      'municipality',
      'paymentType',
      'paymentKeyType',
      'paymentKey',
      'payRhythm',
      'payDay',
      'payFrom',
      'payAfterDays',
      'language',
    ],
  },
  page: {
    head: {
      earned: {
        of: 'entry',
        by: 'partner',
        sum: 'value',
        on: 'day',
        where: { kind: ['commission', 'adjustment'], status: ['pending', 'complete'] },
      },
      pending: { of: 'entry', by: 'partner', sum: 'value', where: { status: ['pending'] } },
      payout: 'payout',
    },
    tabs: {
      overview: 'overview',
      affiliates: { list: 'affiliate', by: 'partner' },
      partners: { list: 'partner', by: 'parent' },
      entries: { list: 'entry', by: 'partner' },
      payments: { list: 'payment', by: 'partner' },
      history: 'history',
      edit: 'form',
    },
  },
  notes: true,
  access: { role: 'partner', scope: { company: 'company', partner: 'self' } },
  effects: {
    changed: {
      paymentType: ['tellEntries'],
      paymentKey: ['holdAutomaticPayment'],
      paymentKeyType: ['holdAutomaticPayment'],
    },
    guarded: {
      partnerLevel: 'authenticatorCode',
      percentage: 'authenticatorCode',
      abatement: 'authenticatorCode',
      paymentKey: 'authenticatorCode',
      paymentKeyType: 'authenticatorCode',
    },
  },
})
