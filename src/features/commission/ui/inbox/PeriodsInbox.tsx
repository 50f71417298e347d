import { lazy } from 'react'
import { type RaRecord, useGetList, useTranslate } from 'react-admin'
import type { PeriodState } from '#rules/accountingPeriods.ts'
import { DialogButton } from '#engine/ui/dialogs/DialogButton.tsx'
import { labelKeys } from '#engine/ui/fields/labels.ts'
import { businessToday } from '#engine/ui/fields/today.ts'
import { useResources } from '#engine/records/ui/ResourcesContext.tsx'
import { useRecordName } from '#engine/records/ui/useRecordTitle.ts'
import { InboxList } from '#engine/ui/inbox/InboxList.tsx'
import { InboxRow, shownMax } from '#engine/ui/inbox/InboxRow.tsx'
import { ReviewDialog } from '#engine/ui/inbox/ReviewDialog.tsx'

const WholeChecklist = lazy(async () => ({ default: (await import('../periods/PeriodPanel.tsx')).WholeChecklist }))

/** Periods that are over, the oldest first, each with its checklist and the step that comes next. */
export default function PeriodsHere() {
  const periods = useGetList(
    'period',
    {
      filter: { state: ['open', 'checked'] },
      sort: { field: 'to', order: 'ASC' },
      pagination: { page: 1, perPage: shownMax },
    },
    { retry: false, staleTime: 0 },
  )
  const today = businessToday()
  return (
    <InboxList query={periods}>
      {(all = []) =>
        all.filter(({ to }) => (to as string) < today).map((period) => <Period key={period.id} period={period} />)
      }
    </InboxList>
  )
}

function Period({ period }: { period: RaRecord }) {
  const translate = useTranslate()
  const name = useRecordName(useResources()['period']!, period)
  const state = period['state'] as PeriodState
  const label = translate('panels.period.title')
  return (
    <InboxRow name={name} why={translate(labelKeys.choice('periodState', state))}>
      <DialogButton
        size="small"
        variant="outlined"
        label={label}
        aria-label={`${label}: ${name}`}
        dialog={(onClose) => (
          <ReviewDialog title={name} lead={translate('panels.period.lead')} onClose={onClose}>
            <WholeChecklist id={Number(period.id)} state={state} to={period['to'] as string} />
          </ReviewDialog>
        )}
      />
    </InboxRow>
  )
}
