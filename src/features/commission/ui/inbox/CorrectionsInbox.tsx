import { lazy } from 'react'
import { type RaRecord, useGetList, useTranslate } from 'react-admin'
import { DialogButton } from '#engine/ui/dialogs/DialogButton.tsx'
import { RelativeMoment } from '#engine/ui/fields/RelativeMoment.tsx'
import { useActor, useResources } from '#engine/records/ui/ResourcesContext.tsx'
import { useRecordName } from '#engine/records/ui/useRecordTitle.ts'
import { InboxList } from '#engine/ui/inbox/InboxList.tsx'
import { InboxRow, shownMax } from '#engine/ui/inbox/InboxRow.tsx'
import { ReviewDialog } from '#engine/ui/inbox/ReviewDialog.tsx'

const DecidedCorrection = lazy(async () => ({
  default: (await import('../corrections/CorrectionPanel.tsx')).DecidedCorrection,
}))

/** Corrections that another person asked for, each with what it comes to. */
export default function CorrectionsHere() {
  const actor = useActor()
  const corrections = useGetList(
    'correction',
    {
      filter: { state: ['waiting'] },
      sort: { field: 'createdAt', order: 'ASC' },
      // One's own are not for oneself to decide.
      pagination: { page: 1, perPage: shownMax * 2 },
    },
    { retry: false, staleTime: 0 },
  )
  return (
    <InboxList query={corrections}>
      {(all = []) =>
        all
          .filter(({ requestedBy }) => requestedBy !== actor.name)
          .slice(0, shownMax)
          .map((correction) => <Correction key={correction.id} correction={correction} />)
      }
    </InboxList>
  )
}

function Correction({ correction }: { correction: RaRecord }) {
  const translate = useTranslate()
  const name = useRecordName(useResources()['correction']!, correction)
  const label = translate('panels.correction.preview')
  const why = (
    <>
      <RelativeMoment at={correction['createdAt'] as string} /> ·{' '}
      {translate('resourcePages.entries.writtenBy', {
        name: String(correction['requestedBy'] ?? '–'),
        reason: String(correction['reason'] ?? '–'),
      })}
    </>
  )
  return (
    <InboxRow name={name} why={why}>
      <DialogButton
        size="small"
        variant="outlined"
        label={label}
        aria-label={`${label}: ${name}`}
        dialog={(onClose) => (
          <ReviewDialog title={name} lead={translate('panels.correction.lead')} onClose={onClose}>
            <DecidedCorrection correction={correction} onDecided={onClose} />
          </ReviewDialog>
        )}
      />
    </InboxRow>
  )
}
