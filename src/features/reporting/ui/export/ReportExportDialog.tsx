import { useEffect, useRef, useState } from 'react'
import { useDataProvider, useTranslate } from 'react-admin'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { measureColumn } from '#resources/measures.ts'
import type { ReportSort } from '#engine/declaration/derive/report/storedQuery.ts'
import { countRows } from '#engine/declaration/derive/report/reportFile.ts'
import type { Report, ReportFilter } from '#engine/declaration/report.ts'
import type { BackOfficeDataProvider } from '#engine/records/ui/dataProvider.ts'
import { PromptDialog } from '#engine/ui/dialogs/AskDialog.tsx'
import type { ExportProgress } from '#engine/export/ui/listExport.ts'
import { ProgressLine } from '#engine/export/ui/ProgressLine.tsx'
import { saveFile } from '#engine/export/ui/saveFile.ts'
import { useLanguage } from '#engine/ui/fields/useLanguage.ts'
import { targets } from '../filters/FilterFields.tsx'
import { InBackground } from './InBackground.tsx'
import { optionsMeta } from '#engine/ui/fields/ReferenceValue.tsx'
import { useErrorText } from '#engine/records/ui/useErrorText.ts'
import { type ReportLabels, useReportLabels } from '../reportLabels.ts'
import { type AnswerNotes, fileNotes } from '../../answers/fileNotes.ts'
import type { ReportQuery } from '../reportQuery.ts'
import type { AnswerInCurrency, ReportAnswer, ReportRow } from '#engine/declaration/derive/report/reportRows.ts'
import { type ReportFormat, writeReportFile } from './writeReportFile.ts'

interface ReportExportProps {
  readonly report: Report
  /** How many rows there are. */
  readonly count: number
  readonly load: (signal: AbortSignal) => Promise<{ rows: readonly ReportRow[]; total: ReportRow }>
  readonly answer: AnswerInCurrency<ReportAnswer>
  readonly query: ReportQuery
  readonly hidden: ReadonlySet<string>
  readonly sort: ReportSort
  /** Whether the person has a place for files that the server makes. */
  readonly hasDownloads: boolean
}

/** A report as a workbook (what was asked for on a second sheet) or as CSV. */
export default function ReportExportDialog({ onClose, ...subject }: ReportExportProps & { onClose: () => void }) {
  const translate = useTranslate()
  const errorText = useErrorText()
  const { run, cancel, state } = useReportExport(subject)
  const close = () => {
    cancel()
    onClose()
  }
  return (
    <PromptDialog
      title={translate('resourcePages.export.title')}
      text={translate('resourcePages.report.rows', { smart_count: subject.count })}
      isRunning={state.progress !== null}
      mayStop
      onClose={close}
      closeLabel={state.progress ? 'resourcePages.export.cancel' : 'resourcePages.actions.close'}
      problem={state.error !== null && translate('resourcePages.export.failed', { reason: errorText(state.error) })}
      more={
        <Button disabled={state.progress !== null} onClick={() => void run('csv')}>
          {translate('resourcePages.export.csv')}
        </Button>
      }
      action={{ label: translate('resourcePages.export.xlsx'), onClick: () => void run('xlsx') }}
    >
      {state.progress && <ProgressLine progress={state.progress} />}
      {state.isDone && (
        <Alert severity="success" sx={{ mt: 1 }}>
          {translate('resourcePages.export.done')}
        </Alert>
      )}
      {subject.hasDownloads && subject.query.currency === undefined && (
        <InBackground report={subject.report} query={subject.query} />
      )}
    </PromptDialog>
  )
}

/** What is said of an answer, as far as it is of the file's currency. */
function notesIn(answer: ReportExportProps['answer']): AnswerNotes {
  const { freshness, payback } = answer as AnswerNotes
  return { freshness, payback: payback?.filter(({ currency }) => currency === answer.currency) }
}

const isOfSeveral = ({ query, answer }: Pick<ReportExportProps, 'query' | 'answer'>): boolean =>
  answer.totals?.length > 1 || query.currency !== undefined

interface State {
  readonly progress: ExportProgress | null
  readonly error: unknown
  readonly isDone: boolean
}
const idle: State = { progress: null, error: null, isDone: false }

function useReportExport(subject: ReportExportProps) {
  const translate = useTranslate()
  const labels = useReportLabels()
  const language = useLanguage()
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const controller = useRef<AbortController | null>(null)
  const [state, setState] = useState(idle)
  useEffect(() => () => controller.current?.abort(), [])
  const run = async (format: ReportFormat) => {
    const { signal } = (controller.current = new AbortController())
    const {
      report,
      sort,
      hidden,
      answer: { from, to, zone, upTo },
    } = subject
    setState({ ...idle, progress: { rows: 0, bytes: 0, total: subject.count } })
    try {
      const { rows, total } = await subject.load(signal)
      const all = countRows(rows)
      const onRows = (done: number) => setState({ ...idle, progress: { rows: done, bytes: 0, total: all } })
      onRows(0)
      const filters = await filterNames(subject, { translate, labels, dataProvider })
      const order = {
        format,
        language,
        report,
        measureColumns: report.measures.map(measureColumn),
        total,
        currency: subject.answer.currency,
        sort,
        hidden,
        answer: { from, to, zone, upTo },
        generatedAt: new Date(),
        filters,
        ...fileNotes(notesIn(subject.answer), translate),
      }
      saveFile({
        blob: await writeReportFile({ order, rows, signal, onRows }),
        name: `${[report.name, ...(isOfSeveral(subject) ? [subject.answer.currency] : []), from, to].join('-')}.${format}`,
      })
      setState({ ...idle, isDone: true })
    } catch (error) {
      setState({ ...idle, error: signal.aborted ? null : error })
    }
  }
  return { state, run, cancel: () => controller.current?.abort() }
}

/** Every filter with the names of what it holds. */
async function filterNames(
  { query, answer }: ReportExportProps,
  {
    translate,
    labels,
    dataProvider,
  }: { translate: ReturnType<typeof useTranslate>; labels: ReportLabels; dataProvider: BackOfficeDataProvider },
): Promise<(readonly [string, string])[]> {
  // A file of one of several, or of all in one, says which.
  const currency: [string, string][] = isOfSeveral({ query, answer })
    ? [[translate('resources.brand.fields.currency'), answer.currency ?? '']]
    : []
  const filters = await Promise.all(
    Object.entries(query.filters).map(async ([name, values]): Promise<[string, string]> => {
      if (name === 'product')
        return [
          translate('filters.product'),
          (values ?? []).map((value) => labels.value('product', { id: value, name: null })).join(', '),
        ]
      if (name === 'level') return [translate('filters.level'), (values ?? []).join(', ')]
      const { data } = await dataProvider.getMany(targets[name as ReportFilter] ?? name, {
        ids: (values ?? []).map(Number),
        meta: optionsMeta,
      })
      return [translate(`filters.${name}`), data.map((option) => String(option['name'])).join(', ')]
    }),
  )
  const sought: [string, string][] = query.q ? [[translate('resourcePages.report.searchRows'), query.q]] : []
  return [...currency, ...filters, ...sought]
}
