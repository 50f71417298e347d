import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useRefresh, useTranslate } from 'react-admin'
import UploadFileIcon from '@mui/icons-material/UploadFileOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import { PromptDialog } from '#engine/ui/dialogs/AskDialog.tsx'
import { useAsyncAction } from '#engine/ui/dialogs/useWork.ts'
import { RelativeMoment } from '#engine/ui/fields/RelativeMoment.tsx'
import { useResourceName } from '#engine/ui/fields/labels.ts'
import { useLanguage } from '#engine/ui/fields/useLanguage.ts'
import { useConfiguredResource } from '#engine/records/ui/ResourcesContext.tsx'
import { useErrorText } from '#engine/records/ui/useErrorText.ts'
import type { ShownImport } from '../answers/imports.ts'
import { CheckedImport, Counts, RefusedRows } from './CheckedImport.tsx'
import { type ImportChoice, type ImportPreset, isUnderWay, useImport, useRecentImports } from './useImport.ts'

const recentShown = 5

/** Imports records of a file: it is chosen, its columns are matched and its rows checked, then it is imported and can be undone. */
export default function ImportDialog({ onClose, preset }: { onClose: () => void; preset?: ImportPreset }) {
  const translate = useTranslate()
  const { name: entity } = useConfiguredResource()
  const names = useResourceName()(entity, 2)
  const { current, open, send, check, begin, undo, saveRefused } = useImport(entity, preset)
  const { run, isRunning, error } = useAsyncAction()
  const errorText = useErrorText()
  const language = useLanguage()
  const [choice, setChoice] = useChoice(current)
  useFreshLists(current)
  const text = (key: string, values?: object) => translate(`imports.${key}`, values)
  const isWorking = isRunning || (current !== undefined && isUnderWay(current))
  const isChecked = current?.step === 'check' && !isWorking
  const isAnother = isChecked && isChanged(choice, current)
  const written = current ? current.created + current.updated : 0
  const action = () => {
    if (!isChecked || current.state === 'failed') return undefined
    if (isAnother) return { label: text('again'), onClick: () => void run(() => check(choice)) }
    const label = text(current.refusedRows === 0 ? 'begin' : 'beginSome', { count: written, left: current.refusedRows })
    const isBlocked = written === 0 || (choice.mode === 'all' && current.refusedRows > 0)
    return { label, isDisabled: isBlocked, onClick: () => void run(() => begin(choice)) }
  }
  const mayUndo = current !== undefined && !isWorking && current.step === 'import' && current.undoUntil !== null
  const problem = error ?? (current?.problem ? null : undefined)
  return (
    <PromptDialog
      title={text('title', { names })}
      maxWidth="md"
      isRunning={isRunning}
      mayStop
      onClose={onClose}
      closeLabel="resourcePages.actions.close"
      problem={
        problem
          ? errorText(problem)
          : current?.problem && translate(`errors.${current.problem.code}`, { ...current.problem.values })
      }
      action={action()}
      more={
        <>
          {current && current.refusedRows > 0 && !isWorking && (
            <Button onClick={() => void run(() => saveRefused(current, language))}>{text('saveRefused')}</Button>
          )}
          {mayUndo && <Button onClick={() => void run(() => undo(current.id))}>{text('undo')}</Button>}
        </>
      }
    >
      {(current === undefined || current.state === 'failed') && (
        <>
          <FileChoice isDisabled={isWorking} onFile={(file) => void run(() => send(file))} />
          <Recent entity={entity} onOpen={open} />
        </>
      )}
      {isWorking && <Progress current={current} />}
      {isChecked && current.state === 'done' && (
        <CheckedImport current={current} choice={choice} onChoice={setChoice} />
      )}
      {current && !isWorking && current.step !== 'check' && current.state === 'done' && <Outcome current={current} />}
    </PromptDialog>
  )
}

/** What is chosen for an import: as it was matched, until somebody says otherwise. */
function useChoice(current: ShownImport | undefined) {
  const [said, setSaid] = useState<{ id: number; choice: ImportChoice } | null>(null)
  const matched: ImportChoice = {
    columns: Object.fromEntries((current?.columns ?? []).map(({ head, field }) => [head, field])),
    mode: current?.mode ?? 'accepted',
    cells: current?.cells ?? {},
  }
  const choice = said !== null && said.id === current?.id ? said.choice : matched
  return [choice, (next: ImportChoice) => setSaid({ id: current?.id ?? 0, choice: next })] as const
}

