import { useQuery } from '@tanstack/react-query'
import { useDataProvider, useNotify, useRecordContext, useTranslate } from 'react-admin'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import Typography from '@mui/material/Typography'
import type { ScheduledAnswer } from '../../answers/scheduledVersions.ts'
import { can } from '#engine/declaration/derive/access.ts'
import { addDays } from '#engine/values/calendar.ts'
import type { BackOfficeDataProvider } from '#engine/records/ui/dataProvider.ts'
import { PromptDialog } from '#engine/ui/dialogs/AskDialog.tsx'
import { DialogButton } from '#engine/ui/dialogs/DialogButton.tsx'
import { useAsyncAction } from '#engine/ui/dialogs/useWork.ts'
import { formatDay } from '#engine/ui/fields/format.ts'
import { useFieldLabel } from '#engine/ui/fields/labels.ts'
import { useActor, useConfiguredResource } from '#engine/records/ui/ResourcesContext.tsx'
import { useErrorText } from '#engine/records/ui/useErrorText.ts'
import { PastValue } from '#engine/history/ui/PastValue.tsx'

/** What is scheduled for the record, above its history: from when to when, what, by whom, and what became of it. */
export default function ScheduledVersions() {
  const translate = useTranslate()
  const resource = useConfiguredResource()
  const record = useRecordContext()
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const { data, refetch } = useQuery({
    queryKey: ['scheduled', resource.name, record?.id, record?.['version']],
    retry: false,
    queryFn: ({ signal }) =>
      dataProvider.read<ScheduledAnswer[]>(`/api/${resource.name}/${String(record?.id)}/scheduled`, signal),
  })
  // What is over stands in the history itself, and what was withdrawn in the log.
  const open = (data ?? []).filter(({ state, validUntil }) => state === 'waiting' || (state === 'begun' && validUntil))
  if (open.length === 0) return null
  return (
    <Box component="ul" aria-label={translate('panels.schedule.list')} sx={{ listStyle: 'none', m: 0, mb: 2, p: 0 }}>
      {open.map((row) => (
        <ScheduledVersion key={row.id} row={row} onChange={() => void refetch()} />
      ))}
    </Box>
  )
}

function usePeriod(): (row: ScheduledAnswer) => string {
  const translate = useTranslate()
  return ({ validFrom, validUntil }) =>
    validUntil === null
      ? translate('panels.history.sinceDay', { day: formatDay(validFrom) })
      : translate('panels.history.range', { from: formatDay(validFrom), to: formatDay(addDays(validUntil, -1)) })
}

function ScheduledVersion({ row, onChange }: { row: ScheduledAnswer; onChange: () => void }) {
  const translate = useTranslate()
  const actor = useActor()
  const resource = useConfiguredResource()
  const label = useFieldLabel()
  const period = usePeriod()
  const isWaiting = row.state === 'waiting'
  return (
    <Box component="li" sx={{ py: 1, borderTop: 1, borderColor: 'divider' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        <Typography variant="body2" sx={{ fontWeight: 600 }}>
          {period(row)}
        </Typography>
        <Chip
          size="small"
          variant="outlined"
          color={isWaiting ? 'primary' : 'default'}
          label={translate(`panels.schedule.states.${row.state}`)}
        />
        <Typography variant="caption" color="textSecondary">
          {translate('panels.schedule.by', { who: row.scheduledBy })}
        </Typography>
        {isWaiting && can({ actor, resource, operation: 'update' }) && (
          <DialogButton
            size="small"
            label={translate('panels.schedule.withdraw')}
            aria-label={translate('panels.schedule.withdrawNamed', { day: formatDay(row.validFrom) })}
            dialog={(onClose) => <WithdrawDialog row={row} onClose={onClose} onDone={onChange} />}
          />
        )}
      </Box>
      <Typography variant="body2" component="div">
        {Object.entries(row.values)
          .filter(([name]) => resource.fields[name])
          .map(([name, value]) => (
            <div key={name}>
              {label(resource.name, name)}: <PastValue field={resource.fields[name]!} value={value} />
            </div>
          ))}
      </Typography>
      {row.problem !== null && (
        <Alert severity="warning" sx={{ mt: 1 }}>
          {translate('panels.schedule.problem', {
            problem: translate(
              row.problem === 'worse_than_accepted' ? 'panels.schedule.notAccepted' : `errors.${row.problem}`,
            ),
          })}
        </Alert>
      )}
    </Box>
  )
}

function WithdrawDialog({ row, onClose, onDone }: { row: ScheduledAnswer; onClose: () => void; onDone: () => void }) {
  const translate = useTranslate()
  const resource = useConfiguredResource()
  const record = useRecordContext()!
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const notify = useNotify()
  const errorText = useErrorText()
  const { run, isRunning, error } = useAsyncAction()
  const withdraw = async () => {
    const path = `/api/${resource.name}/${String(record.id)}/scheduled/${row.id}`
    if (!(await run(() => dataProvider.callApi(path, { method: 'DELETE' })))) return
    notify('panels.schedule.withdrawn', { type: 'success' })
    onClose()
    onDone()
  }
  return (
    <PromptDialog
      title={translate('panels.schedule.withdrawNamed', { day: formatDay(row.validFrom) })}
      text={translate('panels.schedule.withdrawText')}
      isRunning={isRunning}
      problem={error !== null && errorText(error)}
      onClose={onClose}
      action={{ label: translate('panels.schedule.withdraw'), onClick: () => void withdraw() }}
    />
  )
}
