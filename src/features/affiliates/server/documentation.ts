import { z } from 'zod'
import { type Descriptions, moment } from '#engine/server/openapi/description.ts'

const exampleDeclaration = {
  affiliate: 'af1x9k2m4p6q8r0t3v5w7y',
  address: 'https://nina.example/',
  kind: 'website',
  language: 'pt',
  usage: 'Reviews of odds, with a banner on each page',
  declaredAt: '2026-11-20T12:00:00.000Z',
}

const declaration = z.object({
  affiliate: z.string().describe("the affiliate's public code"),
  address: z.string(),
  kind: z.string(),
  language: z.string().nullable(),
  usage: z.string(),
  declaredAt: moment,
})

const redacted = z.boolean().describe('what tells of a person was taken out of it; the digest is of what stood there')

const suspension = z.object({
  isSuspended: z.boolean(),
  isBanned: z.boolean(),
  links: z.int().describe('how many links it is about: its own, or those below it'),
  suspensions: z.array(
    z.object({
      reason: z.string(),
      isBan: z.boolean().describe('for good'),
      startedAt: moment,
      startedBy: z.string(),
      endedAt: moment.nullable(),
      endedBy: z.string().nullable(),
      endReason: z.string().nullable(),
    }),
  ),
})

const decisions = z
  .object({
    decisions: z.array(
      z.object({
        id: z.int(),
        declaration,
        digest: z.string().describe('SHA-256 of the declaration as canonical JSON (names in order, no spaces)'),
        redacted,
        decision: z.enum(['approved', 'refused']),
        decidedAt: moment,
        reason: z.string().nullable(),
        decidedBy: z.string().optional(),
        declaredBy: z.string().nullable().optional(),
      }),
    ),
  })
  .meta({
    example: {
      decisions: [
        {
          id: 2,
          declaration: exampleDeclaration,
          digest: 'b2c1a9d0e3f4b5a697887960514233241506f7e8d9cabbac9d8e7f6051423324',
          redacted: false,
          decision: 'approved',
          decidedAt: '2026-11-21T09:30:00.000Z',
          reason: null,
          decidedBy: 'Ana',
          declaredBy: 'Nina',
        },
      ],
    },
  })

const proof = z
  .object({
    declaration,
    digest: z.string().describe('SHA-256 of the declaration as canonical JSON'),
    redacted,
    line: z.string().describe('the leaf of the log: what the line says and what it commits to'),
    salt: z.string().describe("of the line's first change, the digest of the declaration"),
    index: z.int(),
    path: z.array(z.string()).describe('from the line to the root (RFC 6962), in base64'),
    head: z.string().describe('the signed head of the log'),
  })
  .meta({
    example: {
      declaration: exampleDeclaration,
      digest: 'b2c1a9d0e3f4b5a697887960514233241506f7e8d9cabbac9d8e7f6051423324',
      redacted: false,
      line: '{…}',
      salt: 'c2FsdA',
      index: 41,
      path: [],
      head: 'log.example\n…',
    },
  })

const refusals = [400, 401, 403, 404, 409, 422]

/** What was decided about sites and profiles of affiliates, and suspensions. */
export const siteDescriptions: Descriptions = {
  'GET /api/affiliateSite/:id/decision': {
    tag: 'affiliateSite',
    summary: 'What was decided about a site and when, each with what was declared, the newest first',
    answer: decisions,
    refusals: [401, 403, 404],
  },
  'GET /api/affiliateSite/:id/proof': {
    tag: 'affiliateSite',
    summary: 'The last approval of a site, with what leads from its line of the log to the signed head',
    answer: proof,
    refusals: [401, 403, 404, 409],
  },
  'GET /api/portal/site/:id/decision': {
    tag: 'portal',
    summary: "What was decided about a site of the affiliate's own",
    answer: decisions,
    refusals: [401, 403, 404],
  },
  ...Object.fromEntries(
    (['affiliate', 'partner'] as const).map((tag) => [
      `POST /api/${tag}/:id/ban`,
      {
        tag,
        summary:
          'Suspend for good: its e-mail addresses, documents and payment keys are rejected in applications and new records',
        body: z.object({ reason: z.string() }),
        answer: suspension,
        refusals,
      },
    ]),
  ),
  ...Object.fromEntries(
    (['affiliate', 'action', 'campaign', 'partner'] as const).flatMap((tag) => [
      [
        `POST /api/${tag}/:id/suspend`,
        {
          tag,
          summary: 'Suspend at once, with a reason',
          body: z.object({ reason: z.string() }),
          answer: suspension,
          refusals,
        },
      ],
      [
        `POST /api/${tag}/:id/resume`,
        { tag, summary: 'End the suspension', body: z.object({ reason: z.string() }), answer: suspension, refusals },
      ],
      [
        `GET /api/${tag}/:id/suspension`,
        {
          tag,
          summary: 'When and why it was suspended, the newest first',
          answer: suspension,
          refusals: [401, 403, 404],
        },
      ],
    ]),
  ),
}
