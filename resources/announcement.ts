import {
  choice,
  computed,
  integer,
  list,
  moment,
  reference,
  references,
  text,
} from '#engine/declaration/fields/index.ts'
import { defineResource, optional } from '#engine/declaration/resource.ts'
import { translationsAreWhole } from '#rules/announcements.ts'
import { announcementState, language } from './choices.ts'

/**
 * What a company tells all or some of its affiliates, by e-mail and on the first page of the portal. Whoever sends it sees all whom it
 * reaches; all of the company read what was sent.
 */
export const announcement = defineResource({
  name: 'announcement',
  feature: 'announcements',
  path: '/registers/announcement',
  title: 'subject',
  fields: {
    subject: text({ required: true, max: 120, search: true }),
    text: text({ required: true, max: 5000, multiline: true }),
    language: choice(language, { required: true, default: 'pt' }),
    translations: list(
      {
        language: choice(language, { required: true }),
        subject: text({ required: true, max: 120 }),
        text: text({ required: true, max: 5000, multiline: true }),
      },
      { max: 2 },
    ),
    company: reference('company', { own: true, createOnly: true }),
    brands: references('brand', { only: { company: { sameAs: 'company' } } }),
    tags: references('affiliateTag', { only: { company: { sameAs: 'company' } } }),
    managers: references('user', { only: { company: { sameAs: 'company' } } }),
    audience: computed('audience', { as: 'integer', reads: ['affiliate'] }),
    state: choice(announcementState, { readOnly: true, default: 'draft' }),
    sentAt: moment({ readOnly: true }),
    sentBy: text({ max: 254, readOnly: true }),
    sentTo: integer({ min: 0, readOnly: true }),
  },
  visibleWhen: { sentAt: { state: 'sent' }, sentBy: { state: 'sent' }, sentTo: { state: 'sent' } },
  rules: { translationsAreWhole },
  checks: ['announcementStays'],
  list: { columns: ['subject', 'company', 'audience', 'state', 'sentAt', 'sentTo'], sort: ['createdAt', 'DESC'] },
  filters: { company: 'in', state: 'in', sentAt: 'range' },
  form: {
    identity: ['subject', 'text', 'language', 'company'],
    audience: optional(['brands', 'tags', 'managers']),
    translations: optional(['translations']),
  },
  access: { role: 'affiliate', scope: { company: 'company', brand: 'everyone' } },
})
