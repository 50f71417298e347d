import type { PaymentKeyType } from '#engine/values/documents/paymentKeys.ts'
import { isTaxNumber } from '#engine/values/documents/taxNumbers.ts'
/** The type of the key of a payee abroad: its account. */
export const accountKeyType = 'iban'

/** What a payee's money goes by. */
export type PayeeKeyType = PaymentKeyType | typeof accountKeyType

/** Whether a payee of this country is paid to an IBAN; PIX, by which the others are paid, does not leave Brazil. */
export const isPaidToAccount = (country: string | null | undefined): boolean => Boolean(country) && country !== 'BR'

/** Whether the tax number of a payee, or of who wants to become one, is one of its country. */
export function payeeFitsCountry({
  country,
  taxNumber,
}: {
  country?: string | null
  taxNumber?: string | null
}): { field: 'taxNumber'; code: 'invalid_tax_number' } | null {
  const isWrong = isPaidToAccount(country) && taxNumber && !isTaxNumber({ country: country!, value: taxNumber })
  return isWrong ? { field: 'taxNumber', code: 'invalid_tax_number' } : null
}
