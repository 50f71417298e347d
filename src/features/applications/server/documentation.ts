import { z } from 'zod'
import { duplicateFields } from '../answers/applications.ts'
import { applicationStates } from '#rules/applications.ts'
import { type Description, type Descriptions, id, moment } from '#engine/server/openapi/description.ts'

const files = z
  .array(z.object({ name: z.string(), content: z.string().describe('base64') }))
  .optional()
  .describe('PDF, PNG or JPEG; 4 at most, 512 KB each')
const done = z.object({ done: z.literal(true) })
const token = z.string().describe('what stands behind # in the link')
const decided = z.object({
  affiliate: id.nullable(),
  link: z.string().nullable().describe('in full, this once'),
  expiresAt: moment.nullable(),
  isMailed: z.boolean().nullable().describe('whether the mail server took it; null where none is set up'),
})

const ofStaff = (description: Pick<Description, 'summary' | 'answer' | 'body'>): Description => ({
  tag: 'application',
  refusals: [400, 401, 403, 404, 409, 422],
  ...description,
})
const open = (description: Pick<Description, 'summary' | 'answer' | 'body' | 'refusals'>): Description => ({
  tag: 'application',
  isOpen: true,
  ...description,
})

/** How somebody becomes an affiliate: the public page of a brand, and what staff do about it. */
export const applicationDescriptions: Descriptions = {
  'GET /api/apply/:slug': open({
    summary: 'What the public page of a brand shows to whoever wants to become its affiliate',
    answer: z.object({
      brand: z.string(),
      company: z.string(),
      country: z.string().describe('of the company, two letters'),
      terms: z.object({ id, name: z.string(), text: z.string() }).nullable().describe('have to be accepted'),
    }),
    refusals: [404],
  }),
  'POST /api/apply/:slug': open({
    summary: 'Apply to become an affiliate of a brand; the answer is the same whoever is known already',
    body: z.object({
      name: z.string(),
      email: z.string(),
      phone: z.string(),
      country: z.string().optional().describe('two letters; by itself that of the company'),
      cpf: z.string().optional().describe('of Brazil'),
      taxNumber: z.string().optional().describe('of any other country'),
      how: z.string(),
      sites: z.array(z.object({ address: z.string() })).optional(),
      language: z.string().optional(),
      terms: id.nullable().optional().describe('the terms in force, where there are some'),
      files,
    }),
    answer: done,
    refusals: [400, 404, 413, 429],
  }),
  'POST /api/apply/link/read': open({
    summary: 'What staff ask an applicant, by the private link',
    body: z.object({ token }),
    answer: z.object({ name: z.string(), brand: z.string(), question: z.string() }),
    refusals: [400, 429],
  }),
  'POST /api/apply/link/answer': open({
    summary: 'Answer what staff ask, once',
    body: z.object({ token, answer: z.string(), files }),
    answer: done,
    refusals: [400, 413, 429],
  }),
  'GET /api/application/:id/duplicates': ofStaff({
    summary: 'Affiliates and applications that say the same, of those whom the caller sees',
    answer: z.array(
      z.object({
        object: z.enum(['affiliate', 'application']),
        id,
        name: z.string(),
        state: z.enum(applicationStates).nullable(),
        on: z.array(z.enum(duplicateFields)),
      }),
    ),
  }),
  'POST /api/application/:id/ask': ofStaff({
    summary: 'Ask the applicant something, who answers by a private link',
    body: z.object({ question: z.string() }),
    answer: decided,
  }),
  'POST /api/application/:id/decline': ofStaff({
    summary: 'Refuse an application, for a reason that stays with it',
    body: z.object({ reason: z.string() }),
    answer: decided,
  }),
  'POST /api/application/:id/approve': ofStaff({
    summary: 'Make the affiliate with what was declared, and the invitation of the applicant',
    body: z.object({
      rewardProfile: id,
      brands: z.array(id).optional().describe('the brand that was applied for where nothing is said'),
      partner: id.optional(),
      invites: z.boolean().optional(),
      totp: z.string().optional().describe('the code of the authenticator, from everybody who has one'),
    }),
    answer: decided,
  }),
}
