import type { TaxName } from '#resources/taxes.ts'
import { addDays, type Day } from '#engine/values/calendar.ts'
import { defaultCurrency } from '#engine/values/money.ts'
import type { DatedTaxTable, TaxBracket } from '#rules/payouts/withholding.ts'
import type { TableKind } from './taxTables.ts'

type Typed = number | string | null

/** A bracket as it is typed: what is no number stays as it was typed. */
export interface DraftBracket {
  readonly from: Typed
  readonly rate: Typed
  readonly deduct: Typed
}

/** A table that somebody is about to load. */
export interface Draft extends TableKind {
  readonly from: string
  readonly brackets: readonly DraftBracket[]
  readonly ceiling: Typed
  readonly source: string
}

/** A table of which nothing is said but whose tax it is. */
export const emptyDraft = (tax: TaxName): Draft => ({
  tax,
  ownerKind: 'cpf',
  municipality: '',
  currency: defaultCurrency,
  from: '',
  brackets: [{ from: 0, rate: null, deduct: null }],
  ceiling: null,
  source: '',
})

/** What a table becomes from tomorrow on; who says so is said anew. */
export const draftOf = (
  { tax, ownerKind, municipality, currency, brackets, ceiling }: DatedTaxTable,
  today: Day,
): Draft => ({
  tax,
  ownerKind,
  municipality,
  currency,
  from: addDays(today, 1),
  brackets: brackets.map(({ from, rate, deduct }) => ({ from, rate, deduct: deduct === 0 ? null : deduct })),
  ceiling,
  source: '',
})

const isNumber = (value: Typed): value is number => typeof value === 'number'

/** The brackets as they are loaded; null where one is no bracket. */
export function bracketsOf(draft: Draft): TaxBracket[] | null {
  const brackets = draft.brackets.map(({ from, rate, deduct }) => ({ from, rate, deduct: deduct ?? 0 }))
  const areWhole = brackets.every(({ from, rate, deduct }) => isNumber(from) && isNumber(rate) && isNumber(deduct))
  return areWhole ? (brackets as TaxBracket[]).toSorted((one, other) => one.from - other.from) : null
}

/** The table as it is loaded; null where something of it is missing. */
export function tableOf(draft: Draft): (DatedTaxTable & { readonly source: string }) | null {
  const { tax, ownerKind, municipality, currency, from, ceiling, source } = draft
  const brackets = bracketsOf(draft)
  if (!brackets || source.trim() === '' || from === '' || typeof ceiling === 'string') return null
  return {
    tax,
    ownerKind,
    municipality: municipality.trim().toLowerCase(),
    currency,
    from,
    brackets,
    ceiling,
    source: source.trim(),
  }
}
