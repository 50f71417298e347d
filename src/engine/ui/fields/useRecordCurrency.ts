import { useRecordContext } from 'react-admin'

/** The currency of the record at hand, where it has one: its amounts are in it. */
export function useRecordCurrency(): string | undefined {
  const currency: unknown = useRecordContext()?.['currency']
  return typeof currency === 'string' ? currency : undefined
}
