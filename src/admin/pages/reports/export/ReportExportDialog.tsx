import { useEffect, useId, useRef, useState } from 'react'
import { useDataProvider, useTranslate } from 'ra-core'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import LinearProgress from '@mui/material/LinearProgress'
import { criteriaSheet } from '../../../../config/derive/report/criteriaSheet.ts'
import type { ReportSort } from '../../../../config/derive/report/keptQuery.ts'
import type { Report } from '../../../../config/report.ts'
import { sortRows } from '../../../../config/derive/report/sortRows.ts'
import type { BackOfficeDataProvider } from '../../../dataProvider.ts'
import { saveFile } from '../../../export/saveFile.ts'
import { byteOrderMark, csvRow } from '../../../../domain/spreadsheet/cells.ts'
import { writeWorkbook } from '../../../export/writeWorkbook.ts'
import { decimalSign } from '../../../fields/format.ts'
import { useLanguage } from '../../../fields/useLanguage.ts'
import { InBackground } from './InBackground.tsx'
import { optionsMeta } from '../../../fields/ReferenceValue.tsx'
import { useErrorText } from '../../../resource/useErrorText.ts'
import { type ReportLabels, useReportLabels } from '../reportLabels.ts'
import type { ReportQuery } from '../reportQuery.ts'
import type { ReportAnswer, ReportRow } from '../../../../config/derive/report/reportRows.ts'
import { reportSheet } from '../../../../config/derive/report/reportSheet.ts'

interface ReportExportProps {
  readonly report: Report
  readonly rows: readonly ReportRow[]
  readonly total: ReportRow
  readonly answer: ReportAnswer
  readonly query: ReportQuery
  readonly hidden: ReadonlySet<string>
  readonly sort: ReportSort
  /** Whether the person has a place for files that the server makes. */
  readonly hasDownloads: boolean
}

/** A report as a workbook (what was asked for on a second sheet) or as CSV. */
export default function ReportExportDialog({ onClose, ...subject }: ReportExportProps & { onClose: () => void }) {
  const translate = useTranslate()
  const titleId = useId()
  const errorText = useErrorText()
  const { run, cancel, state } = useReportExport(subject)
  const close = () => { cancel(); onClose() }
  return (
    <Dialog open onClose={close} aria-labelledby={titleId} fullWidth maxWidth="xs">
      <DialogTitle id={titleId}>{translate('resourcePages.export.title')}</DialogTitle>
      <DialogContent>
        {translate('resourcePages.report.rows', { smart_count: subject.rows.length })}
        {state.isRunning && <div role="status"><LinearProgress aria-label={translate('resourcePages.export.writing')} sx={{ my: 1 }} />{translate('resourcePages.export.writing')}</div>}
        {state.error !== null && <Alert severity="error" sx={{ mt: 1 }}>{translate('resourcePages.export.failed', { reason: errorText(state.error) })}</Alert>}
        {state.isDone && <Alert severity="success" sx={{ mt: 1 }}>{translate('resourcePages.export.done')}</Alert>}
        {subject.hasDownloads && <InBackground report={subject.report} query={subject.query} />}
      </DialogContent>
      <DialogActions>
        <Button onClick={close}>{translate(state.isRunning ? 'resourcePages.export.cancel' : 'resourcePages.actions.close')}</Button>
        <Button disabled={state.isRunning} onClick={() => void run('csv')}>{translate('resourcePages.export.csv')}</Button>
        <Button variant="contained" disabled={state.isRunning} onClick={() => void run('xlsx')}>{translate('resourcePages.export.xlsx')}</Button>
      </DialogActions>
    </Dialog>
  )
}

function useReportExport(subject: ReportExportProps) {
  const translate = useTranslate()
  const labels = useReportLabels()
  const language = useLanguage()
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const controller = useRef<AbortController | null>(null)
  const [state, setState] = useState<{ isRunning: boolean; error: unknown; isDone: boolean }>({ isRunning: false, error: null, isDone: false })
  useEffect(() => () => controller.current?.abort(), [])
  const run = async (format: 'csv' | 'xlsx') => {
    const { signal } = (controller.current = new AbortController())
    setState({ isRunning: true, error: null, isDone: false })
    try {
      const table = reportSheet({ ...subject, rows: sortRows({ ...subject, labels }), labels, totalLabel: translate('resourcePages.report.total') })
      const words = { yes: translate('resourcePages.export.yes'), no: translate('resourcePages.export.no'), decimalSign: decimalSign(language) }
      const blob = format === 'csv'
        ? new Blob([byteOrderMark, csvRow(table.columns.map(({ label }) => label), words), ...table.rows.map((row) => csvRow(row, words, table.columns))], { type: 'text/csv;charset=utf-8' })
        : await writeWorkbook({ sheets: [{ name: translate(`reports.${subject.report.name}.name`), ...table }, criteriaSheet({ ...subject, generatedAt: new Date(), filters: await filterNames(subject, { translate, labels, dataProvider }), translate })], signal })
      saveFile({ blob, name: `${subject.report.name}-${subject.answer.from}-${subject.answer.to}.${format}` })
      setState({ isRunning: false, error: null, isDone: true })
    } catch (error) {
      setState({ isRunning: false, error: signal.aborted ? null : error, isDone: false })
    }
  }
  return { state, run, cancel: () => controller.current?.abort() }
}

/** Every filter with the names of what it holds. */
async function filterNames({ query }: ReportExportProps, { translate, labels, dataProvider }: {
  translate: ReturnType<typeof useTranslate>
  labels: ReportLabels
  dataProvider: BackOfficeDataProvider
}): Promise<(readonly [string, string])[]> {
  return Promise.all(Object.entries(query.filters).map(async ([name, values]): Promise<[string, string]> => {
    if (name === 'product') return [translate('filters.product'), (values ?? []).map((value) => labels.value('product', { id: value, name: null })).join(', ')]
    if (name === 'level') return [translate('filters.level'), (values ?? []).join(', ')]
    const { data } = await dataProvider.getMany(name, { ids: (values ?? []).map(Number), meta: optionsMeta })
    return [translate(`filters.${name}`), data.map((option) => String(option['name'])).join(', ')]
  }))
}
