/** What pages and the API say of the invoices that payments ask for. Moments are ISO 8601. */

/** The number of an invoice that waits for the next payment in a currency. */
export interface WaitingInvoice {
  readonly currency: string
  readonly number: string
  readonly enteredAt: string
  readonly enteredBy: string
}

/** What `GET /api/payment/{affiliate|partner}/{id}/invoice` answers. */
export interface InvoicesAnswer {
  /** Whether nothing is paid to this owner without one. */
  readonly isRequired: boolean
  readonly waiting: readonly WaitingInvoice[]
}
