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
