import type { FastifyInstance } from 'fastify'
import { currency } from '#resources/choices.ts'
import type { InvoicesAnswer } from '../../answers/invoices.ts'
import { payeeKinds } from '#rules/payouts/payments.ts'
import { actorWithRoles } from '#engine/auth/server/actorWithRoles.ts'
import { parseIdParam } from '#engine/auth/server/requestBody.ts'
import type { AppContext } from '#engine/server/context.ts'
import { readAs } from '#engine/server/database/rowSecurity/openRowSecurity.ts'
import { ApiError, validationError } from '#engine/server/http/errors.ts'
import { propertiesOf, readChoice, requireEmptyBody } from '#engine/server/http/bodies.ts'
import { enterInvoiceOf } from './invoiceOfPayment.ts'
import { enterInvoice, readInvoices } from './invoices.ts'
import { canSeePayee } from '../payees/payee.ts'
import { readInvoice } from './readInvoice.ts'
import { moneyWrite } from '#features/commission/server/moneyWrite.ts'

const roles = ['financial', 'paymentByAffiliate'] as const

/** Reads `{currency, number}`; a number of null takes away the one that waits. @throws ApiError 400 */
function readWaiting(body: unknown): { currency: string; number: string | null } {
  const { currency: code, number, ...rest } = propertiesOf(body)
  requireEmptyBody(rest)
  if (code === undefined || code === null) throw validationError([{ field: 'currency', code: 'required' }])
  return { currency: readChoice(code, 'currency', currency.values), number: readInvoice(number, 'number') }
}

/** Reads `{number}`. @throws ApiError 400 */
function readNumber(body: unknown): string {
  const { number, ...rest } = propertiesOf(body)
  requireEmptyBody(rest)
  const read = readInvoice(number, 'number')
  if (read === null) throw validationError([{ field: 'number', code: 'required' }])
  return read
}

/**
 * The numbers of invoices that payments ask for: which wait for the next payments of an owner, entering one for the next
 * payment, and for a payment that was made.
 */
export function invoiceRoutes(app: FastifyInstance, context: AppContext): void {
  for (const kind of payeeKinds) {
    app.get(`/api/payment/${kind}/:id/invoice`, async (request): Promise<InvoicesAnswer> => {
      const actor = await actorWithRoles(request, context, ['financial'])
      const owner = { kind, id: parseIdParam(request.params) }
      const db = readAs(context.database, actor)
      if (!(await canSeePayee({ db, actor }, owner))) throw new ApiError('not_found')
      return readInvoices(db, owner)
    })
    moneyWrite(app, context, {
      url: `/api/payment/${kind}/:id/invoice`,
      roles,
      summary: `Enter the number of the invoice for the next payment of this ${kind}: {currency, number}`,
      // It pays nothing yet.
      stopsMoney: true,
      read: readWaiting,
      async work(change, asked, id) {
        if (!(await canSeePayee(change, { kind, id }))) throw new ApiError('not_found')
        await enterInvoice(change, { kind, id, currency: asked.currency }, asked.number)
        return readInvoices(change.db, { kind, id })
      },
    })
  }
  moneyWrite(app, context, {
    url: '/api/payment/:id/invoice',
    roles,
    summary: 'Enter the number of the invoice of a payment: {number}',
    stopsMoney: true,
    read: readNumber,
    async work(change, number, id) {
      await enterInvoiceOf(change, id, number)
      return ['payment', id]
    },
  })
}
