import type { FastifyInstance } from 'fastify'
import { type Kysely, sql } from 'kysely'
import { currency } from '#resources/choices.ts'
import type { InvoicesAnswer } from '../../answers/invoices.ts'
import type { Actor } from '#engine/declaration/actor.ts'
import { type PayeeKind, payeeKinds } from '#rules/payouts/payments.ts'
import { actorWithRoles } from '#engine/auth/server/actorWithRoles.ts'
import { parseIdParam } from '#engine/auth/server/requestBody.ts'
import type { AppContext } from '#engine/server/context.ts'
import { readAs } from '#engine/server/database/rowSecurity/openRowSecurity.ts'
import { firstRow } from '#engine/server/database/rows.ts'
import { sendAttachment } from '#engine/server/http/attachment.ts'
import { ApiError, validationError } from '#engine/server/http/errors.ts'
import { propertiesOf, readChoice, requireEmptyBody } from '#engine/server/http/bodies.ts'
import { enterInvoiceOf } from './invoiceOfPayment.ts'
import { enterInvoice, readInvoices } from './invoices.ts'
import { canSeePayee } from '../payees/payee.ts'
import { type GivenInvoice, readGivenInvoice } from './readInvoice.ts'
import { selfBilledDocument } from './selfBilledDocument.ts'
import { moneyWrite } from '#features/commission/server/moneyWrite.ts'

const roles = ['financial', 'paymentByAffiliate'] as const

/** An invoice for the next payment in a currency; null takes away the one that waits. */
export interface WaitingGiven {
  readonly currency: string
  readonly invoice: GivenInvoice | null
}

/** Reads `{currency, number, file?}`; nothing but the currency takes away the one that waits. @throws ApiError 400 */
export function readWaiting(body: unknown): WaitingGiven {
  const { currency: code, number, file, ...rest } = propertiesOf(body)
  requireEmptyBody(rest)
  if (code === undefined || code === null) throw validationError([{ field: 'currency', code: 'required' }])
  return { currency: readChoice(code, 'currency', currency.values), invoice: readGivenInvoice({ number, file }) }
}

/** Reads `{number, file?}`. @throws ApiError 400 */
function readNumber(body: unknown): GivenInvoice {
  const { number, file, ...rest } = propertiesOf(body)
  requireEmptyBody(rest)
  const read = readGivenInvoice({ number, file })
  if (read === null) throw validationError([{ field: 'number', code: 'required' }])
  return read
}

/** A file of half a megabyte in base64, and what is said beside it. */
export const invoiceBodyLimit = 800_000

/** The file of an invoice of an owner that this person sees. @throws ApiError `not_found` */
async function readFile(db: Kysely<any>, actor: Actor, id: number): Promise<{ name: string; content: Buffer }> {
  const invoice = await firstRow(
    db,
    sql<{ kind: PayeeKind; owner: number; name: string; content: Buffer }>`select owner_kind as kind, owner,
      file_name as name, file as content from invoice where id = ${id}::bigint and file is not null`,
  )
  if (!invoice || !(await canSeePayee({ db, actor }, { kind: invoice.kind, id: invoice.owner })))
    throw new ApiError('not_found')
  return invoice
}

/**
 * The numbers of invoices that payments ask for: which wait for the next payments of an owner, entering one for the next
 * payment, and for a payment that was made.
 */
export function invoiceRoutes(app: FastifyInstance, context: AppContext): void {
  app.get('/api/payment/invoice/:id/file', async (request, reply) => {
    const actor = await actorWithRoles(request, context, ['financial'])
    const { name, content } = await readFile(readAs(context.database, actor), actor, parseIdParam(request.params))
    return sendAttachment(reply, { name, content })
  })
  app.get('/api/payment/:id/invoice/document', async (request, reply) => {
    const actor = await actorWithRoles(request, context, ['financial'])
    const db = readAs(context.database, actor)
    return sendAttachment(reply, await selfBilledDocument(db, actor, parseIdParam(request.params)))
  })
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
      bodyLimit: invoiceBodyLimit,
      // It pays nothing yet.
      stopsMoney: true,
      read: readWaiting,
      async work(change, asked, id) {
        if (!(await canSeePayee(change, { kind, id }))) throw new ApiError('not_found')
        await enterInvoice(change, { kind, id, currency: asked.currency }, asked.invoice)
        return readInvoices(change.db, { kind, id })
      },
    })
  }
  moneyWrite(app, context, {
    url: '/api/payment/:id/invoice',
    roles,
    summary: 'Enter the number of the invoice of a payment: {number}',
    bodyLimit: invoiceBodyLimit,
    stopsMoney: true,
    read: readNumber,
    async work(change, invoice, id) {
      await enterInvoiceOf(change, id, invoice)
      return ['payment', id]
    },
  })
}
