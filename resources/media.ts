import { choice, computed, date, integer, moment, reference, text, token } from '#engine/declaration/fields/index.ts'
import { defineResource } from '#engine/declaration/resource.ts'
import { mediaDaysAreWhole } from '#rules/media.ts'
import { language, mediaKind, mediaState } from './choices.ts'

/** What affiliates advertise a brand with: a banner, whose image is uploaded on its page, or a text. */
export const media = defineResource({
  name: 'media',
  feature: 'media',
  path: '/registers/media',
  title: 'name',
  fields: {
    name: text({ required: true, max: 120, search: true }),
    brand: reference('brand', { required: true, createOnly: true }),
    kind: choice(mediaKind, { required: true, createOnly: true }),
    language: choice(language, { required: true }),
    text: text({ required: true, max: 2000, multiline: true }),
    warning: text({ required: true, max: 200 }),
    validFrom: date(),
    validUntil: date(),
    token: token({ prefix: 'md', readOnly: true }),
    width: integer({ readOnly: true }),
    height: integer({ readOnly: true }),
    state: choice(mediaState, { readOnly: true }),
    approvedBy: text({ max: 254, readOnly: true }),
    approvedAt: moment({ readOnly: true }),
    withdrawnWhy: text({ max: 300, readOnly: true }),
    authors: computed('authors', { as: 'json', reads: [] }),
  },
  visibleWhen: { text: { kind: 'text' } },
  rules: { mediaDaysAreWhole },
  checks: ['mediaStays'],
  list: {
    columns: ['name', 'brand', 'kind', 'language', 'width', 'height', 'state', 'validUntil'],
    sort: ['createdAt', 'DESC'],
  },
  filters: ['brand', 'kind', 'language', 'state'],
  form: { identity: ['name', 'brand', 'kind', 'language', 'text', 'warning', 'validFrom', 'validUntil'] },
  access: { role: 'campaign', scope: { brand: 'brand' } },
  effects: {
    created: ['mediaToApprove'],
    changed: {
      name: ['mediaToApprove'],
      language: ['mediaToApprove'],
      text: ['mediaToApprove'],
      warning: ['mediaToApprove'],
      validFrom: ['mediaToApprove'],
      validUntil: ['mediaToApprove'],
    },
  },
})
