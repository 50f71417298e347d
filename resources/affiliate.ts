import {
  choice,
  computed,
  cpf,
  date,
  document,
  email,
  integer,
  paymentKey,
  reference,
  references,
  text,
  token,
} from '../src/config/fields/index.ts'
import { defineResource } from '../src/config/resource.ts'
import { payCalendarIsWhole } from '../src/domain/payCalendar.ts'
import { paymentTypeFitsDocument } from '../src/domain/payments.ts'
import { documentType, language, paymentKeyType, paymentType, payRhythm } from './choices.ts'

/** Someone who brings players to our brands and earns a commission for it. */
export const affiliate = defineResource({
  name: 'affiliate',
  path: '/registers/affiliate',
  title: 'name',
  searchPlace: 1,
  // One line here is one column, input, filter, API property, export column and log entry. Labels are in locales/.
  keep: 'P5Y',
  fields: {
    name: text({ personal: true, required: true, max: 120, search: true, warnIfDuplicate: true }),
    company: reference('company', { own: true, createOnly: true }),
    alias: text({ personal: true, max: 60, search: true }),
    token: token({ prefix: 'af', search: true, createOnly: true }),
    cpf: cpf({
      personal: true,
      required: true,
      unique: { within: 'company' },
      search: true,
      masked: ['financial', 'affiliate'],
    }),
    email: email({ personal: true, required: true, unique: { within: 'company' }, search: true }),
    documentType: choice(documentType, { required: true }),
    document: document({
      personal: true,
      kindFrom: 'documentType',
      required: true,
      warnIfDuplicate: true,
      masked: ['financial', 'affiliate'],
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
    rewardProfile: reference('rewardProfile', {
      required: true,
      only: { company: { sameAs: 'company' } },
      dated: true,
    }),
    brands: references('brand', { min: 1, only: { company: { sameAs: 'company' } } }),
    partner: reference('partner', { only: { company: { sameAs: 'company' } }, dated: true }),
    payRhythm: choice(payRhythm),
    payDay: integer({ min: 1, max: 31 }),
    payFrom: date(),
    payAfterDays: integer({ min: 1, max: 365 }),
    language: choice(language),
    isComplete: computed('isComplete', { as: 'completeness', reads: [] }),
  },
  visibleWhen: {
    paymentKeyType: { paymentType: 'automatic' },
    paymentKey: { paymentType: 'automatic' },
    payDay: { payRhythm: ['week', 'month'] },
    payFrom: { payRhythm: 'fortnight' },
    payAfterDays: { payRhythm: ['day', 'workingDay', 'week', 'fortnight', 'month'] },
  },
  rules: { paymentTypeFitsDocument, payCalendarIsWhole },
  checks: ['redactable', 'worseThanAccepted'],
  list: {
    columns: ['name', 'token', 'rewardProfile', 'brands', 'paymentType', 'partner', 'isComplete'],
    sort: ['name', 'ASC'],
    editable: ['alias', 'email', 'municipality', 'language'],
  },
  filters: {
    company: 'in',
    rewardProfile: 'in',
    paymentType: 'in',
    documentType: 'in',
    brands: 'in',
    partner: 'in',
    isComplete: 'equals',
    createdAt: 'range',
  },
  form: {
    identity: ['name', 'company', 'alias', 'token', 'cpf', 'email', 'documentType', 'document', 'municipality'],
    commission: ['rewardProfile', 'brands', 'partner'],
    payment: [
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
        by: 'affiliate',
        sum: 'value',
        on: 'day',
        where: { kind: ['commission', 'adjustment'], status: ['pending', 'complete'] },
      },
      pending: { of: 'entry', by: 'affiliate', sum: 'value', where: { status: ['pending'] } },
      payout: 'payout',
    },
    tabs: {
      overview: 'overview',
      links: { list: 'action', by: 'affiliate', copies: 'address' },
      entries: { list: 'entry', by: 'affiliate' },
      payments: { list: 'payment', by: 'affiliate' },
      players: {
        report: 'affiliateActivity',
        rows: 'player',
        measures: ['registrations', 'ftd', 'deposits', 'turnover', 'ggr'],
      },
      history: 'history',
      edit: 'form',
    },
  },
  notes: true,
  access: { role: 'affiliate', scope: { company: 'company', brand: 'brands', partner: 'partner' } },
  effects: {
    changed: {
      rewardProfile: ['recomputeToday'],
      partner: ['markPartnerDays'],
      paymentType: ['tellEntries'],
      paymentKey: ['holdAutomaticPayment'],
      paymentKeyType: ['holdAutomaticPayment'],
    },
    guarded: {
      rewardProfile: 'authenticatorCode',
      paymentKey: 'authenticatorCode',
      paymentKeyType: 'authenticatorCode',
    },
  },
  actions: {
    setPaymentType: {
      path: 'payment_type',
      bulk: true,
      noneChosen: 'affiliate_required',
      input: { paymentType: choice(paymentType, { required: true }) },
      set: 'paymentType',
      // Who would be paid automatically without a key is paid by nobody.
      needs: { value: 'automatic', fields: ['paymentKeyType', 'paymentKey'], code: 'payment_key_missing' },
    },
  },
})
