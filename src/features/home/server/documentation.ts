import { z } from 'zod'
import { digestRepetitions } from '../answers/digests.ts'
import { firstSteps, inboxKinds } from '../answers/inbox.ts'
import { day, type Descriptions, id, money } from '#engine/server/openapi/description.ts'

const totals = z.array(z.object({ currency: z.string(), value: money }))
const inbox = z
  .object({
    items: z.array(
      z.object({
        kind: z.enum(inboxKinds),
        count: z.int(),
        totals: totals.optional(),
        since: z.string().nullable().optional().describe('a day or moment'),
        until: day.optional(),
      }),
    ),
    steps: z.array(z.object({ step: z.enum(firstSteps), isDone: z.boolean() })).nullable(),
  })
  .meta({
    example: {
      items: [
        { kind: 'keyMissing', count: 3, totals: [{ currency: 'BRL', value: 512.99 }] },
        { kind: 'neverClosed', count: 2, since: '2026-11-20', until: '2026-11-21' },
      ],
      steps: null,
    },
  })
const mover = z.object({ affiliate: id, name: z.string(), currency: z.string(), value: money, before: money })

const digestChoice = z.object({
  repeats: z.enum(digestRepetitions).nullable().describe('null: never'),
  isSending: z.boolean().describe('whether this server sends e-mail'),
})
const digestStop = { tag: 'session', answer: 'text/html', refusals: [401], isOpen: true } as const

/** What the home page asks besides its report. */
export const homeDescriptions: Descriptions = {
  'GET /api/me/digest': {
    tag: 'session',
    summary: 'How often one is sent a digest by e-mail',
    answer: digestChoice,
    refusals: [401, 403],
  },
  'PUT /api/me/digest': {
    tag: 'session',
    summary:
      'Set how often; daily ones are sent from 07:00, weekly ones on Mondays, none where there is nothing to say',
    body: digestChoice.pick({ repeats: true }),
    answer: digestChoice,
    refusals: [400, 401, 403],
  },
  'GET /digest/:token': { ...digestStop, summary: 'The page that asks whether to end the digests of an e-mail' },
  'POST /digest/:token': { ...digestStop, summary: 'End them, without signing in (RFC 8058)' },
  'GET /api/dashboard/inbox': {
    tag: 'dashboard',
    summary: 'What waits for oneself, as far as one may see it, with money and age; the first steps until all are done',
    answer: inbox,
    refusals: [401],
  },
  'GET /api/dashboard/movers': {
    tag: 'dashboard',
    summary: 'Who earned most this month, and whose earnings fell most against the same days of the month before',
    answer: z.object({ from: day, to: day, top: z.array(mover), falling: z.array(mover) }),
    refusals: [401, 403],
  },
}
