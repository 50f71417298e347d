import { useRef } from 'react'
import { LinkBase, useTranslate } from 'react-admin'
import UploadFileIcon from '@mui/icons-material/UploadFileOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { PageHeading } from '#engine/records/ui/PageHeading.tsx'
import { useErrorText } from '#engine/records/ui/useErrorText.ts'
import { pages } from '#resources/pages.ts'
import { FindingGroup } from './FindingGroup.tsx'
import { WaitingStatements } from './WaitingStatements.tsx'
import { findings, type ReconciliationAnswer } from '../answers/reconciliation.ts'
import { useReconciliation } from './useReconciliation.ts'

const skippedShown = 20

/**
 * Compares a bank's or gateway's statement with our payments, group by group with the next step of each, and does what
 * was found.
 */
export default function ReconciliationPage() {
  const translate = useTranslate()
  const errorText = useErrorText()
  const problemText = useProblemText()
  const { compared, load, confirm, isConfirming, isComparing, error } = useReconciliation()
  return (
    <Box sx={{ minWidth: 0 }}>
      <PageHeading
        title={translate('moneyPages.reconciliation.title')}
        detail={translate('moneyPages.reconciliation.lead')}
      >
        <Button component={LinkBase} to={pages.payments.path} variant="outlined">
          {translate('moneyPages.payments.title')}
        </Button>
      </PageHeading>
      <Paper variant="outlined" sx={{ p: 2, mb: 2 }}>
        <FileChoice isBusy={isComparing} onFile={(file) => void load(file)} fileName={compared?.fileName} />
        <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
          {translate('moneyPages.reconciliation.format')}
        </Typography>
        {isComparing && <LinearProgress aria-label={translate('moneyPages.reconciliation.comparing')} sx={{ mt: 1 }} />}
        {error !== null && error !== undefined && (
          <Alert severity="error" sx={{ mt: 2 }}>
            {problemText(error) ?? errorText(error)}
          </Alert>
        )}
      </Paper>
      <WaitingStatements />
      {compared && <Comparison answer={compared.answer} isConfirming={isConfirming} onConfirm={() => void confirm()} />}
    </Box>
  )
}

/** What keeps a statement from being read, in the reader's words; null for other errors. */
function useProblemText(): (error: unknown) => string | null {
  const translate = useTranslate()
  return (error) => {
    const { body } = (error ?? {}) as { body?: { code?: string; values?: Record<string, unknown> } }
    const { problem, line, value } = body?.values ?? {}
    if (body?.code !== 'invalid_statement' || typeof problem !== 'string') return null
    const reason = translate(`moneyPages.reconciliation.problems.${problem}`, { value })
    return translate('errors.invalid_statement', { line, reason })
  }
}

function FileChoice({
  isBusy,
  onFile,
  fileName,
}: {
  isBusy: boolean
  onFile: (file: File) => void
  fileName: string | undefined
}) {
  const translate = useTranslate()
  const input = useRef<HTMLInputElement>(null)
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
      <Button
        variant="contained"
        startIcon={<UploadFileIcon />}
        disabled={isBusy}
        onClick={() => input.current?.click()}
      >
        {translate('moneyPages.reconciliation.choose')}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".csv,.txt,.ofx,.ret,.rem,text/csv,text/plain,application/x-ofx"
        hidden
        aria-label={translate('moneyPages.reconciliation.choose')}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          // The same file can be chosen again once it was mended.
          target.value = ''
          if (file) onFile(file)
        }}
      />
      {fileName && <Typography variant="body2">{fileName}</Typography>}
    </Box>
  )
}

function Comparison({
  answer,
  isConfirming,
  onConfirm,
}: {
  answer: ReconciliationAnswer
  isConfirming: boolean
  onConfirm: () => void
}) {
  const translate = useTranslate()
  const due = answer.lines.filter(({ nextStep }) => nextStep === 'confirm').length
  const isAllMatched = answer.lines.length > 0 && answer.lines.every(({ finding }) => finding === 'matched')
  return (
    <>
      {answer.lines.length === 0 && <Alert severity="info">{translate('moneyPages.reconciliation.nothing')}</Alert>}
      {answer.skipped.length > 0 && (
        <Alert severity="info" sx={{ mb: 2 }}>
          {translate('moneyPages.reconciliation.skipped', {
            smart_count: answer.skipped.length,
            lines: answer.skipped
              .slice(0, skippedShown)
              .map(({ line, text }) => `${line}: ${text}`)
              .join(' | '),
          })}
        </Alert>
      )}
      {isAllMatched && (
        <Alert severity="success" sx={{ mb: 2 }}>
          {translate('moneyPages.reconciliation.allMatched')}
        </Alert>
      )}
      {due > 0 && (
        <Alert
          severity="info"
          sx={{ mb: 2, alignItems: 'center' }}
          action={
            <Button
              variant="contained"
              size="small"
              loading={isConfirming}
              onClick={onConfirm}
              sx={{ whiteSpace: 'nowrap' }}
            >
              {translate('moneyPages.reconciliation.confirm')}
            </Button>
          }
        >
          {translate('moneyPages.reconciliation.due', { smart_count: due })}
        </Alert>
      )}
      {findings
        .filter((finding) => answer.counts[finding])
        .map((finding) => (
          <FindingGroup
            key={finding}
            finding={finding}
            lines={answer.lines.filter((line) => line.finding === finding)}
          />
        ))}
    </>
  )
}
