import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useDataProvider, useRecordContext, useTranslate } from 'react-admin'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { can } from '#engine/declaration/derive/access.ts'
import type { BackOfficeDataProvider } from '#engine/records/ui/dataProvider.ts'
import { useActor, useConfiguredResource } from '#engine/records/ui/ResourcesContext.tsx'
import { useMomentText } from '#engine/ui/fields/useMomentText.ts'
import { Panel } from '#engine/ui/panels/Panel.tsx'
import { QueryBoundary } from '#engine/ui/queryPage/Answered.tsx'
import { WriteDialog } from '#engine/ui/queryPage/ReasonDialog.tsx'
import type { Suspension, SuspensionAnswer } from '../answers/suspensions.ts'

/** On the page of what can be suspended: whether it is, since when and why; suspending and resuming it. */
export default function SuspensionPanel() {
  const translate = useTranslate()
  const actor = useActor()
  const resource = useConfiguredResource()
  const record = useRecordContext()
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const [decision, setDecision] = useState<'suspend' | 'resume' | null>(null)
  const path = `/api/${resource.name}/${record?.id}/suspension`
  const answer = useQuery({
    queryKey: [resource.name, 'suspension', path],
    queryFn: ({ signal }) => dataProvider.read<SuspensionAnswer>(path, signal),
    enabled: record !== undefined,
    retry: false,
    staleTime: 0,
  })
  if (!record) return null
  const mayDecide = can({ actor, resource, operation: 'update' })
  const name = String(record[resource.title])
  return (
    <Panel title={translate('late.suspension.title')}>
      <QueryBoundary query={answer}>
        {({ isSuspended, suspensions }) => {
          const next = isSuspended ? 'resume' : 'suspend'
          return (
            <>
              <Suspensions suspensions={suspensions} />
              {mayDecide && (
                <Button
                  size="small"
                  variant="outlined"
                  color={isSuspended ? 'primary' : 'error'}
                  onClick={() => setDecision(next)}
                >
                  {translate(`late.suspension.${next}`)}
                </Button>
              )}
            </>
          )
        }}
      </QueryBoundary>
      {decision && (
        <WriteDialog
          title={translate(`late.suspension.${decision}Title`, { name })}
          text={translate(`late.suspension.${decision}Text`)}
          action={{
            label: translate(`late.suspension.${decision}`),
            color: decision === 'suspend' ? 'error' : 'primary',
          }}
          reasonLabel={translate('late.suspension.reason')}
          call={(reason) => ({ resource: resource.name, path: `${record.id}/${decision}`, input: { reason } })}
          said={() => `late.suspension.${decision === 'suspend' ? 'wasSuspended' : 'wasResumed'}`}
          saidOf={{ name }}
          onAnswered={() => void answer.refetch()}
          onClose={() => setDecision(null)}
        >
          {decision === 'suspend' && <Effects isPayee={['affiliate', 'partner'].includes(resource.name)} />}
        </WriteDialog>
      )}
    </Panel>
  )
}

/** What suspending does, line by line. */
function Effects({ isPayee }: { isPayee: boolean }) {
  const translate = useTranslate()
  const effects = isPayee ? ['links', 'players', 'payments', 'access', 'earned'] : ['links', 'players', 'earned']
  return (
    <Box component="ul" sx={{ mt: 0, pl: 2.5 }}>
      {effects.map((effect) => (
        <li key={effect}>{translate(`late.suspension.effects.${effect}`)}</li>
      ))}
    </Box>
  )
}

function Suspensions({ suspensions }: { suspensions: readonly Suspension[] }) {
  const translate = useTranslate()
  const momentText = useMomentText()
  return suspensions.map(({ startedAt, startedBy, reason, endedAt, endedBy, endReason }) => (
    <Alert key={startedAt} severity={endedAt === null ? 'warning' : 'info'} sx={{ mb: 1 }}>
      {endedAt === null
        ? translate('late.suspension.since', { at: momentText(startedAt), name: startedBy, reason })
        : translate('late.suspension.past', {
            from: momentText(startedAt),
            until: momentText(endedAt),
            reason,
            name: endedBy,
            ended: endReason,
          })}
    </Alert>
  ))
}
