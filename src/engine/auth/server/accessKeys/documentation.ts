import { z } from 'zod'
import { keyScope } from '#resources/choices.ts'
import { type Description, type Descriptions, id, moment } from '#engine/server/openapi/description.ts'

const proof = z.object({
  totp: z.string().optional().describe('the code that the authenticator shows now, from everybody who has one'),
})
const scope = z
  .enum(keyScope.values)
  .describe(
    'reports: opens reports in addresses and nothing else; api: reads what /docs/affiliate describes, with Authorization: Bearer; signIn: is taken by POST /login/affiliate and /login/partner, and such a session changes neither where money goes nor who may sign in, an authenticator or a key (403 personal_sign_in_required). api and signIn are made only by who may read entries and payments themselves (403 key_opens_more)',
  )
const ends = moment
  .nullable()
  .optional()
  .describe('by itself after 180 days, or as many as the company of the owner says, which is then the latest end')
const wanted = proof
  .extend({
    label: z.string().describe('80 characters at most'),
    scope: scope.optional().default('reports'),
    expiresAt: ends,
  })
  .meta({ example: { label: 'Website', scope: 'reports', expiresAt: '2099-12-31T23:59:59Z' } })
const rotated = proof.extend({ scope: scope.optional(), expiresAt: ends })
const key = z.object({
  id,
  hint: z.string().describe('its last characters'),
  label: z.string(),
  scope,
  isEarlier: z.boolean().describe('made before keys had scopes: opens reports too, until it is rotated'),
  createdAt: moment,
  expiresAt: moment.nullable(),
  lastUsedAt: moment.nullable(),
})
const made = key.extend({ key: z.string().describe('in full, this once') })

const ofOwner = (owner: string): Descriptions => {
  const described = (
    description: Omit<Description, 'tag' | 'refusals'>,
    more: readonly number[] = [],
  ): Description => ({ tag: owner, refusals: [...more, 401, 403, 404], ...description })
  return {
    [`POST /api/${owner}/:id/access_key`]: described(
      {
        summary: `Makes an access key of the ${owner}: good for what its scope says, and shown this once`,
        body: wanted,
        answer: made,
      },
      [400, 422],
    ),
    [`GET /api/${owner}/:id/access_key`]: described({
      summary: `The access keys of the ${owner} that were not ended, newest first, without the keys themselves`,
      answer: z.array(key),
    }),
    [`GET /api/${owner}/:id/access_key/scope`]: described({
      summary: `Which keys of the ${owner} one may make, and the code of the refusal of each other`,
      answer: z.array(z.object({ scope, refusal: z.string().nullable() })),
    }),
    [`DELETE /api/${owner}/:id/access_key/:keyId`]: described({
      summary: 'Ends an access key and the sessions it opened, at once',
      answer: key,
    }),
    [`POST /api/${owner}/:id/access_key/:keyId/rotate`]: described(
      {
        summary:
          'Makes a key of the same label, scope and end, where no others are given, and ends the old one with its sessions, both or neither; one of before scopes becomes one for reports',
        body: rotated,
        answer: made,
      },
      [400, 422],
    ),
  }
}

/** The access keys of affiliates and partners. */
export const accessKeyDescriptions: Descriptions = { ...ofOwner('affiliate'), ...ofOwner('partner') }
