import { useQuery } from '@tanstack/react-query'
import { useDataProvider, useRecordContext, useTranslate } from 'react-admin'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import type { ProvedSite, SiteDecisions } from '../answers/sites.ts'
import type { BackOfficeDataProvider } from '#engine/records/ui/dataProvider.ts'
import { useAsyncAction } from '#engine/ui/dialogs/useWork.ts'
import { saveFile } from '#engine/export/ui/saveFile.ts'
import { QueryBoundary } from '#engine/ui/queryPage/Answered.tsx'
import { useErrorText } from '#engine/records/ui/useErrorText.ts'
import { TransitionButtons } from '#engine/records/ui/transitions/TransitionButtons.tsx'
import { Panel } from '#engine/ui/panels/Panel.tsx'
import { DecisionList } from './DecisionList.tsx'

/** On the page of an affiliate's site: what was decided about what was declared, and what waits to be. */
export default function SitePanel() {
  const translate = useTranslate()
  const record = useRecordContext()
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const id = Number(record?.id)
  const version = Number(record?.['version'])
  const decisions = useQuery({
    queryKey: ['affiliateSite', 'decision', id, version],
    queryFn: ({ signal }) => dataProvider.read<SiteDecisions>(`/api/affiliateSite/${id}/decision`, signal),
    retry: false,
    staleTime: 0,
  })
  if (!record) return null
  return (
    <Panel title={translate('sites.title')} lead={translate('sites.lead')}>
      <TransitionButtons key={version} record={record} />
      <QueryBoundary query={decisions}>
        {({ decisions: list }) => (
          <>
            <DecisionList decisions={list} words="sites" />
            {list.some(({ decision }) => decision === 'approved') && <ProofButton id={id} />}
          </>
        )}
      </QueryBoundary>
    </Panel>
  )
}

/** The approval that holds last as a file, with what leads to the signed head of the log. */
function ProofButton({ id }: { id: number }) {
  const translate = useTranslate()
  const errorText = useErrorText()
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const { run, isRunning, error } = useAsyncAction()
  const save = () =>
    run(async () => {
      const proof = await dataProvider.read<ProvedSite>(`/api/affiliateSite/${id}/proof`)
      saveFile({ blob: new Blob([JSON.stringify(proof)], { type: 'application/json' }), name: `site-${id}-proof.json` })
    })
  return (
    <>
      <Button size="small" sx={{ mt: 1 }} loading={isRunning} onClick={() => void save()}>
        {translate('sites.proof')}
      </Button>
      {error !== null && <Alert severity="error">{errorText(error)}</Alert>}
    </>
  )
}
