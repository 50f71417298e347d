import { z } from 'zod'
import { type Descriptions, id, moment } from '#engine/server/openapi/description.ts'

const token = z.string().describe('what stands behind # in the link')

const kind = z.enum(['accessKey', 'person', 'authenticator', 'paymentKey', 'email'])
const change = z.object({
  id,
  kind,
  label: z.string().nullable().describe('what the key or person is called'),
  at: moment,
  isByStaff: z.boolean(),
  by: z.string().nullable().describe('who did it; null for the affiliate'),
  mail: z
    .enum(['sent', 'waiting', 'failed', 'off'])
    .describe('whether the affiliate was told by e-mail; off where no mail server is set up'),
  stoppedAt: moment.nullable(),
})

/** How an affiliate's people come to a password, and what an affiliate is told of its access. */
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
  'GET /api/company/:id/feature': {
    tag: 'company',
    summary: 'The features that cannot be switched off now, each with the code of what still counts (root)',
    answer: z.array(z.object({ name: z.string(), code: z.string() })),
    refusals: [401, 403],
  },
  'GET /api/affiliate/:id/access_change': {
    tag: 'affiliate',
    summary:
      'What changed in who may sign in for the affiliate and in where it is paid to, newest first, and whether it was told',
    answer: z.array(change),
    refusals: [401, 403, 404],
  },
  'POST /api/access_change/read': {
    tag: 'session',
    summary: 'What the link in a mail about a change stops',
    body: z.object({ token }),
    answer: z.object({
      kind,
      label: z.string().nullable(),
      at: moment,
      isStopped: z.boolean(),
      company: z.string().nullable(),
    }),
    refusals: [400, 429],
    isOpen: true,
  },
  'POST /api/access_change/stop': {
    tag: 'session',
    summary:
      'Stops the change: the key ends, the person is suspended, the payment key and e-mail become what they were and payments wait',
    body: z.object({ token }),
    answer: z.object({ done: z.literal(true) }),
    refusals: [400, 429],
    isOpen: true,
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
