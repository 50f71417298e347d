import Box from '@mui/material/Box'
import { type InboxKind, type PayoutKind, payoutStatus } from '#features/home/answers/inbox.ts'
import type { PayeeRow } from '../../answers/payees.ts'
import { formatMoney } from '#engine/ui/fields/format.ts'
import { RecordLink } from '#engine/ui/fields/RecordLink.tsx'
import { useLanguage } from '#engine/ui/fields/useLanguage.ts'
import { OwnerActions } from './PayeeActions.tsx'
import { useOwners } from './usePayees.ts'
import { useStatusText } from './useStatusText.ts'
import { InboxList } from '#engine/ui/inbox/InboxList.tsx'
import { InboxRow, shownMax } from '#engine/ui/inbox/InboxRow.tsx'

/** Affiliates and partners that are not paid for one reason, those with most due first. */
export default function OwnersHere({ kind }: { kind: InboxKind }) {
  const owners = useOwners({
    kind: '',
    statuses: kind === 'requested' ? [] : [payoutStatus[kind as PayoutKind]],
    isRequested: kind === 'requested',
    brand: null,
    q: '',
    sort: '-dueValue',
    page: 1,
    size: shownMax,
  })
  return (
    <InboxList query={owners}>
      {({ rows }) => rows.map((owner) => <Owner key={`${owner.kind} ${owner.id} ${owner.currency}`} owner={owner} />)}
    </InboxList>
  )
}

function Owner({ owner }: { owner: PayeeRow }) {
  const language = useLanguage()
  const why = useStatusText()
  const name = (
    <>
      <RecordLink resource={owner.kind} id={owner.id}>
        {owner.name}
      </RecordLink>
      <Box component="strong" sx={{ ml: 1.5, fontVariantNumeric: 'tabular-nums' }}>
        {formatMoney(owner.dueValue, { language, currency: owner.currency })}
      </Box>
    </>
  )
  return (
    <InboxRow name={name} why={why(owner)}>
      <OwnerActions owner={owner} />
    </InboxRow>
  )
}
