import { text } from '#engine/declaration/fields/index.ts'
import { defineTransitions } from '#engine/declaration/transition.ts'
import type { Resources } from './index.ts'

const reason = text({ required: true, max: 300 })

/** What is decided about records: `POST /api/{resource}/{id}/{transition}`. */
export const transitions = defineTransitions<Resources>()({
  correction: {
    state: 'state',
    begins: ['waiting'],
    transitions: {
      approve: {
        from: 'waiting',
        to: 'posted',
        roles: ['financial'],
        by: 'another',
        authors: ['asked for the correction or the move of players'],
        proof: 'code',
        money: 'moves',
        // What was looked at is said: nobody approves what they have not seen.
        input: { digest: text({ required: true, max: 64 }) },
        sets: { decidedBy: 'actor', decidedAt: 'now', declineReason: 'empty' },
        effect: 'postCorrection',
        refusal: 'correction_not_waiting',
        answers: 'record',
        summary: 'Post a correction that another person asked for, where it comes to what was previewed',
      },
      decline: {
        from: 'waiting',
        to: 'declined',
        roles: ['financial'],
        input: { reason },
        sets: { decidedBy: 'actor', decidedAt: 'now', declineReason: 'reason' },
        effect: 'closeCorrection',
        refusal: 'correction_not_waiting',
        answers: 'record',
        summary: 'Decline a correction',
      },
    },
  },
  affiliateSite: {
    state: 'state',
    begins: ['waiting'],
    transitions: {
      approve: {
        from: 'waiting',
        to: 'approved',
        by: 'another',
        authors: ['declared or changed it since it was approved last'],
        seen: 'version',
        sets: { decidedBy: 'actor', decidedAt: 'now', reason: 'empty' },
        effect: 'keepSiteDecision',
        refusal: 'site_not_waiting',
        summary: 'Approve a site as it was declared; a copy of the declaration is kept and proved by the log',
      },
      decline: {
        from: 'waiting',
        to: 'refused',
        seen: 'version',
        input: { reason },
        sets: { decidedBy: 'actor', decidedAt: 'now', reason: 'reason' },
        effect: 'keepSiteDecision',
        refusal: 'site_not_waiting',
        summary: 'Decline a site, with a reason that the affiliate reads',
      },
    },
  },
  promoCode: {
    state: 'state',
    begins: ['waiting', 'active'],
    transitions: {
      approve: {
        from: 'waiting',
        to: 'active',
        by: 'another',
        authors: ['asked for the code as the affiliate'],
        sets: { decidedBy: 'actor', decidedAt: 'now', reason: 'empty' },
        refusal: 'promo_code_not_waiting',
        summary: 'A promo code that an affiliate asked for counts from now on, also for what named it before',
      },
      decline: {
        from: 'waiting',
        to: 'refused',
        input: { reason },
        sets: { decidedBy: 'actor', decidedAt: 'now', reason: 'reason' },
        refusal: 'promo_code_not_waiting',
        summary: 'A promo code that an affiliate asked for does not count',
      },
    },
  },
  media: {
    state: 'state',
    begins: ['draft'],
    transitions: {
      approve: {
        from: 'draft',
        to: 'approved',
        // Whoever looks after the brand approves what is said in its name.
        roles: ['brand'],
        by: 'another',
        authors: ['wrote of it since it was approved last'],
        proof: 'code',
        seen: 'version',
        sets: { approvedBy: 'actor', approvedAt: 'now' },
        effect: 'showMedia',
        refusal: 'media_not_draft',
        summary: 'Another person than whoever wrote it approves a medium, in the version that was looked at',
      },
      withdraw: {
        from: 'approved',
        to: 'withdrawn',
        input: { reason },
        sets: { withdrawnWhy: 'reason' },
        refusal: 'media_not_approved',
        summary: 'Withdraw what was approved: its image answers 410 from now on',
      },
    },
  },
  announcement: {
    state: 'state',
    begins: ['draft'],
    transitions: {
      send: {
        from: 'draft',
        to: 'sent',
        // It speaks in the company's name to all of its affiliates.
        roles: ['affiliate', 'manager'],
        proof: 'code',
        seen: 'version',
        sets: { sentBy: 'actor', sentAt: 'now' },
        effect: 'sendAnnouncement',
        refusal: 'announcement_was_sent',
        summary: 'Send an announcement: by e-mail, and on the first page of the portal',
      },
    },
  },
})
