import type { FastifyInstance } from 'fastify'
import { type ChecklistCode, checklistCodes } from '../../../config/answers/periods.ts'
import { actorWithRoles } from '../../auth/actorWithRoles.ts'
import { readId } from '../../auth/requestBody.ts'
import type { AppContext } from '../../context.ts'
import { problemsError } from '../../errors.ts'
import { propertiesOf, readNothing } from '../../http/bodies.ts'
import { presentMoment } from '../../records/change.ts'
import { checkPeriod, lockPeriod, readPeriod, reopenPeriod } from '../close/changePeriod.ts'
import { readSignedChecklist } from '../close/signedChecklist.ts'
import { moneyWrite, readReason } from './moneyWrite.ts'

const roles = ['financial'] as const

/** What of the checklist somebody signs although it is not in order: `{accept: [codes]}`. */
function readAccepted(body: unknown): ChecklistCode[] {
  const { accept = [], ...rest } = propertiesOf(body)
  readNothing(rest)
  const isCode = (code: unknown): code is ChecklistCode => checklistCodes.some((each) => each === code)
  if (!Array.isArray(accept) || !accept.every(isCode))
    throw problemsError([{ field: 'accept', code: 'invalid_choice', values: { choices: checklistCodes.join(', ') } }])
  return accept
}

/**
 * What people do with a period besides making and reading it: `GET /api/period/{id}/checklist`, `POST …/check`, `/lock`
 * by another person, `/reopen` with a reason.
 */
export function periodRoutes(app: FastifyInstance, context: AppContext): void {
  app.get('/api/period/:id/checklist', async (request) => {
    const actor = await actorWithRoles(request, context, roles)
    // As the owner: it is about a whole company, of which the roles show a part, and about jobs, which they do not.
    const { db } = context.database
    const period = await readPeriod(db, { actor, id: readId(request.params) })
    return readSignedChecklist(db, period, presentMoment(context))
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
    read: readNothing,
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
