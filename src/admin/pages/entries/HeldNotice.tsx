import { useQuery } from '@tanstack/react-query'
import { type RaRecord, useDataProvider } from 'react-admin'
import Alert from '@mui/material/Alert'
import type { HoldsAnswer } from '../../../config/answers/holds.ts'
import type { BackOfficeDataProvider } from '../../dataProvider.ts'
import { useHoldText } from '../payments/useHoldText.ts'

/** Why a pending entry is not paid, where its owner is held. */
export default function HeldNotice({ entry }: { entry: RaRecord }) {
  const text = useHoldText()
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const kind = entry['affiliate'] ? 'affiliate' : 'partner'
  const path = `/api/payment/${kind}/${entry[kind]}/holds`
  const { data } = useQuery({
    queryKey: ['payment', 'holds', path],
    queryFn: ({ signal }) => dataProvider.read<HoldsAnswer>(path, signal),
    retry: false,
    staleTime: 60_000,
  })
  const hold = data?.holds?.find(({ releasedAt }) => releasedAt === null)
  return hold ? (
    <Alert severity="warning" sx={{ gridColumn: '1 / -1', overflowWrap: 'anywhere' }}>
      {text(hold)}
    </Alert>
  ) : null
}
