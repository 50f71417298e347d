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
  const reconciliation = useReconciliation()
  const { compared, load, isComparing, error } = reconciliation
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
      {compared && <Comparison answer={compared.answer} reconciliation={reconciliation} />}
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
        accept=".csv,.txt,.ofx,.ret,.rem,.xml,text/csv,text/plain,application/x-ofx"
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

/** The lines that could not be read, each with the reason. */
function UnreadLines({ lines }: { lines: ReconciliationAnswer['skipped'] }) {
  const translate = useTranslate()
  if (lines.length === 0) return null
  return (
    <Alert severity="warning" sx={{ mb: 2, '& .MuiAlert-message': { minWidth: 0 } }}>
      {translate('moneyPages.reconciliation.unread', { smart_count: lines.length })}
      <Box component="ul" sx={{ m: 0, mt: 1, pl: 2.5 }}>
        {lines.slice(0, skippedShown).map(({ line, text, problem, value }) => (
          <Box component="li" key={line} sx={{ overflowWrap: 'anywhere' }}>
            {translate('moneyPages.reconciliation.line')} {line}:{' '}
            {translate(`moneyPages.reconciliation.problems.${problem}`, { value })}
            {text !== '' && ` (${text})`}
          </Box>
        ))}
      </Box>
    </Alert>
  )
}

function Comparison({
  answer,
  reconciliation: { choices, choose, answerCode, confirm, isConfirming },
}: {
  answer: ReconciliationAnswer
  reconciliation: ReturnType<typeof useReconciliation>
}) {
  const translate = useTranslate()
  const certain = answer.lines.filter(({ nextStep }) => nextStep === 'confirm').length
  const due = certain + choices.accept.size
  const isAnything = due + choices.dismiss.size > 0
  const apart = answer.skipped.filter(({ problem }) => problem === null)
  const isAllMatched = answer.lines.length > 0 && answer.lines.every(({ finding }) => finding === 'matched')
  return (
    <>
      {answer.lines.length === 0 && <Alert severity="info">{translate('moneyPages.reconciliation.nothing')}</Alert>}
      <UnreadLines lines={answer.skipped.filter(({ problem }) => problem !== null)} />
      {apart.length > 0 && (
        <Alert severity="info" sx={{ mb: 2 }}>
          {translate('moneyPages.reconciliation.skipped', {
            smart_count: apart.length,
            lines: apart
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
      {isAnything && (
        <Alert
          severity="info"
          sx={{ mb: 2, alignItems: 'center' }}
          action={
            <Button
              variant="contained"
              size="small"
              loading={isConfirming}
              onClick={() => void confirm()}
              sx={{ whiteSpace: 'nowrap' }}
            >
              {translate('moneyPages.reconciliation.confirm')}
            </Button>
          }
        >
          {due > 0 && translate('moneyPages.reconciliation.due', { smart_count: due })}{' '}
          {choices.dismiss.size > 0 &&
            translate('moneyPages.reconciliation.dismissed', { smart_count: choices.dismiss.size })}
        </Alert>
      )}
      {findings
        .filter((finding) => answer.counts[finding])
        .map((finding) => (
          <FindingGroup
            key={finding}
            finding={finding}
            lines={answer.lines.filter((line) => line.finding === finding)}
            choices={choices}
            onChoose={choose}
            onCode={(code, means) => void answerCode(code, means)}
          />
        ))}
    </>
  )
}
