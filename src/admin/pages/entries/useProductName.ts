import { useTranslate } from 'react-admin'

/** What a line or an event is about, in the reader's language: a product, CPA, or what partners earned. */
export function useProductName(): (product: string) => string {
  const translate = useTranslate()
  return (product) =>
    translate(`products.${product}`, { _: product === 'partner' ? translate('dimensions.partner') : product })
}
