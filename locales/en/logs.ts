import type { ResourceMessages } from '../messages.ts'

/** What the logs are called, in English: what was done, and who read what is personal. */
export const logs: Pick<ResourceMessages, 'activityLog' | 'personalRead'> = {
  activityLog: {
    name: 'Activity log |||| Activity log',
    empty: 'Every action in the back office is recorded here.',
    fields: {
      at: 'When',
      user: 'User',
      actor: 'Who',
      method: 'Method',
      url: 'URL',
      operation: 'Operation',
      object: 'Object',
      objectId: 'Record',
      batch: 'Batch',
      batchSize: 'Lines of the batch',
      continues: 'Continues a batch',
      address: 'IP address',
      changes: 'Changes',
    },
    items: { changes: { field: 'Field', before: 'Before', after: 'After' } },
    sections: { event: 'Event' },
  },
  personalRead: {
    name: 'Personal data access |||| Personal data access',
    empty: 'Shows who opened records, lists or files with personal data.',
    fields: {
      at: 'When',
      user: 'User',
      reader: 'Who',
      how: 'How',
      object: 'Object',
      objectId: 'Record',
      records: 'Records read',
      address: 'IP address',
    },
    sections: { read: 'Read' },
  },
}
