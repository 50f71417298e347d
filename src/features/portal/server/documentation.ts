import { z } from 'zod'
import { day, type Descriptions, id, moment, money } from '#engine/server/openapi/description.ts'
import { noticeKinds } from '#features/affiliates/answers/notices.ts'
import { session } from '#engine/auth/server/routes/documentation.ts'
import { payoutRequest } from '#features/payouts/server/documentation.ts'
import { ownTerms } from '#features/deals/server/agreement/documentation.ts'

const currency = z.string().describe('as BRL')

const dealChange = z.object({
  day: day.describe('the first day of the new deal'),
  from: day.describe('of the month that was tried'),
  to: day,
  figures: z
    .array(z.object({ currency: z.string(), product: z.string(), before: money, after: money }))
    .nullable()
    .describe('what each product would have earned by either deal; null where a rule came to no result'),
})

const overview = z
  .object({
    from: day.describe('the first of the month'),
    to: day,
    sums: z.array(
      z.object({
        currency,
        earned: money.describe('in the month so far'),
        earnedBefore: money.describe('on the same days of the month before'),
        pending: money,
        paid: money,
      }),
    ),
    payouts: z.array(
      z.object({
        currency,
        dueValue: money,
        minimumPayout: money,
        status: z.string().describe('payable, or why what is due is not paid'),
        nextPayDay: day,
        heldUntil: moment.nullable(),
        missing: z.array(z.string()).describe('fields that must be filled in first'),
        canRequest: z.boolean().describe('whether it may ask to be paid now'),
        request: payoutRequest.nullable(),
        payment: z.object({ value: money, state: z.string(), at: moment }).nullable(),
      }),
    ),
    tiers: z
      .array(
        z.object({
          entry: id.describe('the entry whose explanation says so'),
          product: z.string(),
          brand: z.string().optional().describe('where brands are reckoned by themselves'),
          currency,
          fact: z.string().describe('what decides it: base (the base of the reward), players, or a fact of its tiers'),
          from: z.number(),
          missing: z.number().describe('what is short of it'),
          rate: z.number().describe('in percent; of CPA money for each player'),
          isOnPace: z.boolean().describe('whether it is reached by the end of the month at this pace'),
        }),
      )
      .describe('the tier that each product reaches next'),
    terms: ownTerms.nullable().describe('in force; null where its company has none'),
    knownSince: z.string().describe('the first moment of which it is kept what was known then'),
    dealChange: dealChange.nullable().describe('the last change of the deal, for sixty days'),
    notices: z
      .array(
        z.object({
          kind: z.enum(noticeKinds),
          at: moment,
          players: z.int(),
          from: day,
          link: z.string(),
          differences: z.array(z.object({ currency: z.string(), value: money })),
        }),
      )
      .describe('players that went to another affiliate or came from one, the newest first'),
    announcements: z
      .array(z.object({ at: moment, subject: z.string(), text: z.string() }))
      .describe("what its company announced lately, in the affiliate's language, the newest first"),
  })
  .meta({
    example: {
      from: '2026-11-01',
      to: '2026-11-25',
      sums: [{ currency: 'BRL', earned: 894.81, earnedBefore: 987.71, pending: 2265.33, paid: 1200 }],
      payouts: [
        {
          currency: 'BRL',
          dueValue: 2265.33,
          minimumPayout: 50,
          status: 'payable',
          nextPayDay: '2026-11-26',
          heldUntil: null,
          missing: [],
          canRequest: false,
          request: null,
          payment: null,
        },
      ],
      tiers: [
        {
          entry: 7,
          product: 'bets',
          currency: 'BRL',
          fact: 'base',
          from: 2500,
          missing: 364.24,
          rate: 30,
          isOnPace: true,
        },
      ],
      terms: null,
      knownSince: '2026-01-01T00:00:00.000000Z',
      notices: [],
      announcements: [{ at: '2026-11-25T14:00:00.000Z', subject: 'New brand', text: 'Bet Two opens on Monday.' }],
      dealChange: null,
    },
  })

