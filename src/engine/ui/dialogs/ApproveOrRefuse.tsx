import { useState } from 'react'
import { type RaRecord, useDataProvider, useNotify, useRefresh, useTranslate } from 'react-admin'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { AnyRecord } from '#engine/declaration/record.ts'
import { can } from '#engine/declaration/derive/access.ts'
import type { BackOfficeDataProvider } from '#engine/records/ui/dataProvider.ts'
import { useAsyncAction } from './useWork.ts'
import { WriteDialog } from '#engine/ui/queryPage/ReasonDialog.tsx'
import { useActor, useConfiguredResource } from '#engine/records/ui/ResourcesContext.tsx'
import { useErrorText } from '#engine/records/ui/useErrorText.ts'
import { isOwnWriting } from './isOwnWriting.ts'

interface ApproveOrRefuseProps {
  readonly record: RaRecord
  /** What it is called, where several stand below each other. */
  readonly name?: string
  /** Where its words are: `approve`, `approved`, `refuse` and `refused`. */
  readonly words: string
  /** What is sent with either, such as the version that was looked at. */
  readonly input?: AnyRecord
  readonly onDecided?: () => void
}

/** Decides, by who may change it, about what an affiliate asked for on the page of its record; a refusal says why. */
export function ApproveOrDecline({ record, name, words, input = {}, onDecided }: ApproveOrRefuseProps) {
  const { id } = record
  const translate = useTranslate()
  const actor = useActor()
  const resource = useConfiguredResource()
  const notify = useNotify()
  const refresh = useRefresh()
  const errorText = useErrorText()
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const { run, isRunning, error } = useAsyncAction()
  const [isRefusing, setIsRefusing] = useState(false)
  if (!can({ actor, resource, operation: 'update' })) return null
  const done = () => {
    refresh()
    onDecided?.()
  }
  const approve = () =>
    run(async () => {
      const body = JSON.stringify(input)
      await dataProvider.callApi(`/api/${resource.name}/${id}/approve`, { method: 'POST', body })
      notify(`${words}.approved`, { type: 'success' })
      done()
    })
  const refuse = translate(`${words}.refuse`)
  const approval = translate(`${words}.approve`)
  const called = (label: string) => (name === undefined ? undefined : `${label}: ${name}`)
  return (
    <>
      {error !== null && <Alert severity="error">{errorText(error)}</Alert>}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, my: 1.5 }}>
        {isOwnWriting(record, actor) ? (
          <Typography variant="body2">{translate('late.authors.own')}</Typography>
        ) : (
          <Button
            variant="contained"
            size="small"
            loading={isRunning}
            aria-label={called(approval)}
            onClick={() => void approve()}
          >
            {approval}
          </Button>
        )}
        <Button
          variant="outlined"
          color="error"
          size="small"
          aria-label={called(refuse)}
          onClick={() => setIsRefusing(true)}
        >
          {refuse}
        </Button>
      </Box>
      {isRefusing && (
        <WriteDialog
          title={refuse}
          text={translate('late.sites.refuseText')}
          action={{ label: refuse, color: 'error' }}
          reasonLabel={translate('late.sites.reason')}
          call={(reason) => ({ resource: resource.name, path: `${id}/refuse`, input: { ...input, reason } })}
          said={() => `${words}.refused`}
          onAnswered={(isDone) => isDone && done()}
          onClose={() => setIsRefusing(false)}
        />
      )}
    </>
  )
}
