import type { ResourceMessages } from '../messages.ts'

/** What the logs are called, in English: what was done, and who read what is personal. */
export const logs: Pick<ResourceMessages, 'activityLog' | 'personalRead'> = {
  activityLog: {
    name: 'Activity log |||| Activity log',
    empty: 'Everything that is done here leaves a line.',
    fields: {
      at: 'When',
      user: 'User',
      actor: 'Who',
      method: 'Method',
      url: 'Address called',
      operation: 'Operation',
      object: 'Object',
      objectId: 'Record',
      batch: 'Batch',
      address: 'From',
      changes: 'Changes',
    },
    items: { changes: { field: 'Field', before: 'Before', after: 'After' } },
    sections: { event: 'Event' },
  },
  personalRead: {
    name: 'Read of personal data |||| Reads of personal data',
    empty: 'Who opens a record, a list or a file with personal data is noted here.',
    fields: {
      at: 'When',
      user: 'User',
      reader: 'Who',
      how: 'How',
      object: 'Object',
      objectId: 'Record',
      records: 'Records read',
      address: 'From',
    },
    sections: { read: 'Read' },
  },
}
