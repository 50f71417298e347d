import { useId } from 'react'
import { useTranslate } from 'react-admin'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import LinearProgress from '@mui/material/LinearProgress'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { formatNumber } from '#engine/ui/fields/format.ts'
import { ReferenceValue } from '#engine/ui/fields/ReferenceValue.tsx'
import { useLanguage } from '#engine/ui/fields/useLanguage.ts'
import { useActor } from '#engine/records/ui/ResourcesContext.tsx'
import { CloseOffer } from './CloseOffer.tsx'
import { FileSize } from './FileSize.tsx'
import { Report } from './Report.tsx'
import type { ShownUpload } from '../../answers/uploads.ts'
import { isInProgress } from './isUnderWay.ts'
import { UploadActions } from './UploadActions.tsx'
import { useProblemText } from './useProblemText.ts'
import { RelativeMoment } from '#engine/ui/fields/RelativeMoment.tsx'

const colors = { receiving: 'default', waiting: 'default', running: 'info', done: 'success', failed: 'error' } as const

/** One uploaded file: where it stands, what would become or became of it, and what can be done. */
export function UploadCard({ brand, upload }: { brand: number; upload: ShownUpload }) {
  const translate = useTranslate()
  const titleId = useId()
  const { root } = useActor()
  const { fileName, bytes, step, state, createdBy, createdAt, createMissing, profile } = upload
  const problem = useProblemText()(upload)
  // A check that ended well is a question still; an import that ended well is done.
  const shown =
    step === 'check' && state === 'done'
      ? 'checked'
      : state === 'done'
        ? 'imported'
        : state === 'running'
          ? step === 'check'
            ? 'checking'
            : 'importing'
          : state
  return (
    <Paper component="li" variant="outlined" aria-labelledby={titleId} sx={{ p: 2 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        <Typography id={titleId} component="h2" variant="subtitle1" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
          {fileName}
        </Typography>
        <Chip
          size="small"
          variant="outlined"
          color={shown === 'checked' ? 'warning' : colors[state]}
          label={translate(`feeds.states.${shown}`)}
        />
      </Box>
      <Typography variant="body2" color="textSecondary">
        <FileSize bytes={bytes} /> · <RelativeMoment at={createdAt} /> · {createdBy}
        {createMissing && <> · {translate('feeds.withMissing')}</>}
        {profile !== null && (
          <>
            {' '}
            · <ReferenceValue target="rewardProfile" id={profile} />
          </>
        )}
      </Typography>
      {isInProgress(upload) && <Progress upload={upload} />}
      {problem && (
        <Alert severity="error" sx={{ mt: 1.5 }}>
          {problem}
        </Alert>
      )}
      {upload.import ? (
        <Report report={upload.import} isDone />
      ) : (
        upload.check && <Report report={upload.check} isDone={false} />
      )}
      {root && step === 'import' && state === 'done' && upload.import?.days && <CloseOffer days={upload.import.days} />}
      <UploadActions brand={brand} upload={upload} />
    </Paper>
  )
}

function Progress({ upload: { state, progress, step, check } }: { upload: ShownUpload }) {
  const translate = useTranslate()
  const language = useLanguage()
  const count = (value: number) => formatNumber(value, { language })
  const label = translate(
    state === 'waiting' ? 'feeds.states.waiting' : `feeds.states.${step === 'check' ? 'checking' : 'importing'}`,
  )
  const total = step === 'import' ? (check?.rows ?? 0) : 0
  const isMeasured = total > 0 && progress !== null
  const done = progress && count(progress.rows)
  const shown =
    progress &&
    (isMeasured
      ? translate('resourcePages.export.progress', { done, total: count(total) })
      : translate('feeds.rowsSoFar', { smart_count: progress.rows, rows: done }))
  return (
    <Box sx={{ mt: 1.5 }} role="status">
      <Typography variant="body2">
        {label}
        {shown && ` · ${shown}`}
      </Typography>
      <LinearProgress
        aria-label={label}
        sx={{ mt: 0.5 }}
        {...(isMeasured ? { variant: 'determinate', value: Math.min(100, (progress.rows / total) * 100) } : {})}
      />
      <Typography variant="caption" color="textSecondary">
        {translate('feeds.mayLeave')}
      </Typography>
    </Box>
  )
}
