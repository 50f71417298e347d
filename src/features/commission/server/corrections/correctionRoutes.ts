import type { FastifyInstance } from 'fastify'
import { boolean, date, integer, text } from '#engine/declaration/fields/index.ts'
import type { CorrectionPreview } from '../../answers/corrections.ts'
import { actorWithRoles } from '#engine/auth/server/actorWithRoles.ts'
import { parseIdParam } from '#engine/auth/server/requestBody.ts'
import { requestOrigin } from '#engine/auth/server/requestOrigin.ts'
import type { AppContext } from '#engine/server/context.ts'
import { inTransaction } from '#engine/server/database/transaction.ts'
import { validationError } from '#engine/server/http/errors.ts'
import { isObject, propertiesOf, parseBody } from '#engine/server/http/bodies.ts'
import { currentBusinessTime } from '#engine/records/server/change.ts'
import { limitCalls } from '#engine/server/rateLimit/bruteForce.ts'
import { askCorrection, previewCorrection, readCorrection, type ReasonedOrder, renewPreview } from './correction.ts'
import { readPreview } from './readPreview.ts'
import { moneyWrite } from '../moneyWrite.ts'

const roles = ['financial'] as const
/** They take long: days are closed for each. */
const previewsPerMinute = 30
const windowDefault = 500
const windowMax = 1000

const said = {
  object: text({ required: true, max: 100 }),
  id: integer({ required: true, min: 1 }),
  validFrom: date({ required: true }),
  reason: text({ required: true, max: 500 }),
  force: boolean(),
}

/** Reads `{object, id, values, validFrom, reason, force?}`. @throws ApiError 400 */
function readOrder(body: unknown): ReasonedOrder {
  const { values, ...rest } = propertiesOf(body)
  const { object, id, validFrom, reason, force } = parseBody(said, rest)
  if (!isObject(values)) throw validationError([{ field: 'values', code: 'required' }])
  return {
    object: object as string,
    id: String(id),
    values,
    validFrom: validFrom as string,
    reason: reason as string,
    force: force === true,
  }
}

/** Undoes the transaction that a preview was made in, and carries it out of there. */
class Previewed extends Error {
  readonly preview: CorrectionPreview

  constructor(preview: CorrectionPreview) {
    super('Nothing of a preview stays.')
    this.preview = preview
  }
}

function previewRoute(app: FastifyInstance, context: AppContext): void {
  app.post('/api/correction/preview', async (request): Promise<CorrectionPreview> => {
    const actor = await actorWithRoles(request, context, roles)
    await limitCalls(context, { name: 'correction', max: previewsPerMinute, who: `user ${actor.userId}` })
    const order = readOrder(request.body)
    try {
      return await inTransaction(context.database.db, async (db): Promise<never> => {
        const change = { db, actor, request: requestOrigin(request), ...currentBusinessTime(context, actor) }
        throw new Previewed(await previewCorrection(change, context, order))
      })
    } catch (error) {
      if (error instanceof Previewed) return error.preview
      throw error
    }
  })
}

/**
 * A deal that was typed wrong, corrected from a past day on: asked for with a reason, previewed as differences, approved
 * by another person, posted.
 */
export function correctionRoutes(app: FastifyInstance, context: AppContext): void {
  previewRoute(app, context)
  app.get<{ Querystring: Record<string, unknown> }>('/api/correction/:id/preview', async (request) => {
    const actor = await actorWithRoles(request, context, roles)
    const { limit, offset } = parseBody(
      { limit: integer({ min: 1, max: windowMax }), offset: integer({ min: 0 }) },
      Object.fromEntries(Object.entries(request.query).map(([name, value]) => [name, Number(value)])),
    )
    // As the owner: it is about a whole company, of which the roles show a part; that all of it is seen is asked first.
    const { db } = context.database
    const { id } = await readCorrection(db, { actor, id: parseIdParam(request.params) })
    return readPreview(db, id, { limit: Number(limit ?? windowDefault), offset: Number(offset ?? 0) })
  })
  moneyWrite(app, context, {
    url: '/api/correction',
    roles,
    read: readOrder,
    work: async (change, order) => ['correction', await askCorrection(change, context, order)],
  })
  moneyWrite(app, context, {
    url: '/api/correction/:id/preview',
    roles,
    stopsMoney: true,
    read: propertiesOf,
    async work(change, _asked, id) {
      await renewPreview(change, context, id)
      return readPreview(change.db, id)
    },
  })
}
