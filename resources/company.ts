import { choice, date, integer, list, money, text } from '../src/config/fields/index.ts'
import { defineResource } from '../src/config/resource.ts'
import { oneMinimumACurrency, payCalendarIsWhole } from '../src/domain/payCalendar.ts'
import {
  currency,
  invoiceRequired,
  payoutGateway,
  payRhythm,
  periodCalendar,
  stepUp,
  twoStep,
  uncheckedKeys,
} from './choices.ts'

/** Who owns brands and employs the people who sign in here. */
export const company = defineResource({
  name: 'company',
  path: '/registers/company',
  title: 'name',
  fields: {
    name: text({ required: true, max: 120, unique: true, search: true }),
    calendar: choice(periodCalendar, { default: 'month' }),
    twoStep: choice(twoStep, { default: 'optional' }),
    stepUp: choice(stepUp, { default: 'optional' }),
    gateway: choice(payoutGateway),
    uncheckedKeys: choice(uncheckedKeys, { default: 'pay' }),
    invoiceRequired: choice(invoiceRequired, { default: 'never' }),
    payRhythm: choice(payRhythm, { default: 'day' }),
    payDay: integer({ min: 1, max: 31 }),
    payFrom: date(),
    payAfterDays: integer({ min: 1, max: 365 }),
    minimumPayouts: list(
      { currency: choice(currency, { required: true }), amount: money({ required: true, min: 0 }) },
      { max: 10 },
    ),
    holidays: list({ day: date({ required: true }) }, { max: 400 }),
    approvalAbove: money({ min: 0 }),
    approverApartDays: integer({ min: 0, max: 365, default: 30 }),
    approverAgeDays: integer({ min: 0, max: 365, default: 0 }),
  },
  list: { columns: ['name', 'twoStep', 'approvalAbove'], sort: ['name', 'ASC'] },
  filters: { twoStep: 'in' },
  form: {
    identity: ['name', 'calendar', 'gateway'],
    payment: ['invoiceRequired', 'payRhythm', 'payDay', 'payFrom', 'payAfterDays', 'holidays', 'minimumPayouts'],
    security: ['twoStep', 'stepUp', 'uncheckedKeys', 'approvalAbove', 'approverApartDays', 'approverAgeDays'],
  },
  access: { role: 'root', options: 'user', scope: { company: 'self' } },
  visibleWhen: { payDay: { payRhythm: ['week', 'month'] }, payFrom: { payRhythm: 'fortnight' } },
  rules: { payCalendarIsWhole, oneMinimumACurrency },
  checks: ['gatewayIsThere'],
  effects: {
    created: ['makePartnerLevels'],
    changed: { twoStep: ['endSessionsOfOneStep'] },
    guarded: {
      twoStep: 'authenticatorCode',
      stepUp: 'authenticatorCode',
      gateway: 'authenticatorCode',
      uncheckedKeys: 'authenticatorCode',
      invoiceRequired: 'authenticatorCode',
      approvalAbove: 'authenticatorCode',
      approverApartDays: 'authenticatorCode',
      approverAgeDays: 'authenticatorCode',
    },
  },
})
