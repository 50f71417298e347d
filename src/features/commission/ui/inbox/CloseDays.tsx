import { useQueryClient } from '@tanstack/react-query'
import { useDataProvider, useNotify, useTranslate } from 'react-admin'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { InboxItem } from '#features/home/answers/inbox.ts'
import type { BackOfficeDataProvider } from '#engine/records/ui/dataProvider.ts'
import { useAsyncAction } from '#engine/ui/dialogs/useWork.ts'
import { formatDay } from '#engine/ui/fields/format.ts'
import { useActor } from '#engine/records/ui/ResourcesContext.tsx'
import { useErrorText } from '#engine/records/ui/useErrorText.ts'
import { inboxKey } from '#engine/ui/inbox/inboxKey.ts'

/** Closes the days that nobody has closed, from the first to the last. */
export default function CloseDays({ item: { since, until } }: { item: InboxItem }) {
  const actor = useActor()
  const translate = useTranslate()
  const notify = useNotify()
  const errorText = useErrorText()
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const client = useQueryClient()
  const { run, isRunning, error } = useAsyncAction()
  const close = () =>
    run(async () => {
      await dataProvider.runAction({ resource: 'job', path: 'dailyClose/run', input: { from: since, to: until } })
      notify('work.inbox.closing', { type: 'success', messageArgs: { from: formatDay(since), to: formatDay(until) } })
      await client.invalidateQueries({ queryKey: inboxKey })
    })
  if (!actor.root || !since || !until) return null
  return (
    <>
      <Button size="small" variant="contained" loading={isRunning} onClick={() => void close()}>
        {translate('work.inbox.close')}
      </Button>
      {error === null ? null : (
        <Typography role="alert" variant="caption" color="error">
          {errorText(error)}
        </Typography>
      )}
    </>
  )
}
