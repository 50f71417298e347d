import { useTranslate } from 'react-admin'
import type { TaxMessages } from '#locales/en/taxes.ts'
import type { TableKind } from './taxTables.ts'

/** Names a kind of table: tax, whose payments, where, in what: `ISS · CNPJ · recife · BRL`. */
export function useKindName({ everywhere }: TaxMessages): (kind: TableKind) => string {
  const translate = useTranslate()
  return ({ tax, ownerKind, municipality, currency }) =>
    [
      translate(`moneyPages.statement.taxes.${tax}`),
      translate(`choices.documentType.${ownerKind}`),
      municipality === '' ? everywhere : municipality,
      currency,
    ].join(' · ')
}
