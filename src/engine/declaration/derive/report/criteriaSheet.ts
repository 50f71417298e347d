import { formatDay, formatMoment } from '#engine/values/shownTime.ts'
import type { SheetRequest } from '#engine/values/spreadsheet/workbook.ts'
import type { Report } from '../../report.ts'
import type { Translate } from './labels.ts'
import type { ReportAnswer } from './reportRows.ts'

/**
 * Columns by the names that stay, whatever language a file's heads are in: as the API answers them. Below what was
 * asked for on the second sheet of a workbook.
 */
export function columnKeys(
  columns: readonly { readonly key: string; readonly label: string }[],
  translate: Translate,
): (readonly [string, string])[] {
  return [
    ['', ''],
    [translate('resourcePages.export.columnKeys'), ''],
    ...columns.map(({ key, label }) => [label, key] as const),
  ]
}

/**
 * What was asked for, as the second sheet of a workbook says it: days, zone, up to which event, when, and each filter
 * with what it names, and its columns.
 */
export function criteriaSheet({
  report,
  answer,
  generatedAt,
  filters,
  notes = [],
  columns,
  translate,
}: {
  report: Pick<Report, 'name'>
  answer: Pick<ReportAnswer, 'from' | 'to' | 'zone' | 'upTo'>
  generatedAt: Date
  filters: readonly (readonly [label: string, names: string])[]
  notes?: readonly (readonly [label: string, text: string])[] | undefined
  columns: readonly { readonly key: string; readonly label: string }[]
  translate: Translate
}): SheetRequest {
  const rows: (readonly [string, string])[] = [
    [translate('resourcePages.report.period'), `${formatDay(answer.from)} – ${formatDay(answer.to)}`],
    ['', translate('resourcePages.report.zone', { zone: answer.zone })],
    [
      '',
      answer.upTo
        ? translate('resourcePages.report.upTo', { moment: `${formatMoment(answer.upTo)} UTC` })
        : translate('resourcePages.report.notYet'),
    ],
    ...notes,
    [translate('resourcePages.report.generated'), `${formatMoment(generatedAt.toISOString())} UTC`],
    ...filters,
    ...columnKeys(columns, translate),
  ]
  const column = (label: string) => ({ label, kind: 'text' as const })
  return {
    name: translate('resourcePages.export.criteria'),
    columns: [column(translate(`reports.${report.name}.name`)), column('')],
    rows,
  }
}
