import type { Exactly } from './fields/index.ts'

/** What is said of a tax that is kept back from payments; its numbers are data, which the accountant loads. */
export interface TaxDefinition {
  /** Taxes that are taken off its base first. */
  readonly after?: readonly string[]
  /** Each municipality has its own tables; without it one holds everywhere. */
  readonly byMunicipality?: boolean
}

/** Every tax, by its name, in the order in which they are kept back. */
export type Taxes = Readonly<Record<string, TaxDefinition>>

/**
 * Declares a tax that can be withheld from payments. It has no numbers: without a table of the day, the kind of owner
 * and its municipality nothing is kept back.
 * @example irrf: defineTax({ after: ['inss'] })
 */
export const defineTax = <const T extends TaxDefinition>(definition: Exactly<T, Required<TaxDefinition>>): T =>
  definition
