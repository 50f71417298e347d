/** What pages and the API say of the invoices that payments ask for. Moments are ISO 8601. */

/** An invoice that waits for the next payment in a currency. */
export interface WaitingInvoice {
  readonly id: number
  readonly currency: string
  readonly number: string
  readonly enteredAt: string
  readonly enteredBy: string
  /** Its file (`GET /api/payment/invoice/{id}/file`); null where the number alone was entered. */
  readonly fileName: string | null
  /** What the XML of an NFS-e says was billed, and on which day. */
  readonly amount: number | null
  readonly issuedOn: string | null
  /** What is pending in its currency, to be compared with the amount. */
  readonly due: number
}

/** What `GET /api/payment/{affiliate|partner}/{id}/invoice` answers. */
export interface InvoicesAnswer {
  /** Whether nothing is paid to this owner without one. */
  readonly isRequired: boolean
  readonly waiting: readonly WaitingInvoice[]
  /** Numbers of invoices of the company's own that stay unused, because their payments did not stand; where any are. */
  readonly voided?: readonly { readonly number: string; readonly givenAt: string; readonly voidedAt: string }[]
}
