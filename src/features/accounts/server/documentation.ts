import { z } from 'zod'
import { type Descriptions, moment } from '#engine/server/openapi/description.ts'

const token = z.string().describe('what stands behind # in the link')

/** How an affiliate's people come to a password. */
export const peopleDescriptions: Descriptions = {
  'POST /api/affiliateUser/:id/invite': {
    tag: 'affiliateUser',
    summary: 'Makes the link by which the person sets a password, once; links made before are good no more',
    body: z.object({
      totp: z.string().optional().describe('the code of the authenticator, from everybody who has one'),
    }),
    answer: z.object({
      link: z.string().describe('in full, this once'),
      expiresAt: moment,
      isMailed: z.boolean().nullable().describe('whether the mail server took it; null where none is set up'),
    }),
    refusals: [400, 401, 403, 404, 409, 422],
  },
  'POST /api/invitation/read': {
    tag: 'session',
    summary: 'Whom the link of an invitation lets in',
    body: z.object({ token }),
    answer: z.object({ email: z.string(), name: z.string(), company: z.string().nullable() }),
    refusals: [400, 429],
    isOpen: true,
  },
  'POST /api/invitation/accept': {
    tag: 'session',
    summary: 'Sets the password of whom the link lets in, once, and ends their sessions',
    body: z.object({ token, password: z.string(), passwordConfirmation: z.string() }),
    answer: z.object({ email: z.string() }),
    refusals: [400, 429],
    isOpen: true,
  },
}
