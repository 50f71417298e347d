import type { FastifyInstance } from 'fastify'
import { currency } from '#resources/choices.ts'
import { choice, date, integer } from '#engine/declaration/fields/index.ts'
import { businessDay, type Day } from '#engine/values/calendar.ts'
import { actorWithRoles } from '#engine/auth/server/actorWithRoles.ts'
import { requestOrigin } from '#engine/auth/server/requestOrigin.ts'
import { inTransaction } from '#engine/server/database/transaction.ts'
import { currentBusinessTime } from '#engine/records/server/change.ts'
import { parseIdParam } from '#engine/auth/server/requestBody.ts'
import type { AppContext } from '#engine/server/context.ts'
import { validationError } from '#engine/server/http/errors.ts'
import { parseBody } from '#engine/server/http/bodies.ts'
import { moneyWrite } from '#features/commission/server/moneyWrite.ts'
import { downloadPaymentFile, listPaymentFiles, writePaymentFile } from './paymentFiles.ts'

const roles = ['financial'] as const
const orderFields = { currency: choice(currency, { required: true }), company: integer({ min: 1 }), executedOn: date() }

/**
 * `POST /api/payment/file` writes the payments to IBANs of one company and currency into a file for its bank; `GET`
 * lists what waits and what was written, `GET …/{id}` answers a file.
 */
export function paymentFileRoutes(app: FastifyInstance, context: AppContext): void {
  app.get('/api/payment/file', { schema: { tags: ['payment'] } }, async (request, reply) => {
    const actor = await actorWithRoles(request, context, roles)
    reply.header('cache-control', 'no-store')
    return listPaymentFiles(context.database.db, actor)
  })
  app.get('/api/payment/file/:id', { schema: { tags: ['payment'] } }, async (request, reply) => {
    const actor = await actorWithRoles(request, context, roles)
    const id = parseIdParam(request.params)
    const origin = requestOrigin(request)
    const { name, xml } = await inTransaction(context.database.db, (db) =>
      downloadPaymentFile({ db, actor, request: origin, ...currentBusinessTime(context, actor) }, id),
    )
    return reply
      .type('application/xml; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-disposition', `attachment; filename="${name}"`)
      .send(xml)
  })
  moneyWrite(app, context, {
    url: '/api/payment/file',
    roles,
    summary:
      'Write the payments to IBANs of one {company} and {currency} into a file of credit transfers (pain.001): they are sent',
    read(body, present) {
      const asked = parseBody(orderFields, body) as { currency: string; company: number | null; executedOn: Day | null }
      if (asked.executedOn !== null && asked.executedOn < businessDay(present))
        throw validationError([{ field: 'executedOn', code: 'in_past' }])
      return asked
    },
    hasPreview: true,
    async work(change, { company: given, ...asked }) {
      const company = given ?? change.actor.company
      if (company === null) throw validationError([{ field: 'company', code: 'required' }])
      return writePaymentFile(change, { ...asked, company })
    },
  })
}
