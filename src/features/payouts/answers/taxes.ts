import type { DatedTaxTable } from '#rules/payouts/withholding.ts'

/** A table of a tax, as it is kept. */
export interface StoredTaxTable extends DatedTaxTable {
  readonly id: number
  readonly company: number
  readonly source: string
}

/** A table as `GET /api/tax` lists it, with who loaded it as it is now, and when, as the log says. */
export interface ListedTaxTable extends StoredTaxTable {
  readonly loadedAt: string | null
  readonly loadedBy: string | null
}

/** A line of `GET /api/tax/report`: what was withheld of a payee in a month for a tax. */
export interface TaxReportRow {
  readonly tax: string
  readonly documentType: string
  /** Empty where the payee has none. */
  readonly document: string
  /** Of all affiliates and partners of the document. */
  readonly name: string
  readonly currency: string
  /** How many payments of the month there are, and what they come to, less what came back of earlier months. */
  readonly payments: number
  readonly gross: number
  readonly withheld: number
  /** Of payments of earlier months that were refused or came back in this one. */
  readonly givenBack: number
  /** `withheld` less `givenBack`. */
  readonly total: number
}

/** What `GET /api/tax/report` answers. */
export interface TaxReport {
  readonly company: number
  /** Its first day. */
  readonly month: string
  readonly rows: readonly TaxReportRow[]
}
