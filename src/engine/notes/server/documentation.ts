import { z } from 'zod'
import { resources } from '#resources/index.ts'
import { waitingKinds } from '../answers/notes.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { day, type Descriptions, id, moment, money } from '#engine/server/openapi/description.ts'

const colleague = z.object({ id, name: z.string() })
const note = z.object({
  id,
  text: z.string(),
  author: z.string(),
  at: moment,
  isOwn: z.boolean().describe('whether one may take it away'),
  mentions: z.array(colleague),
  files: z.array(z.object({ id, name: z.string() })),
  task: z
    .object({
      for: id.nullable(),
      name: z.string(),
      due: day.nullable(),
      doneAt: moment.nullable(),
      doneBy: z.string().nullable(),
    })
    .nullable(),
  shared: z.boolean().describe('whether whom the record belongs to reads it'),
  question: z
    .object({ answeredAt: moment.nullable() })
    .nullable()
    .describe('of what was asked by whom the record belongs to'),
})
const notes = z
  .object({
    notes: z.array(note),
    colleagues: z.array(colleague),
    sharedWith: z.string().nullable().describe('who reads what is shared'),
  })
  .meta({
    example: {
      notes: [
        {
          id: 12,
          text: '@Ana the contract is signed',
          author: 'Bruno',
          at: '2026-11-23T10:00:00.000Z',
          isOwn: true,
          mentions: [{ id: 3, name: 'Ana' }],
          files: [{ id: 4, name: 'contract.pdf' }],
          task: { for: 3, name: 'Ana', due: '2026-11-30', doneAt: null, doneBy: null },
          shared: false,
          question: null,
        },
      ],
      colleagues: [{ id: 3, name: 'Ana' }],
      sharedWith: 'Nina',
    },
  })
const written = z.object({
  text: z.string().max(4000),
  shared: z
    .boolean()
    .optional()
    .describe('whom the record belongs to reads it; it names no colleague, and answers what was asked'),
  mentions: z.array(id).max(20).optional(),
  taskFor: id.optional().describe('who is to do it'),
  due: day.optional(),
  files: z
    .array(z.object({ name: z.string(), content: z.string().describe('base64, half a megabyte at most') }))
    .max(4)
    .optional(),
})
const waiting = z.object({
  counts: z.object(Object.fromEntries(waitingKinds.map((kind) => [kind, z.int()]))),
  items: z.array(
    z.object({
      kind: z.enum(waitingKinds),
      object: z.string(),
      record: id,
      name: z.string(),
      note: id.optional(),
      text: z.string().optional(),
      by: z.string().nullable(),
      at: moment,
      due: day.nullable().optional(),
      value: money.optional(),
      currency: z.string().optional(),
    }),
  ),
})
const refusals = [400, 401, 403, 404] as const

function ofRecords(name: string): Descriptions {
  const path = `/api/${name}/:id/note`
  return {
    [`GET ${path}`]: {
      tag: name,
      summary: 'Notes on it, the newest first, and who can be mentioned',
      answer: notes,
      refusals,
    },
    [`POST ${path}`]: { tag: name, summary: 'Writes a note on it', body: written, answer: notes, refusals },
    [`POST ${path}/:noteId/done`]: {
      tag: name,
      summary: 'Says that a task is done, or that a question needs no answer',
      body: z.object({ done: z.boolean().optional() }),
      answer: notes,
      refusals,
    },
    [`DELETE ${path}/:noteId`]: { tag: name, summary: 'Takes a note of one’s own away', answer: notes, refusals },
    [`GET ${path}/:noteId/file/:fileId`]: {
      tag: name,
      summary: 'A file of a note',
      answer: 'application/octet-stream',
      refusals,
    },
  }
}

/** Notes on records, and what waits for whoever is signed in. */
export const noteDescriptions: Descriptions = {
  ...Object.assign(
    {},
    ...(Object.values(resources) as unknown as AnyResource[])
      .filter((resource) => resource.notes)
      .map(({ name }) => ofRecords(name)),
  ),
  'GET /api/me/waiting': {
    tag: 'session',
    summary: 'What waits for oneself: notes that mention one, tasks, what one may approve, questions of affiliates',
    answer: waiting,
    refusals: [401, 403],
  },
  'POST /api/me/waiting/seen': {
    tag: 'session',
    summary: 'Says that one has seen what mentions one, on a record or everywhere',
    body: z.object({ object: z.string().optional(), record: id.optional() }),
    answer: z.object({ done: z.literal(true) }),
    refusals: [400, 401, 403],
  },
}
