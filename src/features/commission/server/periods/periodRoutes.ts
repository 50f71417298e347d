import type { FastifyInstance } from 'fastify'
import { adjustmentCauses, type ChecklistCode, checklistCodes } from '../../answers/periods.ts'
import { actorWithRoles } from '#engine/auth/server/actorWithRoles.ts'
import { parseIdParam } from '#engine/auth/server/requestBody.ts'
import type { AppContext } from '#engine/server/context.ts'
import { ApiError, validationError } from '#engine/server/http/errors.ts'
import { propertiesOf, requireEmptyBody } from '#engine/server/http/bodies.ts'
import { currentBusinessTime } from '#engine/records/server/change.ts'
import { type BridgeFilter, listBridge } from './bridge.ts'
import { checkPeriod, lockPeriod, readPeriod, reopenPeriod } from './changePeriod.ts'
import { readSignedChecklist } from './signedChecklist.ts'
import { moneyWrite, readReason } from '../moneyWrite.ts'

const roles = ['financial'] as const

/** What of the checklist somebody signs although it is not in order: `{accept: [codes]}`. */
function readAccepted(body: unknown): ChecklistCode[] {
  const { accept = [], ...rest } = propertiesOf(body)
  requireEmptyBody(rest)
  const isCode = (code: unknown): code is ChecklistCode => checklistCodes.some((each) => each === code)
  if (!Array.isArray(accept) || !accept.every(isCode))
    throw validationError([{ field: 'accept', code: 'invalid_choice', values: { choices: checklistCodes.join(', ') } }])
  return accept
}

const bridgeShown = 50
const bridgeShownMax = 500

/** Which adjustments of a bridge, and which page: `currency`, `cause`, `correction`, `limit`, `offset`. @throws ApiError */
function readBridgeFilter(query: unknown): BridgeFilter {
  const {
    currency = null,
    cause = null,
    correction,
    limit,
    offset,
    ...rest
  } = query as Readonly<Record<string, unknown>>
  requireEmptyBody(rest)
  const whole = (name: string, value: unknown) => {
    if (value === undefined) return null
    if (typeof value === 'string' && /^[0-9]{1,15}$/.test(value)) return Number(value)
    throw new ApiError('invalid_request', { values: { reason: `${name} is a whole number` } })
  }
  const asked = typeof cause === 'string' ? cause.split(',') : []
  const causes = adjustmentCauses.filter((each) => asked.includes(each))
  if (cause !== null && (causes.length === 0 || causes.length < asked.length))
    throw new ApiError('invalid_request', { values: { reason: `cause can be: ${adjustmentCauses.join(', ')}` } })
  if (currency !== null && !(typeof currency === 'string' && /^[A-Z]{3}$/.test(currency)))
    throw new ApiError('invalid_request', { values: { reason: 'currency is a code of three letters' } })
  return {
    currency,
    causes: cause === null ? null : causes,
    correction: whole('correction', correction),
    limit: Math.min(whole('limit', limit) ?? bridgeShown, bridgeShownMax),
    offset: whole('offset', offset) ?? 0,
  }
}

/**
 * What people do with a period besides making and reading it: `GET /api/period/{id}/checklist`, `GET …/bridge`, `POST …/check`, `/lock`
 * by another person, `/reopen` with a reason.
 */
export function periodRoutes(app: FastifyInstance, context: AppContext): void {
  app.get('/api/period/:id/checklist', async (request) => {
    const actor = await actorWithRoles(request, context, roles)
    // As the owner: it is about a whole company, of which the roles show a part, and about jobs, which they do not.
    const { db } = context.database
    const period = await readPeriod(db, { actor, id: parseIdParam(request.params) })
    return readSignedChecklist(db, period, currentBusinessTime(context, actor))
  })
  app.get('/api/period/:id/bridge', async (request) => {
    const actor = await actorWithRoles(request, context, roles)
    const filter = readBridgeFilter(request.query)
    // As the owner, as the checklist: it is about a whole company, all of which is seen is asked first.
    const { db } = context.database
    return listBridge(db, await readPeriod(db, { actor, id: parseIdParam(request.params) }), filter)
  })
  moneyWrite(app, context, {
    url: '/api/period/:id/check',
    roles,
    read: readAccepted,
    async work(change, accepted, id) {
      await checkPeriod(change, { id, accepted })
      return ['period', id]
    },
  })
  moneyWrite(app, context, {
    url: '/api/period/:id/lock',
    roles,
    read: requireEmptyBody,
    async work(change, _asked, id) {
      await lockPeriod(change, id)
      return ['period', id]
    },
  })
  moneyWrite(app, context, {
    url: '/api/period/:id/reopen',
    roles,
    read: readReason,
    async work(change, reason, id) {
      await reopenPeriod(change, { id, reason })
      return ['period', id]
    },
  })
}
