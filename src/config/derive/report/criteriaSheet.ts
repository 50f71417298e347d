import { formatDay, formatMoment } from '../../../domain/shownTime.ts'
import type { SheetRequest } from '../../../domain/spreadsheet/workbook.ts'
import type { Report } from '../../report.ts'
import type { Translate } from './labels.ts'
import type { ReportAnswer } from './reportRows.ts'

/** What was asked for, as the second sheet of a workbook says it: days, zone, up to which event, when, and each filter with what it names. */
export function criteriaSheet({ report, answer, generatedAt, filters, translate }: {
  report: Pick<Report, 'name'>
  answer: Pick<ReportAnswer, 'from' | 'to' | 'zone' | 'upTo'>
  generatedAt: Date
  filters: readonly (readonly [label: string, names: string])[]
  translate: Translate
}): SheetRequest {
  const rows: (readonly [string, string])[] = [
    [translate('resourcePages.report.period'), `${formatDay(answer.from)} – ${formatDay(answer.to)}`],
    ['', translate('resourcePages.report.zone', { zone: answer.zone })],
    ['', answer.upTo ? translate('resourcePages.report.upTo', { moment: `${formatMoment(answer.upTo)} UTC` }) : translate('resourcePages.report.notYet')],
    [translate('resourcePages.report.generated'), `${formatMoment(generatedAt.toISOString())} UTC`],
    ...filters,
  ]
  const column = (label: string) => ({ label, kind: 'text' as const })
  return { name: translate('resourcePages.export.criteria'), columns: [column(translate(`reports.${report.name}.name`)), column('')], rows }
}
