import { z } from 'zod'
import { type Descriptions, id, moment } from '#engine/server/openapi/description.ts'

const item = z
  .object({
    id,
    object: z.string(),
    record: id,
    name: z.string().nullable(),
    removedAt: moment,
    removedBy: z.string().nullable(),
    goneAt: moment,
  })
  .meta({
    example: {
      id: 5,
      object: 'campaign',
      record: 12,
      name: 'Autumn',
      removedAt: '2026-11-23T10:00:00.000Z',
      removedBy: 'Ana',
      goneAt: '2026-12-23T10:00:00.000Z',
    },
  })

/** What was removed, and how it comes back. */
export const trashDescriptions: Descriptions = {
  'GET /api/trash': {
    tag: 'trash',
    summary: 'What was removed in the last 30 days: root sees all, others what they removed themselves',
    answer: z.array(item),
    refusals: [401],
  },
  'POST /api/trash/:id/restore': {
    tag: 'trash',
    summary: 'Brings a record back as it was, with its id, version, history and notes; answers the record',
    body: z.object({}),
    answer: z.record(z.string(), z.unknown()),
    refusals: [400, 401, 404, 409],
  },
}
