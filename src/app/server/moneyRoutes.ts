import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../context.ts'
import { correctionRoutes } from './routes/correctionRoutes.ts'
import { entryRoutes } from './routes/entryRoutes.ts'
import { holdRoutes } from './routes/holdRoutes.ts'
import { invoiceRoutes } from './routes/invoiceRoutes.ts'
import { keyCheckRoute } from './routes/keyCheckRoute.ts'
import { ledgerRoutes } from './routes/ledgerRoutes.ts'
import { ownerRoutes } from './routes/ownerRoutes.ts'
import { paymentRoutes } from './routes/paymentRoutes.ts'
import { payRunRoute } from './routes/payRunRoute.ts'
import { periodRoutes } from './routes/periodRoutes.ts'
import { reconciliationRoutes } from './routes/reconciliationRoutes.ts'
import { scheduledRoutes } from './routes/scheduledRoutes.ts'
import { statementRoutes } from './routes/statementRoutes.ts'
import { termsRoutes } from './routes/termsRoutes.ts'
import { traceRoutes } from './routes/traceRoutes.ts'
import { taxRoutes } from './routes/taxRoutes.ts'
import { webhookRoute } from './routes/webhookRoute.ts'

/** The door of the money house: what people and gateways ask of it over HTTP. */
export async function moneyRoutes(app: FastifyInstance, context: AppContext): Promise<void> {
  entryRoutes(app, context)
  await webhookRoute(app, context)
  ownerRoutes(app, context)
  holdRoutes(app, context)
  invoiceRoutes(app, context)
  keyCheckRoute(app, context)
  paymentRoutes(app, context)
  payRunRoute(app, context)
  reconciliationRoutes(app, context)
  periodRoutes(app, context)
  statementRoutes(app, context)
  ledgerRoutes(app, context)
  taxRoutes(app, context)
  correctionRoutes(app, context)
  traceRoutes(app, context)
  termsRoutes(app, context)
  scheduledRoutes(app, context)
}
