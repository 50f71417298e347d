import { useState } from 'react'
import { useDataProvider, useNotify, useTranslate } from 'react-admin'
import DownloadIcon from '@mui/icons-material/Download'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { BackOfficeDataProvider } from '../../dataProvider.ts'
import { useActor } from '../../resource/ResourcesContext.tsx'
import { useNotifyError } from '../../resource/useErrorText.ts'
import type { ShownUpload } from '../../../config/answers/uploads.ts'
import { isUnderWay } from './isUnderWay.ts'
import { useUploads } from './useUploads.ts'

type Doing = 'import' | 'remove' | 'refusals' | 'close'

/** What can be done with an uploaded file where it stands; what was imported is earned once its days are closed. */
export function UploadActions({ brand, upload }: { brand: number; upload: ShownUpload }) {
  const translate = useTranslate()
  const notify = useNotify()
  const notifyError = useNotifyError()
  const { beginImport, remove, saveRefusals } = useUploads(brand)
  const [running, setRunning] = useState<Doing | null>(null)
  const run = (name: Doing, work: () => Promise<void>, notice?: string) => {
    setRunning(name)
    work()
      .then(() => {
        if (notice) notify(notice, { type: 'success', messageArgs: { name: upload.fileName } })
      }, notifyError)
      .finally(() => setRunning(null))
  }
  const actor = useActor()
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const closeDays = async () => {
    await dataProvider.runAction({ resource: 'job', path: 'dailyClose/run', input: {} })
  }
  const { id, step, state, check } = upload
  const isImportable = step === 'check' && state === 'done' && (check?.accepted ?? 0) > 0
  const isRepeatable = step === 'import' && state === 'failed'
  const report = upload.import ?? check
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1.5 }}>
      {(isImportable || isRepeatable) && (
        <Button
          variant="contained"
          size="small"
          loading={running === 'import'}
          onClick={() => run('import', () => beginImport(id), 'moneyPages.feeds.begun')}
        >
          {translate('moneyPages.feeds.import')}
        </Button>
      )}
      {actor.root && upload.import && state === 'done' && (
        <Button
          variant="contained"
          size="small"
          loading={running === 'close'}
          onClick={() => run('close', closeDays, 'work.afterImport.started')}
        >
          {translate('work.afterImport.days')}
        </Button>
      )}
      {report && report.refused > 0 && !isUnderWay(upload) && (
        <Button
          size="small"
          startIcon={<DownloadIcon />}
          loading={running === 'refusals'}
          onClick={() => run('refusals', () => saveRefusals(upload))}
        >
          {translate('moneyPages.feeds.refusals')}
        </Button>
      )}
      <Button
        size="small"
        color="inherit"
        loading={running === 'remove'}
        onClick={() => run('remove', () => remove(id), isUnderWay(upload) ? 'moneyPages.feeds.stopped' : undefined)}
      >
        {translate(isUnderWay(upload) ? 'moneyPages.feeds.stop' : 'moneyPages.feeds.forget')}
      </Button>
    </Box>
  )
}
