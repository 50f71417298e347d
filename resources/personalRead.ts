import { choice, integer, moment, reference, text } from '#engine/declaration/fields/index.ts'
import { defineResource } from '#engine/declaration/resource.ts'
import { readHow } from './choices.ts'

/** Who read personal data: which record, or how many of a list, when and from where. Written by the server alone. */
export const personalRead = defineResource({
  name: 'personalRead',
  path: '/management/personal_read',
  title: 'reader',
  titled: ['reader', 'object', 'objectId', 'at'],
  fields: {
    at: moment({ readOnly: true }),
    user: reference('user', { readOnly: true }),
    reader: text({ max: 254, readOnly: true }),
    how: choice(readHow, { readOnly: true }),
    object: text({ max: 60, readOnly: true }),
    objectId: text({ max: 60, readOnly: true }),
    records: integer({ readOnly: true }),
    address: text({ max: 60, readOnly: true }),
  },
  list: { columns: ['at', 'reader', 'how', 'object', 'objectId', 'records', 'address'], sort: ['at', 'DESC'] },
  filters: { at: 'range', user: 'in', how: 'in', object: 'equals', objectId: 'equals' },
  form: { read: [] },
  access: { role: 'root', create: 'nobody', update: 'nobody', remove: 'nobody', scope: 'everyone' },
})
