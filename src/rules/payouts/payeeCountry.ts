import { isTaxNumber } from '#engine/values/documents/taxNumbers.ts'
import type { PaymentType } from './payments.ts'

/** What is wrong with a payee for its country. */
type PayeeProblem =
  | { readonly field: 'taxNumber'; readonly code: 'invalid_tax_number' }
  | { readonly field: 'paymentType'; readonly code: 'payment_type_must_be_manual' }

/**
 * Whether a payee's tax number is one of its country, and it is paid in a way that reaches it: PIX, by which automatic
 * payments go, is of Brazil.
 */
export function payeeFitsCountry(payee: {
  country?: string | null
  taxNumber?: string | null
  paymentType?: PaymentType | null
}): PayeeProblem[] {
  const { country, taxNumber, paymentType } = payee
  if (!country || country === 'BR') return []
  const isWrong = Boolean(taxNumber) && !isTaxNumber({ country, value: taxNumber! })
  return [
    ...(isWrong ? [{ field: 'taxNumber', code: 'invalid_tax_number' } as const] : []),
    ...(paymentType === 'automatic' ? [{ field: 'paymentType', code: 'payment_type_must_be_manual' } as const] : []),
  ]
}
