import { useQuery } from '@tanstack/react-query'
import { useDataProvider, useRecordContext, useRefresh, useTranslate } from 'react-admin'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ApplicationDuplicate } from '../answers/applications.ts'
import { can } from '#engine/declaration/derive/access.ts'
import type { BackOfficeDataProvider } from '#engine/records/ui/dataProvider.ts'
import { RecordLink } from '#engine/ui/fields/RecordLink.tsx'
import { QueryBoundary } from '#engine/ui/queryPage/Answered.tsx'
import { useActor, useResources } from '#engine/records/ui/ResourcesContext.tsx'
import { Panel } from '#engine/ui/panels/Panel.tsx'
import DecideApplication from './DecideApplication.tsx'

/** On an application's page: who says the same already, and what is decided about it. */
export default function ApplicationPanel() {
  const translate = useTranslate()
  const actor = useActor()
  const affiliate = useResources()['affiliate']
  const record = useRecordContext()
  const refresh = useRefresh()
  // Nobody else may ask: the server would refuse, and a refusal ends the session.
  if (!record || !affiliate || !can({ actor, resource: affiliate, operation: 'create' })) return null
  return (
    <Panel title={translate('applications.title')} lead={translate('applications.lead')}>
      <Duplicates id={Number(record.id)} />
      <DecideApplication onDecided={refresh} />
    </Panel>
  )
}

function Duplicates({ id }: { id: number }) {
  const translate = useTranslate()
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const query = useQuery({
    queryKey: ['application', 'duplicates', id],
    queryFn: ({ signal }) => dataProvider.read<ApplicationDuplicate[]>(`/api/application/${id}/duplicates`, signal),
    retry: false,
    staleTime: 0,
  })
  return (
    <QueryBoundary query={query}>
      {(found) =>
        found.length === 0 ? (
          <Typography variant="body2" color="textSecondary" sx={{ mb: 1.5 }}>
            {translate('applications.noDuplicates')}
          </Typography>
        ) : (
          <Alert severity="warning" sx={{ mb: 1.5 }}>
            {translate('applications.duplicates')}
            <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
              {found.map((duplicate) => (
                <Duplicate key={`${duplicate.object} ${duplicate.id}`} duplicate={duplicate} />
              ))}
            </Box>
          </Alert>
        )
      }
    </QueryBoundary>
  )
}

function Duplicate({ duplicate: { object, id, name, state, on } }: { duplicate: ApplicationDuplicate }) {
  const translate = useTranslate()
  const facts = [
    state && translate(`choices.applicationState.${state}`),
    ...on.map((field) => translate(`applications.on.${field}`)),
  ].filter(Boolean)
  return (
    <li>
      {translate(`applications.objects.${object}`)}{' '}
      <RecordLink resource={object} id={id}>
        {name}
      </RecordLink>{' '}
      ({facts.join(', ')})
    </li>
  )
}
