import { boolean, choice, date, integer, list, money, text, url } from '#engine/declaration/fields/index.ts'
import { defineResource, optional } from '#engine/declaration/resource.ts'
import { oneMinimumACurrency, payCalendarIsWhole } from '#rules/payouts/payCalendar.ts'
import {
  conditionProduct,
  currency,
  invoiceRequired,
  keyChanges,
  payoutGateway,
  payRhythm,
  periodCalendar,
  stepUp,
  twoStep,
  uncheckedKeys,
} from './choices.ts'

/** Left as they begin for a new company; all of them in sight on its page. */
const setting = <const Name extends string>(fields: readonly Name[]) => optional(fields, { onlyNew: true })

/** Who owns brands and employs the people who sign in here. */
export const company = defineResource({
  name: 'company',
  path: '/registers/company',
  title: 'name',
  fields: {
    name: text({ required: true, max: 120, unique: true, search: true }),
    country: text({ min: 2, max: 2, format: 'country', default: 'BR' }),
    // The account from which payments to IBANs are made.
    iban: text({ max: 42, format: 'iban' }),
    bic: text({ max: 11, format: 'bic' }),
    takesApplications: boolean({ default: false }),
    calendar: choice(periodCalendar, { default: 'month' }),
    twoStep: choice(twoStep, { default: 'optional' }),
    stepUp: choice(stepUp, { default: 'optional' }),
    gateway: choice(payoutGateway),
    uncheckedKeys: choice(uncheckedKeys, { default: 'pay' }),
    keyChanges: choice(keyChanges, { default: 'wait' }),
    invoiceRequired: choice(invoiceRequired, { default: 'never' }),
    selfBilling: boolean({ default: false }),
    takesPaymentRequests: boolean({ default: false }),
    payRhythm: choice(payRhythm, { default: 'day' }),
    payDay: integer({ min: 1, max: 31 }),
    payFrom: date(),
    payAfterDays: integer({ min: 1, max: 365 }),
    minimumPayouts: list(
      { currency: choice(currency, { required: true }), amount: money({ required: true, min: 0 }) },
      { max: 10 },
    ),
    // Activity of earlier days was settled by another system: it is shown, and owes nothing here.
    movedInOn: date(),
    lapseMonths: integer({ min: 1, max: 120 }),
    lapseNoticeDays: integer({ min: 1, max: 180, default: 30 }),
    holidays: list({ day: date({ required: true }) }, { max: 400 }),
    suspendedPage: url({ bareHost: true }),
    productNames: list(
      { name: text({ required: true, max: 60 }), product: choice(conditionProduct, { required: true }) },
      { max: 100 },
    ),
    accessKeyDays: integer({ min: 1, max: 180 }),
    approvalAbove: money({ min: 0 }),
    approverApartDays: integer({ min: 0, max: 365, default: 30 }),
    approverAgeDays: integer({ min: 0, max: 365, default: 0 }),
  },
  list: { columns: ['name', 'twoStep', 'approvalAbove'], sort: ['name', 'ASC'] },
  filters: { twoStep: 'in' },
  form: {
    identity: ['name', 'country', 'calendar', 'takesApplications'],
    calendar: setting(['payRhythm', 'payDay', 'payFrom', 'payAfterDays', 'minimumPayouts', 'holidays']),
    payment: setting(['gateway', 'iban', 'bic', 'takesPaymentRequests']),
    invoices: setting(['invoiceRequired', 'selfBilling']),
    approval: setting(['approvalAbove', 'approverApartDays', 'approverAgeDays']),
    keys: setting(['uncheckedKeys', 'keyChanges']),
    security: setting(['twoStep', 'stepUp', 'accessKeyDays']),
    unclaimed: setting(['lapseMonths', 'lapseNoticeDays']),
    moving: setting(['movedInOn']),
    activity: setting(['suspendedPage', 'productNames']),
  },
  access: { role: 'root', options: 'user', scope: { company: 'self' } },
  visibleWhen: { payDay: { payRhythm: ['week', 'month'] }, payFrom: { payRhythm: 'fortnight' } },
  rules: { payCalendarIsWhole, oneMinimumACurrency },
  checks: ['gatewayIsThere', 'ownPage', 'movedInBeforePaid'],
  effects: {
    created: ['makePartnerLevels'],
    changed: { twoStep: ['endSessionsOfOneStep'], movedInOn: ['recomputeMovedIn'] },
    guarded: {
      twoStep: 'authenticatorCode',
      stepUp: 'authenticatorCode',
      gateway: 'authenticatorCode',
      iban: 'authenticatorCode',
      bic: 'authenticatorCode',
      uncheckedKeys: 'authenticatorCode',
      keyChanges: 'authenticatorCode',
      invoiceRequired: 'authenticatorCode',
      movedInOn: 'authenticatorCode',
      selfBilling: 'authenticatorCode',
      lapseMonths: 'authenticatorCode',
      lapseNoticeDays: 'authenticatorCode',
      accessKeyDays: 'authenticatorCode',
      approvalAbove: 'authenticatorCode',
      approverApartDays: 'authenticatorCode',
      approverAgeDays: 'authenticatorCode',
    },
  },
})
