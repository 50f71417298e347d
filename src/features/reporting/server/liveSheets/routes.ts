import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { actorOf } from '#engine/auth/server/authenticate.ts'
import { withoutStepUpCode } from '#engine/auth/server/idempotency.ts'
import { askedOrigin } from '#engine/auth/server/oauth/addresses.ts'
import { openToAffiliates } from '#engine/auth/server/openToAffiliates.ts'
import { personOf } from '#engine/auth/server/personOf.ts'
import { parseIdParam } from '#engine/auth/server/requestBody.ts'
import { requestOrigin } from '#engine/auth/server/requestOrigin.ts'
import { csvType } from '#engine/export/server/csv.ts'
import { stepUpCredentialsIn } from '#engine/records/server/write/stepUpCredentials.ts'
import type { AppContext } from '#engine/server/context.ts'
import { withRetryAfter } from '#engine/server/http/retryAfter.ts'
import { createSheet, endSheet, listSheets, sheetPath, type SheetWrite } from './manageSheets.ts'
import { openSheet } from './openSheet.ts'

async function* continued(first: string, rest: AsyncGenerator<string, void, undefined>) {
  try {
    yield first
    yield* rest
  } finally {
    // Whoever went away before the end must not hold a transaction.
    await rest.return()
  }
}

/** Live sheets: `GET /api/sheet/{key}.csv` for spreadsheet programs; `/api/me/sheet` lists, makes and ends one's own. */
export function liveSheetRoutes(app: FastifyInstance, context: AppContext): void {
  const asked = async (request: FastifyRequest): Promise<SheetWrite> => {
    const actor = await actorOf(request, context)
    return { actor, owner: personOf(actor), origin: requestOrigin(request) }
  }
  app.get<{ Params: { key: string } }>(`${sheetPath}:key`, async (request, reply) => {
    reply.header('cache-control', 'no-store').header('x-robots-tag', 'noindex')
    const lines = await withRetryAfter(reply, () =>
      openSheet(context, { given: request.params.key, address: request.ip }),
    )
    // What goes wrong shows with the first piece, while there is still a status to say it.
    const { value } = await lines.next()
    return reply.type(csvType).send(Readable.from(continued(value ?? '', lines), { objectMode: false }))
  })
  app.get('/api/me/sheet', openToAffiliates, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    return listSheets(context, (await asked(request)).owner)
  })
  app.post('/api/me/sheet', openToAffiliates, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const { totp } = stepUpCredentialsIn(request.body).given
    const to = { input: withoutStepUpCode(request.body), origin: askedOrigin(request, context.environment) }
    return createSheet(context, { ...(await asked(request)), totp }, to)
  })
  app.delete('/api/me/sheet/:id', openToAffiliates, async (request) =>
    endSheet(context, await asked(request), parseIdParam(request.params)),
  )
}
