import { useEffect, useId, useRef, useState } from 'react'
import { useDataProvider, useListContext, useTranslate } from 'ra-core'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import DialogTitle from '@mui/material/DialogTitle'
import FormControlLabel from '@mui/material/FormControlLabel'
import LinearProgress from '@mui/material/LinearProgress'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import type { BackOfficeDataProvider } from '../dataProvider.ts'
import { labelKeys, useFieldLabel, useResourceName } from '../fields/labels.ts'
import { exportColumnsOf } from '../resource/derivePages.ts'
import { useActor, useConfiguredResource } from '../resource/ResourcesContext.tsx'
import { useErrorText } from '../resource/useErrorText.ts'
import { exportColumns, exportPages, type ExportRequest } from './recordExport.ts'
import { fileName, saveFile } from './saveFile.ts'
import { byteOrderMark, type CellValue, csvRow, type ExportColumn } from '../../domain/spreadsheet/cells.ts'
import { writeWorkbook } from './writeWorkbook.ts'

type Format = 'csv' | 'xlsx'
interface Progress { readonly done: number; readonly total: number }

/** Exports all records that match, page by page, with progress and a way to stop. */
export default function ExportDialog({ onClose }: { onClose: () => void }) {
  const translate = useTranslate()
  const titleId = useId()
  const { total = 0 } = useListContext()
  const [format, setFormat] = useState<Format>('xlsx')
  const { run, cancel, progress, error, isDone } = useRecordExport()
  const errorText = useErrorText()
  const close = () => { cancel(); onClose() }
  return (
    <Dialog open onClose={progress ? undefined : close} aria-labelledby={titleId} fullWidth maxWidth="xs">
      <DialogTitle id={titleId}>{translate('resourcePages.export.title')}</DialogTitle>
      <DialogContent>
        <DialogContentText>{translate('resourcePages.export.rows', { smart_count: total })}</DialogContentText>
        <RadioGroup row aria-label={translate('resourcePages.export.format')} value={format} onChange={(_, value) => setFormat(value as Format)}>
          {(['xlsx', 'csv'] as const).map((each) => <FormControlLabel key={each} value={each} disabled={progress !== null} control={<Radio />} label={translate(`resourcePages.export.${each}`)} />)}
        </RadioGroup>
        {progress && <ProgressLine progress={progress} />}
        {error !== null && <Alert severity="error">{translate('resourcePages.export.failed', { reason: errorText(error) })}</Alert>}
        {isDone && <Alert severity="success">{translate('resourcePages.export.done')}</Alert>}
      </DialogContent>
      <DialogActions>
        <Button onClick={close}>{translate(progress ? 'resourcePages.export.cancel' : 'resourcePages.actions.close')}</Button>
        <Button variant="contained" loading={progress !== null} onClick={() => void run(format)}>{translate('resourcePages.export.start')}</Button>
      </DialogActions>
    </Dialog>
  )
}

/** How far an export is. */
export function ProgressLine({ progress: { done, total } }: { progress: Progress }) {
  const translate = useTranslate()
  const isWriting = total > 0 && done >= total
  const text = isWriting ? translate('resourcePages.export.writing') : translate('resourcePages.export.progress', { done, total })
  return (
    <div role="status">
      <LinearProgress variant={isWriting || total === 0 ? 'indeterminate' : 'determinate'} value={total === 0 ? 0 : (done / total) * 100} aria-label={text} sx={{ my: 1 }} />
      {text}
    </div>
  )
}

/** Everything an export needs of the list it stands on. */
function useExportSubject(): Omit<ExportRequest, 'signal' | 'onProgress'> {
  const translate = useTranslate()
  const resource = useConfiguredResource()
  const actor = useActor()
  const fieldLabel = useFieldLabel()
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const { filterValues, sort } = useListContext()
  return {
    dataProvider, resource: resource.name, filter: filterValues, sort, fields: exportColumnsOf({ resource, actor }),
    words: { label: (field) => fieldLabel(resource.name, field), choice: (choices, value) => translate(labelKeys.choice(choices, value), { _: value }) },
  }
}

function useRecordExport() {
  const translate = useTranslate()
  const subject = useExportSubject()
  const title = useResourceName()(subject.resource, 2)
  const controller = useRef<AbortController | null>(null)
  const [state, setState] = useState<{ progress: Progress | null; error: unknown; isDone: boolean }>({ progress: null, error: null, isDone: false })
  useEffect(() => () => controller.current?.abort(), [])
  const run = async (format: Format) => {
    const { signal } = (controller.current = new AbortController())
    setState({ progress: { done: 0, total: 0 }, error: null, isDone: false })
    try {
      const columns = exportColumns(subject.fields, subject.words)
      const pages = exportPages({ ...subject, signal, onProgress: (progress) => setState((last) => ({ ...last, progress })) })
      const words = { yes: translate('resourcePages.export.yes'), no: translate('resourcePages.export.no') }
      const blob = format === 'csv' ? await csvOf(pages, columns, words) : await workbookOf(pages, columns, { name: title, signal })
      saveFile({ blob, name: fileName(subject.resource, format) })
      setState({ progress: null, error: null, isDone: true })
    } catch (error) {
      setState({ progress: null, error: signal.aborted ? null : error, isDone: false })
    }
  }
  return { ...state, run, cancel: () => controller.current?.abort() }
}

async function csvOf(pages: AsyncGenerator<CellValue[][]>, columns: readonly ExportColumn[], words: { yes: string; no: string }): Promise<Blob> {
  const parts = [byteOrderMark, csvRow(columns.map(({ label }) => label), words)]
  for await (const rows of pages) parts.push(rows.map((row) => csvRow(row, words)).join(''))
  return new Blob(parts, { type: 'text/csv;charset=utf-8' })
}

async function workbookOf(pages: AsyncGenerator<CellValue[][]>, columns: readonly ExportColumn[], { name, signal }: { name: string; signal: AbortSignal }): Promise<Blob> {
  const all: CellValue[][] = []
  for await (const rows of pages) all.push(...rows)
  return writeWorkbook({ sheets: [{ name, columns, rows: all }], signal })
}
