import { useQueries } from '@tanstack/react-query'
import { useDataProvider, type RaRecord } from 'react-admin'
import type { InvoicesAnswer } from '../../answers/invoices.ts'
import { type Payee, payeeOf } from '#rules/payouts/payments.ts'
import type { BackOfficeDataProvider } from '#engine/records/ui/dataProvider.ts'
import { useReferenceNames } from '#engine/ui/fields/ReferenceValue.tsx'
import { useIdempotentCall } from '#engine/ui/queryPage/useCall.ts'

/** Whose payment asks for the number of an invoice, in which currency. */
export interface AskedInvoice extends Payee {
  readonly name: string
  readonly currency: string
  /** The number that waits for the payment already. */
  readonly waiting: string | null
}

/** The number of an invoice, as it was typed. */
export type TypedInvoice = Payee & { readonly currency: string; readonly number: string }

type Place = Payee & { readonly currency: string }

/** More are not asked about: who lacks one is refused with that reason. */
const askedMax = 20

function placesOf(entries: readonly RaRecord[]): Place[] {
  const places = entries.map((entry): Place => ({
    ...payeeOf(entry as unknown as Parameters<typeof payeeOf>[0]),
    currency: String(entry['currency']),
  }))
  return [...new Map(places.map((place) => [JSON.stringify(place), place])).values()].slice(0, askedMax)
}

/** Of whom the payment of entries asks for the number of an invoice. */
export function useAskedInvoices(entries: readonly RaRecord[]): readonly AskedInvoice[] {
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const places = placesOf(entries)
  const answers = useQueries({
    queries: places.map(({ kind, id }) => ({
      queryKey: ['invoices', kind, id],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        dataProvider.read<InvoicesAnswer>(`/api/payment/${kind}/${id}/invoice`, signal),
      retry: false,
      staleTime: 0,
    })),
  })
  const idsOf = (wanted: Payee['kind']) => places.filter(({ kind }) => kind === wanted).map(({ id }) => id)
  const names = {
    affiliate: useReferenceNames({ target: 'affiliate', ids: idsOf('affiliate') }),
    partner: useReferenceNames({ target: 'partner', ids: idsOf('partner') }),
  }
  return places.flatMap((place, at) => {
    const answer = answers[at]?.data
    if (!answer?.isRequired) return []
    const name = names[place.kind].find(({ id }) => Number(id) === place.id)?.name ?? '–'
    const waiting = answer.waiting.find(({ currency }) => currency === place.currency)?.number ?? null
    return [{ ...place, name, waiting }]
  })
}

/** Enters numbers one after the other. @returns whether all of them were taken */
export async function enterInvoices(
  run: ReturnType<typeof useIdempotentCall>['run'],
  invoices: readonly TypedInvoice[],
): Promise<boolean> {
  for (const { kind, id, currency, number } of invoices)
    if (!(await run({ resource: 'payment', path: `${kind}/${id}/invoice`, input: { currency, number } }))) return false
  return true
}
