import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useDataProvider, useNotify, useRecordContext, useRefresh, useTranslate } from 'react-admin'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { ProvedSite, SiteDecisions } from '../../../config/answers/sites.ts'
import { can } from '../../../config/derive/access.ts'
import type { BackOfficeDataProvider } from '../../dataProvider.ts'
import { useWork } from '../../dialogs/useWork.ts'
import { saveFile } from '../../export/saveFile.ts'
import { Answered } from '../../pages/money/Answered.tsx'
import { MoneyDialog } from '../../pages/money/MoneyDialog.tsx'
import { useActor, useConfiguredResource } from '../../resource/ResourcesContext.tsx'
import { useErrorText } from '../../resource/useErrorText.ts'
import { Panel } from '../Panel.tsx'
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
    <Panel title={translate('late.sites.title')} lead={translate('late.sites.lead')}>
      {record['state'] === 'waiting' && <Decide key={version} id={id} version={version} />}
      <Answered query={decisions}>
        {({ decisions: list }) => (
          <>
            <DecisionList decisions={list} words="late.sites" />
            {list.some(({ decision }) => decision === 'approved') && <ProofButton id={id} />}
          </>
        )}
      </Answered>
    </Panel>
  )
}

function Decide({ id, version }: { id: number; version: number }) {
  const translate = useTranslate()
  const actor = useActor()
  const resource = useConfiguredResource()
  const notify = useNotify()
  const refresh = useRefresh()
  const errorText = useErrorText()
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const { run, isRunning, error } = useWork()
  const [isRefusing, setIsRefusing] = useState(false)
  if (!can({ actor, resource, operation: 'update' })) return null
  const approve = () =>
    run(async () => {
      const body = JSON.stringify({ version })
      await dataProvider.callApi(`/api/affiliateSite/${id}/approve`, { method: 'POST', body })
      notify('late.sites.approved', { type: 'success' })
      refresh()
    })
  return (
    <>
      {error !== null && <Alert severity="error">{errorText(error)}</Alert>}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, my: 1.5 }}>
        <Button variant="contained" size="small" loading={isRunning} onClick={() => void approve()}>
          {translate('late.sites.approve')}
        </Button>
        <Button variant="outlined" color="error" size="small" onClick={() => setIsRefusing(true)}>
          {translate('late.sites.refuse')}
        </Button>
      </Box>
      {isRefusing && (
        <MoneyDialog
          title={translate('late.sites.refuse')}
          text={translate('late.sites.refuseText')}
          action={{ label: translate('late.sites.refuse'), color: 'error' }}
          reasonLabel={translate('late.sites.reason')}
          call={(reason) => ({ resource: 'affiliateSite', path: `${id}/refuse`, input: { version, reason } })}
          said={() => 'late.sites.refused'}
          onAnswered={(isDone) => isDone && refresh()}
          onClose={() => setIsRefusing(false)}
        />
      )}
    </>
  )
}

/** The approval that holds last as a file, with what leads to the signed head of the log. */
function ProofButton({ id }: { id: number }) {
  const translate = useTranslate()
  const errorText = useErrorText()
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const { run, isRunning, error } = useWork()
  const save = () =>
    run(async () => {
      const proof = await dataProvider.read<ProvedSite>(`/api/affiliateSite/${id}/proof`)
      saveFile({ blob: new Blob([JSON.stringify(proof)], { type: 'application/json' }), name: `site-${id}-proof.json` })
    })
  return (
    <>
      <Button size="small" sx={{ mt: 1 }} loading={isRunning} onClick={() => void save()}>
        {translate('late.sites.proof')}
      </Button>
      {error !== null && <Alert severity="error">{errorText(error)}</Alert>}
    </>
  )
}
