import type { CodeMeaning } from '../answers/reconciliation.ts'
import type { Payee } from '#rules/payouts/payments.ts'
import { codesIn, knownMeaning, stateOfCodes } from './formats/cnabCodes.ts'
import type { BankCode, StatementLine } from './formats/statementLine.ts'

/** What a company says that an occurrence of a bank means. */
export interface RememberedCode extends BankCode {
  readonly company: number | null
  readonly means: CodeMeaning
}

/** Whose a bank's text is, as a person accepted it; of nobody where it is no payment of the company's. */
export interface RememberedText {
  readonly company: number | null
  /** By its names alone (`nameKey`). */
  readonly text: string
  readonly owner: Payee | null
}

/** What people said of earlier statements. */
export interface Remembered {
  readonly codes: readonly RememberedCode[]
  readonly texts: readonly RememberedText[]
}

/**
 * A line whose occurrence no table has, with the state that the company's answers give it; else with the code that still
 * waits for one.
 */
export function stateOfRememberedCode(there: StatementLine, codes: readonly RememberedCode[]): StatementLine {
  const { code: wrote, ...rest } = there
  if (!wrote) return there
  const answered = new Map(codes.filter(({ bank }) => bank === wrote.bank).map(({ code, means }) => [code, means]))
  const meaningOf = (code: string) => knownMeaning(code) ?? answered.get(code)
  const parts = wrote.code === '' ? [''] : codesIn(wrote.code).map((code) => code.trim())
  // The whole of an occurrence can be answered as well, where its parts contradict each other.
  const state = answered.has(wrote.code)
    ? stateOfCodes([wrote.code], (code) => answered.get(code))
    : stateOfCodes(parts, meaningOf)
  if (state) return { ...rest, state }
  const open = parts.find((code) => meaningOf(code) === undefined) ?? wrote.code
  return { ...rest, state: 'unclear', code: { ...wrote, code: open } }
}