const isChanged = ({ columns, cells }: ImportChoice, { columns: matched, cells: mended }: ShownImport) =>
  matched.some(({ head, field }) => (columns[head] ?? null) !== field) ||
  JSON.stringify(cells) !== JSON.stringify(mended)

/** Once an import or its undoing is done, lists show other records. */
function useFreshLists(current: ShownImport | undefined) {
  const refresh = useRefresh()
  const queryClient = useQueryClient()
  const done = current && current.step !== 'check' && current.state === 'done' ? `${current.id} ${current.step}` : null
  useEffect(() => {
    if (done === null) return
    refresh()
    void queryClient.invalidateQueries({ queryKey: ['import', 'recent'] })
  }, [done, refresh, queryClient])
}

function FileChoice({ isDisabled, onFile }: { isDisabled: boolean; onFile: (file: File) => void }) {
  const translate = useTranslate()
  const input = useRef<HTMLInputElement>(null)
  return (
    <Box>
      <Typography color="textSecondary" sx={{ mb: 1.5 }}>
        {translate('imports.lead')}
      </Typography>
      <Button
        variant="outlined"
        startIcon={<UploadFileIcon />}
        disabled={isDisabled}
        onClick={() => input.current?.click()}
      >
        {translate('imports.choose')}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".csv,.txt,.tsv,.xlsx,text/csv"
        hidden
        aria-label={translate('imports.choose')}
        onChange={({ target }) => {
          const [chosen] = target.files ?? []
          // The same file can be chosen again once it was mended.
          target.value = ''
          if (chosen) onFile(chosen)
        }}
      />
    </Box>
  )
}

function Progress({ current }: { current: ShownImport | undefined }) {
  const translate = useTranslate()
  const { done = 0, total = 0 } = current?.progress ?? {}
  const label = translate(
    `imports.${current?.step === 'undo' ? 'undoing' : current?.step === 'import' ? 'importing' : 'checking'}`,
  )
  return (
    <Box sx={{ my: 2 }} role="status">
      <Typography variant="body2" sx={{ mb: 1 }}>
        {total > 0 ? translate('imports.progress', { what: label, done, total }) : label}
      </Typography>
      <LinearProgress
        aria-label={label}
        {...(total > 0 ? { variant: 'determinate' as const, value: (100 * done) / total } : {})}
      />
      <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
        {translate('imports.mayClose')}
      </Typography>
    </Box>
  )
}

function Outcome({ current }: { current: ShownImport }) {
  const translate = useTranslate()
  const isUndo = current.step === 'undo'
  const isNothing = !isUndo && current.importedAt === null
  return (
    <>
      <Alert severity={isNothing ? 'warning' : 'success'} sx={{ mb: 2 }}>
        {isUndo
          ? translate('imports.undone', { count: current.undone, left: current.refusedRows })
          : translate(isNothing ? 'imports.nothing' : 'imports.done')}
      </Alert>
      {!isUndo && <Counts current={current} />}
      <RefusedRows current={current} />
    </>
  )
}

function Recent({ entity, onOpen }: { entity: string; onOpen: (id: number) => void }): ReactNode {
  const translate = useTranslate()
  const { data = [] } = useRecentImports(entity)
  const shown = data.filter(({ importedAt, state }) => importedAt !== null || state !== 'failed').slice(0, recentShown)
  if (shown.length === 0) return null
  return (
    <Box sx={{ mt: 3 }}>
      <Typography variant="subtitle2" component="h3">
        {translate('imports.recent')}
      </Typography>
      {shown.map((each) => (
        <Box key={each.id} sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, py: 0.5 }}>
          <Typography variant="body2" sx={{ flexGrow: 1, overflowWrap: 'anywhere' }}>
            {each.fileName} · <RelativeMoment at={each.createdAt} /> ·{' '}
            {translate(`imports.${each.undoneAt ? 'wasUndone' : each.importedAt ? 'wasDone' : 'wasChecked'}`, {
              count: each.created + each.updated,
            })}
          </Typography>
          <Button size="small" onClick={() => onOpen(each.id)}>
            {translate('imports.open')}
          </Button>
        </Box>
      ))}
    </Box>
  )
}
