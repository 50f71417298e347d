/**
 * The taxes that can be kept back from payments, in their order. How much is data: tables with dates, by kind of owner
 * and municipality (`POST /api/tax`), which an accountant answers for. None comes with the product.
 */
import { defineTax } from '#engine/declaration/tax.ts'

export const taxes = {
  inss: defineTax({}),
  irrf: defineTax({ after: ['inss'] }),
  iss: defineTax({ byMunicipality: true }),
} as const

/** The name of one of them. */
export type TaxName = keyof typeof taxes

/** Their names, in this order. */
export const taxNames = Object.keys(taxes) as TaxName[]
