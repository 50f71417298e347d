import { choice, integer, money, text } from '../src/config/fields/index.ts'
import { defineResource } from '../src/config/resource.ts'
import { payoutGateway, periodCalendar, stepUp, twoStep } from './choices.ts'

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
    approvalAbove: money({ min: 0 }),
    approverApartDays: integer({ min: 0, max: 365, default: 30 }),
    approverAgeDays: integer({ min: 0, max: 365, default: 0 }),
  },
  list: { columns: ['name', 'twoStep', 'approvalAbove'], sort: ['name', 'ASC'] },
  filters: { twoStep: 'in' },
  form: {
    identity: ['name', 'calendar', 'gateway'],
    security: ['twoStep', 'stepUp', 'approvalAbove', 'approverApartDays', 'approverAgeDays'],
  },
  access: { role: 'root', options: 'user', scope: { company: 'self' } },
  checks: ['gatewayIsThere'],
  effects: {
    created: ['makePartnerLevels'],
    changed: { twoStep: ['endSessionsOfOneStep'] },
    guarded: {
      twoStep: 'authenticatorCode',
      stepUp: 'authenticatorCode',
      gateway: 'authenticatorCode',
      approvalAbove: 'authenticatorCode',
      approverApartDays: 'authenticatorCode',
      approverAgeDays: 'authenticatorCode',
    },
  },
})
