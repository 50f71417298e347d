import type { FastifyInstance } from 'fastify'
import type { HoldsAnswer } from '../../answers/holds.ts'
import { moment, text } from '#engine/declaration/fields/index.ts'
import { type Payee, payeeKinds } from '#rules/payouts/payments.ts'
import { actorWithRoles } from '#engine/auth/server/actorWithRoles.ts'
import { parseIdParam } from '#engine/auth/server/requestBody.ts'
import type { AppContext } from '#engine/server/context.ts'
import { readAs } from '#engine/server/database/rowSecurity/openRowSecurity.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { parseBody } from '#engine/server/http/bodies.ts'
import type { WriteContext } from '#engine/records/server/change.ts'
import { holdByHand, readHolds, releaseHold } from './holds.ts'
import { canSeePayee } from '../payees/payee.ts'
import { moneyWrite, readReason } from '#features/commission/server/moneyWrite.ts'

const roles = ['financial'] as const
const releaseFields = { reason: text({ required: true, max: 300 }), placedAt: moment() }
const readRelease = (body: unknown) => parseBody(releaseFields, body) as { reason: string; placedAt: string | null }

async function answer(change: WriteContext, owner: Payee): Promise<HoldsAnswer> {
  return { holds: await readHolds(change.db, owner) }
}

/** Whose payments are held, why, since when and by whom; holding an owner by hand, and releasing it. */
export function holdRoutes(app: FastifyInstance, context: AppContext): void {
  for (const kind of payeeKinds) {
    app.get(`/api/payment/${kind}/:id/holds`, async (request): Promise<HoldsAnswer> => {
      const actor = await actorWithRoles(request, context, roles)
      const owner = { kind, id: parseIdParam(request.params) }
      const db = readAs(context.database, actor)
      if (!(await canSeePayee({ db, actor }, owner))) throw new ApiError('not_found')
      return { holds: await readHolds(db, owner) }
    })
    moneyWrite(app, context, {
      url: `/api/${kind}/:id/hold`,
      roles,
      summary: `Hold all payments of this ${kind} until somebody releases them: {reason}`,
      stopsMoney: true,
      read: readReason,
      async work(change, reason, id) {
        if (!(await canSeePayee(change, { kind, id }))) throw new ApiError('not_found')
        await holdByHand(change, { kind, id }, reason)
        return answer(change, { kind, id })
      },
    })
    moneyWrite(app, context, {
      url: `/api/${kind}/:id/release`,
      roles,
      summary: `Release whatever holds payments of this ${kind}: {reason, placedAt}, placedAt of the newest hold that was looked at, so that a key changed since is not released with it`,
      read: readRelease,
      async work(change, release, id) {
        if (!(await canSeePayee(change, { kind, id }))) throw new ApiError('not_found')
        await releaseHold(change, { kind, id }, release)
        return answer(change, { kind, id })
      },
    })
  }
}
