import type { Day } from '../../domain/calendar.ts'
import type { TaxBracket } from '../../domain/withholding.ts'

/** A table of a tax, as `GET /api/tax` lists it: it holds from a day on until the next of its kind. */
export interface StoredTaxTable {
  readonly id: number
  readonly company: number
  readonly tax: string
  readonly ownerKind: 'cpf' | 'cnpj'
  /** In small letters; empty where it holds everywhere. */
  readonly municipality: string
  readonly currency: string
  readonly from: Day
  readonly brackets: readonly TaxBracket[]
  readonly ceiling: number | null
  readonly source: string
}
