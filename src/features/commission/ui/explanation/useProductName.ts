import { useTranslate } from 'react-admin'
import { labelKeys } from '#engine/ui/fields/labels.ts'

/** What a line or an event is about, in the reader's language: a product, CPA, or what partners or others earned. */
export function useProductName(): (product: string) => string {
  const translate = useTranslate()
  const others: Readonly<Record<string, string>> = {
    partner: 'dimensions.partner',
    referral: labelKeys.choice('entryKind', 'referral'),
  }
  return (product) => {
    const other = others[product]
    return translate(`products.${product}`, { _: other ? translate(other) : product })
  }
}