const rule = z.record(z.string(), z.unknown())
const deal = z
  .object({
    profile: rule.nullable().describe('what carries over and what referred affiliates bring; null without a profile'),
    rewards: z.array(rule).describe('the rewards in the words of `/api/reward`, without what concerns others'),
    names: z.record(z.string(), z.record(z.string(), z.string())).describe('what overrides name, by word and id'),
    versions: z
      .array(
        z.object({
          from: day.nullable().describe('null is from the beginning'),
          until: day.nullable().describe('the first day on which another held; null while it does'),
          name: z.string().describe('of the profile'),
          profile: rule.nullable(),
          rewards: z.array(rule),
          accepted: z.array(z.object({ name: z.string(), at: moment })).describe('terms, while it held'),
        }),
      )
      .describe('what held from which day on, the newest first'),
    change: dealChange
      .extend({
        at: moment,
        before: z.object({ profile: rule.nullable(), rewards: z.array(rule) }),
        after: z.object({ profile: rule.nullable(), rewards: z.array(rule) }),
        names: z.record(z.string(), z.record(z.string(), z.string())),
      })
      .nullable()
      .describe('the last change, for sixty days, with both deals'),
  })
  .meta({
    example: {
      profile: { id: 3, name: 'Standard', carryOver: 'none' },
      rewards: [{ id: 5, productType: 'bets', subType: 'ngr', calculation: 'fixed', percentage: 30 }],
      names: {},
      versions: [{ from: null, until: null, name: 'Standard', profile: { id: 3 }, rewards: [], accepted: [] }],
      change: null,
    },
  })

const twoStep = z
  .object({
    isConfirmed: z.boolean(),
    isLocked: z.boolean(),
    otpauthUrl: z.string().optional().describe('while it is not confirmed, within ten minutes of the sign-in'),
  })
  .meta({ example: { isConfirmed: true, isLocked: false } })

const questions = z
  .object({
    unseen: z.int().describe('records about which something was answered that was not read yet'),
    threads: z.array(
      z.object({
        object: z.string().describe('as in `/api/{object}/{record}/note`'),
        record: id,
        name: z.string(),
        text: z.string().describe('what was said last'),
        at: moment,
        isAsked: z.boolean().describe('whether the affiliate said it'),
        isOpen: z.boolean().describe('whether a question waits for an answer'),
        isNew: z.boolean().describe('whether an answer was not read yet'),
      }),
    ),
  })
  .meta({
    example: {
      unseen: 1,
      threads: [
        {
          object: 'entry',
          record: 91,
          name: '24/11/2026',
          text: 'Two deposits came late; they count today.',
          at: '2026-11-25T14:00:00.000Z',
          isAsked: false,
          isOpen: false,
          isNew: true,
        },
      ],
    },
  })

/** What an affiliate asks in its own session besides its records, reports and statements. */
export const portalDescriptions: Descriptions = {
  'GET /api/portal/overview': {
    tag: 'portal',
    summary: 'What the affiliate earned, what is pending and paid, and when the rest comes or why not',
    answer: overview,
    refusals: [401, 403],
  },
  'POST /api/affiliate/:id/view': {
    tag: 'affiliate',
    summary:
      'Look at the portal as an affiliate sees it: a session of half an hour that only reads, for staff who read all that the portal shows; the log names them',
    answer: session,
    refusals: [400, 401, 403, 404],
  },
  'GET /api/portal/deal': {
    tag: 'portal',
    summary:
      "The rewards of the affiliate's profile as far as they concern it, and what held before, each with what was accepted while it did",
    answer: deal,
    refusals: [401, 403],
  },
  'GET /api/portal/history': {
    tag: 'portal',
    summary:
      'The whole history as a ZIP archive: sums by day and player, deals, statements with their proofs, and a signed manifest; GET /log/verifyStatement.mjs checks it with the public key of GET /log/key',
    answer: 'application/zip',
    refusals: [401, 403, 429],
  },
  'GET /api/portal/questions': {
    tag: 'portal',
    summary: 'What the affiliate asked about its records and what it was answered, a record a line',
    answer: questions,
    refusals: [401, 403],
  },
  'POST /api/portal/questions/seen': {
    tag: 'portal',
    summary: 'Says that what was answered about a record was read',
    body: z.object({ object: z.string(), record: id }),
    answer: z.object({ done: z.literal(true) }),
    refusals: [400, 401, 403],
  },
  'GET /api/portal/mfa': {
    tag: 'portal',
    summary: "How far the affiliate's two-step is",
    answer: twoStep,
    refusals: [401, 403],
  },
  'POST /api/portal/mfa/confirm': {
    tag: 'portal',
    summary: 'Turn two-step of the affiliate on with the first code of its authenticator',
    body: z.object({ totp: z.string() }),
    answer: twoStep,
    refusals: [400, 401, 403, 409],
  },
  'POST /api/portal/terms/:id/accept': {
    tag: 'portal',
    summary: 'The affiliate accepts the terms in force, at this moment',
    answer: ownTerms,
    refusals: [400, 401, 403, 404, 409, 422],
  },
}
