import Box from '@mui/material/Box'
import { type InboxKind, type PayoutKind, payoutStatus } from '../../../../config/answers/inbox.ts'
import type { OwnerRow } from '../../../../config/answers/owners.ts'
import { formatMoney } from '../../../fields/format.ts'
import { RecordLink } from '../../../fields/RecordLink.tsx'
import { useLanguage } from '../../../fields/useLanguage.ts'
import { OwnerActions } from '../../payments/OwnerActions.tsx'
import { useOwners } from '../../payments/useOwners.ts'
import { useStatusText } from '../../payments/useStatusText.ts'
import { HereList } from './HereList.tsx'
import { HereRow, shownMax } from './HereRow.tsx'

/** Affiliates and partners that are not paid for one reason, those with most due first. */
export default function OwnersHere({ kind }: { kind: InboxKind }) {
  const owners = useOwners({
    kind: '',
    statuses: [payoutStatus[kind as PayoutKind]],
    brand: null,
    q: '',
    sort: '-dueValue',
    page: 1,
    size: shownMax,
  })
  return (
    <HereList query={owners}>
      {({ rows }) => rows.map((owner) => <Owner key={`${owner.kind} ${owner.id} ${owner.currency}`} owner={owner} />)}
    </HereList>
  )
}

function Owner({ owner }: { owner: OwnerRow }) {
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
    <HereRow name={name} why={why(owner)}>
      <OwnerActions owner={owner} />
    </HereRow>
  )
}
