import { choice, date, moment, reference, text } from '#engine/declaration/fields/index.ts'
import { defineResource } from '#engine/declaration/resource.ts'
import { periodState } from './choices.ts'

/** Days whose amounts one person checks and another locks; what comes later is posted to the open period. */
export const period = defineResource({
  name: 'period',
  feature: 'periods',
  path: '/financial/period',
  title: 'from',
  titled: ['company', 'from', 'to'],
  fields: {
    company: reference('company', { own: true, createOnly: true, removedWith: true }),
    from: date({ required: true, createOnly: true }),
    to: date({ required: true, createOnly: true }),
    state: choice(periodState, { readOnly: true }),
    checkedBy: text({ max: 254, readOnly: true }),
    checkedAt: moment({ readOnly: true }),
    lockedBy: text({ max: 254, readOnly: true }),
    lockedAt: moment({ readOnly: true }),
    reopenReason: text({ max: 300, readOnly: true }),
  },
  checks: ['newPeriod'],
  list: { columns: ['from', 'to', 'company', 'state', 'checkedBy', 'lockedBy'], sort: ['from', 'DESC'] },
  filters: { company: 'in', state: 'in', from: 'range', to: 'range' },
  form: { days: ['company', 'from', 'to'] },
  access: { role: 'financial', update: 'nobody', remove: 'nobody', scope: { company: 'company' } },
})
