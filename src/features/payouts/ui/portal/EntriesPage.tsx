import { useState } from 'react'
import { useTranslate } from 'react-admin'
import { useAddressQuery } from '#engine/ui/router/useAddressQuery.ts'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import Typography from '@mui/material/Typography'
import { PromptDialog } from '#engine/ui/dialogs/AskDialog.tsx'
import { formatDay } from '#engine/ui/fields/format.ts'
import { labelKeys } from '#engine/ui/fields/labels.ts'
import { EntryExplained } from '#features/commission/ui/explanation/EntryExplained.tsx'
import { PageHeading } from '#engine/records/ui/PageHeading.tsx'
import { PagedRows } from '#features/portal/ui/PagedRows.tsx'
import { AskButton } from '#features/portal/ui/Question.tsx'
import { useMoneyText } from '#features/portal/ui/usePortal.ts'

interface Entry {
  readonly id: number
  readonly day: string
  readonly kind: string
  readonly value: number
  readonly currency: string
  readonly status: string
}

/** What an affiliate earned day by day, each with how it came about. */
export default function EntriesPage() {
  const translate = useTranslate()
  // Digests lead to one entry, wherever it stands in the list.
  const [address, setAddress] = useAddressQuery()
  const asked = Number(address.get('entry'))
  return (
    <>
      <PageHeading title={translate('portal.pages.entries')} detail={translate('portal.entries.lead')} />
      <PagedRows<Entry>
        resource="entry"
        sort="day"
        empty={translate('portal.entries.none')}
        row={(entry) => <EntryRow entry={entry} />}
      />
      {Number.isSafeInteger(asked) && asked > 0 && (
        <ExplainDialog id={asked} onClose={() => setAddress(() => new URLSearchParams())} />
      )}
    </>
  )
}

function EntryRow({ entry: { id, day, kind, value, currency, status } }: { entry: Entry }) {
  const translate = useTranslate()
  const money = useMoneyText()
  const [isExplained, setIsExplained] = useState(false)
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
      <Box sx={{ flexGrow: 1, minWidth: 130 }}>
        <Typography component="h2" variant="subtitle2">
          {formatDay(day)}
        </Typography>
        <Typography variant="body2" color="textSecondary">
          {translate(labelKeys.choice('entryKind', kind))}
        </Typography>
      </Box>
      <Chip size="small" variant="outlined" label={translate(labelKeys.choice('entryStatus', status))} />
      <Typography sx={{ fontVariantNumeric: 'tabular-nums', fontWeight: 600 }}>{money(value, currency)}</Typography>
      <Button
        size="small"
        aria-label={translate('portal.entries.explainDay', { day: formatDay(day) })}
        onClick={() => setIsExplained(true)}
      >
        {translate('portal.entries.explain')}
      </Button>
      <AskButton object="entry" record={id} name={formatDay(day)} />
      {isExplained && <ExplainDialog id={id} onClose={() => setIsExplained(false)} />}
    </Box>
  )
}

function ExplainDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const translate = useTranslate()
  return (
    <PromptDialog
      title={translate('resourcePages.entries.steps')}
      maxWidth="md"
      isRead
      closeLabel="resourcePages.actions.close"
      onClose={onClose}
    >
      <EntryExplained id={id} />
    </PromptDialog>
  )
}
