import type { FastifyInstance } from 'fastify'
import type { AppContext } from '#engine/server/context.ts'
import { correctionRoutes } from '#features/commission/server/corrections/correctionRoutes.ts'
import { entryRoutes } from '#features/payouts/server/entryRoutes.ts'
import { holdRoutes } from '#features/payouts/server/holds/holdRoutes.ts'
import { requestRoutes } from '#features/payouts/server/requests/requestRoutes.ts'
import { invoiceRoutes } from '#features/payouts/server/invoices/invoiceRoutes.ts'
import { keyCheckRoute } from '#features/payouts/server/disbursement/keyCheckRoute.ts'
import { ledgerRoutes } from '#features/ledger/server/ledgerRoutes.ts'
import { ownerRoutes } from '#features/payouts/server/payees/payeeRoutes.ts'
import { paymentFileRoutes } from '#features/payouts/server/files/paymentFileRoutes.ts'
import { paymentRoutes } from '#features/payouts/server/paymentRoutes.ts'
import { payRunRoute } from '#features/payouts/server/payRunRoute.ts'
import { periodRoutes } from '#features/commission/server/periods/periodRoutes.ts'
import { reconciliationRoutes } from '#features/reconciliation/server/reconciliationRoutes.ts'
import { scheduledRoutes } from '#features/deals/server/scheduledVersions/scheduledRoutes.ts'
import { statementRoutes } from '#features/ledger/server/statementRoutes.ts'
import { termsRoutes } from '#features/deals/server/agreement/termsRoutes.ts'
import { traceRoutes } from '#features/commission/server/trace/traceRoutes.ts'
import { taxRoutes } from '#features/payouts/server/withholding/taxRoutes.ts'
import { webhookRoute } from '#features/payouts/server/disbursement/webhookRoute.ts'

/** The door of the money house: what people and gateways ask of it over HTTP. */
export async function moneyRoutes(app: FastifyInstance, context: AppContext): Promise<void> {
  entryRoutes(app, context)
  await webhookRoute(app, context)
  ownerRoutes(app, context)
  holdRoutes(app, context)
  invoiceRoutes(app, context)
  requestRoutes(app, context)
  keyCheckRoute(app, context)
  paymentRoutes(app, context)
  payRunRoute(app, context)
  paymentFileRoutes(app, context)
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
