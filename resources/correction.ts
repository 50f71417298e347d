import { boolean, choice, date, integer, moment, reference, text } from '#engine/declaration/fields/index.ts'
import { defineResource } from '#engine/declaration/resource.ts'
import { correctionState } from './choices.ts'

/**
 * A dated rule that was typed wrong, corrected from a past day on: asked for by one person, previewed as differences,
 * approved by another.
 */
export const correction = defineResource({
  name: 'correction',
  feature: 'corrections',
  path: '/financial/correction',
  title: 'object',
  nature: 'log',
  madeElsewhere: true,
  titled: ['object', 'validFrom'],
  fields: {
    company: reference('company', { readOnly: true }),
    object: text({ max: 100, readOnly: true }),
    objectId: integer({ readOnly: true }),
    validFrom: date({ readOnly: true }),
    reason: text({ max: 500, readOnly: true }),
    forced: boolean({ readOnly: true }),
    state: choice(correctionState, { readOnly: true }),
    requestedBy: text({ max: 254, readOnly: true }),
    decidedBy: text({ max: 254, readOnly: true }),
    decidedAt: moment({ readOnly: true }),
    declineReason: text({ max: 300, readOnly: true }),
  },
  list: {
    columns: ['object', 'objectId', 'validFrom', 'state', 'reason', 'requestedBy', 'createdAt', 'decidedBy'],
    sort: ['createdAt', 'DESC'],
  },
  filters: {
    state: 'in',
    forced: 'equals',
    company: 'in',
    object: 'equals',
    objectId: 'equals',
    validFrom: 'range',
    createdAt: 'range',
  },
  form: { correction: [] },
  access: { role: 'financial', create: 'nobody', update: 'nobody', remove: 'nobody', scope: { company: 'company' } },
})
