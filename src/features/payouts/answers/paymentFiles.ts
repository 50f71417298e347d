/** A file of credit transfers (ISO 20022, pain.001) as it was written: one company, one currency. */
export interface PaymentFileAnswer {
  readonly id: number
  readonly messageId: string
  readonly company: number
  readonly currency: string
  /** How many there are in it. */
  readonly payments: number
  readonly controlSum: number
  /** The day on which the bank is to pay. */
  readonly executedOn: string
  readonly createdAt: string
  readonly createdBy: string
}

/** What `GET /api/payment/file` answers. */
export interface PaymentFilesAnswer {
  /** Payments to IBANs that no file holds yet. */
  readonly waiting: readonly {
    readonly company: number
    readonly currency: string
    readonly payments: number
    readonly value: number
  }[]
  readonly files: readonly PaymentFileAnswer[]
}

/** What `POST /api/payment/file` answers; without an id where none of them may be sent any more. */
export interface WrittenFileAnswer {
  readonly id: number | null
  readonly messageId: string | null
  readonly currency: string
  /** The payments in it. */
  readonly payments: readonly number[]
  readonly controlSum: number
  /** Payments that were withdrawn or wait on; each says why among its attempts. */
  readonly left: readonly number[]
}
