import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDataProvider } from 'react-admin'
import type { PayRunAnswer, RunPayment } from '../../answers/payRun.ts'
import type { PayeeRow } from '../../answers/payees.ts'
import type { BackOfficeDataProvider } from '#engine/records/ui/dataProvider.ts'
import { businessToday } from '#engine/ui/fields/today.ts'
import { payRunPlanFor, runInput, type PayRunInput } from './payees.ts'

/** What a run would do, as the server tried it: by the real rules, over all of it, with nothing kept. */
export interface Preview {
  readonly answer: PayRunAnswer | null
  /** The answer is of what is asked now, and not of what was asked a moment ago. */
  readonly isCurrent: boolean
  readonly error: unknown
  again(): void
}

/** Tries a run anew whenever something about it changes. @param isReady nothing is lacking that the server would ask for */
export function usePreview({
  owners,
  typed,
  isReady,
}: {
  owners: readonly PayeeRow[]
  typed: PayRunInput
  isReady: boolean
}): Preview {
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const paid = owners.some((owner) => payRunPlanFor(owner) === 'hand') ? { paidAt: businessToday() } : {}
  const input = { ...runInput(owners, typed), ...paid }
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery({
    queryKey: ['payment', 'run', 'preview', input],
    queryFn: async () =>
      ((await dataProvider.tryAction({ resource: 'payment', path: 'run', input })) ??
        null) as unknown as PayRunAnswer | null,
    placeholderData: keepPreviousData,
    enabled: isReady && owners.length > 0,
    retry: false,
    staleTime: 0,
    gcTime: 0,
  })
  return {
    answer: data ?? null,
    isCurrent: isReady && data != null && !isPlaceholderData && !isFetching,
    error,
    again: () => void refetch(),
  }
}

/** What becomes of a payment of a run. */
export type Outcome = 'send' | 'hand' | 'ask' | 'approve'

export const outcomeOf = ({ awaitsApproval, isApproval, method }: RunPayment): Outcome =>
  awaitsApproval ? 'ask' : isApproval ? 'approve' : method === 'manual' ? 'hand' : 'send'

/** The payment of an owner in an answer; undefined where there is none. */
export const paymentOf = (answer: PayRunAnswer | null, owner: PayeeRow): RunPayment | undefined =>
  answer?.payments.find(
    ({ kind, id, currency }) => kind === owner.kind && id === owner.id && currency === owner.currency,
  )
