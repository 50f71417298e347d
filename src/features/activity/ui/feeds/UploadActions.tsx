import { useState } from 'react'
import { useNotify, useTranslate } from 'react-admin'
import DownloadIcon from '@mui/icons-material/Download'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useNotifyError } from '#engine/records/ui/useErrorText.ts'
import type { ShownUpload } from '../../answers/uploads.ts'
import { isInProgress } from './isUnderWay.ts'
import { useUploads } from './useUploads.ts'

type Doing = 'import' | 'remove' | 'refusals'

/** What can be done with an uploaded file where it stands. */
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
          onClick={() => run('import', () => beginImport(id), 'feeds.begun')}
        >
          {translate('feeds.import')}
        </Button>
      )}
      {report && report.refused > 0 && !isInProgress(upload) && (
        <Button
          size="small"
          startIcon={<DownloadIcon />}
          loading={running === 'refusals'}
          onClick={() => run('refusals', () => saveRefusals(upload))}
        >
          {translate('feeds.refusals')}
        </Button>
      )}
      <Button
        size="small"
        color="inherit"
        loading={running === 'remove'}
        onClick={() => run('remove', () => remove(id), isInProgress(upload) ? 'feeds.stopped' : undefined)}
      >
        {translate(isInProgress(upload) ? 'feeds.stop' : 'feeds.forget')}
      </Button>
    </Box>
  )
}
