import { z } from 'zod'
import { type Description, type Descriptions, id, moment } from '#engine/server/openapi/description.ts'

const proof = z.object({
  totp: z.string().optional().describe('the code that the authenticator shows now, from everybody who has one'),
})
const wanted = proof
  .extend({ label: z.string().describe('80 characters at most'), expiresAt: moment.nullable().optional() })
  .meta({ example: { label: 'Website', expiresAt: '2099-12-31T23:59:59Z' } })
const key = z.object({
  id,
  hint: z.string().describe('its last characters'),
  label: z.string(),
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
        summary: `Makes an access key of the ${owner}: it opens public reports${owner === 'partner' ? ' and signs in' : ''}, and is shown this once`,
        body: wanted,
        answer: made,
      },
      [400, 422],
    ),
    [`GET /api/${owner}/:id/access_key`]: described({
      summary: `The access keys of the ${owner} that were not ended, newest first, without the keys themselves`,
      answer: z.array(key),
    }),
    [`DELETE /api/${owner}/:id/access_key/:keyId`]: described({
      summary: 'Ends an access key and the sessions it opened, at once',
      answer: key,
    }),
    [`POST /api/${owner}/:id/access_key/:keyId/rotate`]: described(
      {
        summary: 'Makes a key of the same label and ends the old one with its sessions, both or neither',
        body: proof,
        answer: made,
      },
      [400, 422],
    ),
  }
}

/** The access keys of affiliates and partners. */
export const accessKeyDescriptions: Descriptions = { ...ofOwner('affiliate'), ...ofOwner('partner') }
