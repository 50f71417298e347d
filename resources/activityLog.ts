import { computed, list, moment, reference, text } from '#engine/declaration/fields/index.ts'
import { defineResource } from '#engine/declaration/resource.ts'

/** What was done, by whom, when and from where, field by field. Only ever added to. */
export const activityLog = defineResource({
  name: 'activityLog',
  path: '/management/sys_activity_log',
  title: 'operation',
  nature: 'log',
  titled: ['operation', 'object', 'objectId', 'at'],
  fields: {
    at: moment({ readOnly: true }),
    user: reference('user', { readOnly: true }),
    actor: text({ max: 120, readOnly: true, search: true }),
    method: text({ max: 10, readOnly: true }),
    url: text({ max: 300, readOnly: true, search: true }),
    operation: text({ max: 60, readOnly: true }),
    object: text({ max: 60, readOnly: true }),
    objectId: text({ max: 60, readOnly: true, search: true }),
    batch: text({ max: 60, readOnly: true }),
    batchSize: computed('batchSize', { as: 'integer', reads: [] }),
    continues: computed('continuesBatch', { as: 'boolean', reads: [] }),
    address: text({ max: 60, readOnly: true }),
    changes: list({ field: text(), before: text(), after: text() }, { readOnly: true, search: true }),
  },
  list: {
    columns: ['at', 'actor', 'operation', 'object', 'objectId', 'method', 'url', 'address'],
    sort: ['at', 'DESC'],
  },
  filters: {
    at: 'range',
    user: 'in',
    operation: 'equals',
    object: 'equals',
    objectId: 'equals',
    method: 'equals',
    batch: 'equals',
    continues: 'equals',
    changes: 'contains',
  },
  form: { event: [] },
  access: { role: 'root', create: 'nobody', update: 'nobody', remove: 'nobody', scope: 'everyone' },
})
