import { useState } from 'react'
import { useDataProvider, useNotify, useRefresh, useTranslate } from 'react-admin'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { AnyRecord } from '../../config/record.ts'
import { can } from '../../config/derive/access.ts'
import type { BackOfficeDataProvider } from '../dataProvider.ts'
import { useWork } from '../dialogs/useWork.ts'
import { MoneyDialog } from '../pages/money/MoneyDialog.tsx'
import { useActor, useConfiguredResource } from '../resource/ResourcesContext.tsx'
import { useErrorText } from '../resource/useErrorText.ts'

interface ApproveOrRefuseProps {
  readonly id: number
  /** Where its words are: `approve`, `approved`, `refuse` and `refused`. */
  readonly words: string
  /** What is sent with either, such as the version that was looked at. */
  readonly input?: AnyRecord
}

/** Decides, by who may change it, about what an affiliate asked for on the page of its record; a refusal says why. */
export function ApproveOrRefuse({ id, words, input = {} }: ApproveOrRefuseProps) {
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
      const body = JSON.stringify(input)
      await dataProvider.callApi(`/api/${resource.name}/${id}/approve`, { method: 'POST', body })
      notify(`${words}.approved`, { type: 'success' })
      refresh()
    })
  const refuse = translate(`${words}.refuse`)
  return (
    <>
      {error !== null && <Alert severity="error">{errorText(error)}</Alert>}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, my: 1.5 }}>
        <Button variant="contained" size="small" loading={isRunning} onClick={() => void approve()}>
          {translate(`${words}.approve`)}
        </Button>
        <Button variant="outlined" color="error" size="small" onClick={() => setIsRefusing(true)}>
          {refuse}
        </Button>
      </Box>
      {isRefusing && (
        <MoneyDialog
          title={refuse}
          text={translate('late.sites.refuseText')}
          action={{ label: refuse, color: 'error' }}
          reasonLabel={translate('late.sites.reason')}
          call={(reason) => ({ resource: resource.name, path: `${id}/refuse`, input: { ...input, reason } })}
          said={() => `${words}.refused`}
          onAnswered={(isDone) => isDone && refresh()}
          onClose={() => setIsRefusing(false)}
        />
      )}
    </>
  )
}
