import type { FastifySchema } from 'fastify'
import { z } from 'zod'

const moment = z.string().describe('ISO 8601, UTC')

const keptList = z.object({
  columns: z.array(z.string()).optional(),
  sort: z.object({ field: z.string(), order: z.enum(['ASC', 'DESC']) }).optional(),
  perPage: z.int().optional(),
})
const user = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string().nullable().describe('null where a key signed in'),
  company: z.object({ id: z.int(), name: z.string() }).nullable(),
  roles: z.array(z.string()),
  root: z.boolean(),
  profile: z.string().nullable(),
  allowedBrands: z.array(z.int()),
  partner: z.int().nullable(),
  affiliate: z.int().optional().describe("in an affiliate's own session"),
  affiliateUser: z.int().optional().describe('which of its people signed in; absent where its key did'),
  viewedBy: z
    .string()
    .optional()
    .describe('who of the staff looks at the pages of the affiliate; such a session only reads'),
  settings: z.object({
    language: z.string().nullable(),
    layout: z.record(z.string(), z.unknown()),
    lists: z.record(z.string(), keptList).optional().describe('by entity; in `GET /api/me`'),
  }),
})
/** An open session with its tokens. */
export const session = z.object({
  codResposta: z.literal(200),
  accessToken: z.string(),
  accessExpiresAt: moment,
  refreshToken: z.string(),
  refreshExpiresAt: moment,
  user,
})
const secondStep = z.object({
  codResposta: z.literal([209, 210]),
  accessToken: z.string().describe('good for the second step only'),
  accessExpiresAt: moment,
  otpauthUrl: z.string().optional(),
})
const error = z.object({ code: z.string(), message: z.string(), errors: z.record(z.string(), z.unknown()).optional() })
const twoStep = z.object({ isConfirmed: z.boolean(), isLocked: z.boolean(), otpauthUrl: z.string().optional() })
const program = z
  .object({ name: z.string(), scopes: z.array(z.string()) })
  .nullable()
  .describe('the program that was let in and holds the tokens; null for the pages')
const ownSession = z.object({
  id: z.string(),
  createdAt: moment,
  lastSeenAt: moment,
  expiresAt: moment,
  userAgent: z.string(),
  address: z.string(),
  program,
  isCurrent: z.boolean(),
})
const userSession = z.object({
  id: z.string(),
  createdAt: moment,
  lastUsedAt: moment,
  expiresAt: moment,
  address: z.string(),
  userAgent: z.string(),
  program,
  secondStep: z.boolean().describe('a code was given at the sign-in'),
  isCurrent: z.boolean(),
})
const texts = (names: readonly string[]) => z.object(Object.fromEntries(names.map((name) => [name, z.string()])))

/**
 * What each route says of itself in the OpenAPI document. What a body may be is decided where it is read, so that each
 * field has its own message.
 */
function describe({
  summary,
  body,
  answer,
  isOpen = false,
  refusals,
}: {
  summary: string
  body?: z.ZodType
  answer: z.ZodType
  isOpen?: boolean
  refusals: readonly number[]
}): FastifySchema {
  const refused = Object.fromEntries(refusals.map((status) => [status, error]))
  return {
    tags: ['session'],
    summary,
    ...(isOpen ? { security: [] } : {}),
    ...(body ? { body } : {}),
    response: { 200: answer, ...refused },
  } as FastifySchema
}

/** The documentation of every route of signing in. */
export const documentation = {
  login: describe({
    summary: 'Sign in with e-mail and password',
    body: texts(['email', 'password']),
    answer: z.union([session, secondStep]),
    isOpen: true,
    refusals: [400, 403, 429],
  }),
  loginAffiliate: describe({
    summary:
      'Sign in with an access key of an affiliate, as token: a session of its own part of what is declared for it',
    body: texts(['token']),
    answer: z.union([session, secondStep]),
    isOpen: true,
    refusals: [400, 429],
  }),
  loginPartner: describe({
    summary: 'Sign in with an access key of a partner, as token',
    body: texts(['token']),
    answer: z.union([session, secondStep]),
    isOpen: true,
    refusals: [400, 429],
  }),
  secondStep: describe({
    summary: 'Complete a sign-in with a code of the authenticator',
    body: texts(['totp', 'accessToken']),
    answer: session,
    isOpen: true,
    refusals: [400, 401, 403],
  }),
  refresh: describe({
    summary: 'New tokens; the refresh token given is dead',
    body: texts(['refreshToken']),
    answer: session,
    isOpen: true,
    refusals: [400, 401, 403],
  }),
  logout: describe({ summary: 'End the session', answer: z.object({}), refusals: [401, 403] }),
  readTwoStep: describe({
    summary:
      'How far two-step is; with the address for the authenticator while it is not confirmed and the sign-in was within ten minutes',
    answer: twoStep,
    refusals: [401, 403, 404],
  }),
  setUpTwoStep: describe({
    summary: 'The same, with the address, later than ten minutes after the sign-in: by the present password',
    body: texts(['currentPassword']),
    answer: twoStep,
    refusals: [400, 401, 403, 429],
  }),
  readHoldersTwoStep: describe({
    summary: 'How far the two-step of who is no user is (root)',
    answer: twoStep,
    refusals: [401, 403, 404],
  }),
  confirmTwoStep: describe({
    summary: 'Turn two-step on with the first code',
    body: texts(['totp']),
    answer: twoStep,
    refusals: [400, 401, 403, 409],
  }),
  unlockTwoStep: describe({
    summary: "Clear a user's lock and enrolment (root)",
    answer: twoStep,
    refusals: [401, 403, 404],
  }),
  unlockHolder: describe({
    summary: 'Clear lock and enrolment of who is no user (root)',
    answer: twoStep,
    refusals: [401, 403, 404],
  }),
  me: describe({ summary: 'Who is signed in', answer: user, refusals: [401, 403] }),
  preferences: describe({
    summary:
      'Keep language, layout and how lists look with the user; of lists only what is given changes, null forgets',
    body: z.object({
      language: z.string().optional(),
      layout: z.record(z.string(), z.unknown()).optional(),
      lists: z.record(z.string(), z.record(z.string(), z.unknown())).optional(),
    }),
    answer: user.shape.settings,
    refusals: [400, 401, 403],
  }),
  changePassword: describe({
    summary: "Change one's own password; one's other sessions end",
    body: texts(['currentPassword', 'password', 'passwordConfirmation']).extend({
      totp: z.string().optional().describe("the authenticator's code, of whoever has one"),
    }),
    answer: z.object({}),
    refusals: [400, 401, 403, 429],
  }),
  listSessions: describe({ summary: "One's own open sessions", answer: z.array(ownSession), refusals: [401, 403] }),
  revokeSession: describe({
    summary: "End one of one's own sessions",
    answer: z.object({ id: z.string() }),
    refusals: [401, 403, 404],
  }),
  listUserSessions: describe({
    summary: 'The open sessions of somebody who signs in, for whoever looks after them',
    answer: z.array(userSession),
    refusals: [400, 401, 403, 404],
  }),
  endUserSession: describe({
    summary: 'End a session of somebody',
    answer: z.object({ id: z.string() }),
    refusals: [400, 401, 403, 404],
  }),
  endUserSessions: describe({
    summary: 'End all sessions of somebody',
    answer: z.object({ ended: z.int() }),
    refusals: [400, 401, 403, 404],
  }),
} as const
