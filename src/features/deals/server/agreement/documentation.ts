import { z } from 'zod'
import { day, type Descriptions, id, moment } from '#engine/server/openapi/description.ts'

/** Terms as an affiliate reads them. */
export const ownTerms = z
  .object({
    id,
    name: z.string(),
    number: z.int().describe('one after the other, of the company'),
    holdsFrom: day,
    text: z.string(),
    acceptedAt: moment.nullable().describe('null while the affiliate has not'),
  })
  .meta({
    example: {
      id: 3,
      name: 'Terms of November',
      number: 2,
      holdsFrom: '2026-11-01',
      text: 'What the profile says is what is paid.',
      acceptedAt: null,
    },
  })
const affiliateToken = z.string().max(64).describe('an access key of the affiliate')

const accepted = z.array(
  z
    .object({
      version: z.int().describe('of the rule, as its history names it'),
      affiliate: id,
      name: z.string(),
      terms: z.string(),
      number: z.int(),
      acceptedAt: moment,
    })
    .meta({
      example: {
        version: 12,
        affiliate: 7,
        name: 'Otávio',
        terms: 'Terms of November',
        number: 2,
        acceptedAt: '2026-11-03T12:00:00.000Z',
      },
    }),
)
const acceptedOf = (tag: string) => ({
  tag,
  summary: 'Which affiliates accepted terms while which version held for them, the newest first, 1,000 at most',
  answer: accepted,
  refusals: [401, 403, 404],
})

/** What an affiliate does with terms by its own key, and who accepted what. */
export const termsDescriptions: Descriptions = {
  'GET /api/terms/in_force': {
    tag: 'terms',
    summary: 'The terms in force for the affiliate of an access key, and when it accepted them',
    isOpen: true,
    query: z.object({ affiliateToken }),
    answer: z.object({ terms: ownTerms.nullable().describe('null where its company has none') }),
    refusals: [400, 401, 429],
  },
  'GET /api/reward/:id/accepted': acceptedOf('reward'),
  'GET /api/rewardProfile/:id/accepted': acceptedOf('rewardProfile'),
  'POST /api/terms/:id/accept': {
    tag: 'terms',
    summary: 'The affiliate of an access key accepts terms, once',
    isOpen: true,
    body: z.object({ affiliateToken }),
    answer: ownTerms,
    refusals: [400, 401, 404, 409, 422, 429],
  },
}
