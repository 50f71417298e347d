import { useTranslate } from 'react-admin'
import { sheetLabels } from '#engine/declaration/derive/report/labels.ts'
import { emptyText, formatMoney, formatNumber, formatPercent, formatShort, symbolOf } from '#engine/ui/fields/format.ts'
import { useLanguage } from '#engine/ui/fields/useLanguage.ts'
import type { MeasureColumn } from '#engine/declaration/derive/report/measureColumn.ts'
import type { ColumnGroup } from '#engine/declaration/derive/report/reportRows.ts'

/** How a report calls its columns and shows its numbers, in the reader's language. @param currency of its amounts */
export function useReportLabels(currency?: string) {
  const translate = useTranslate()
  const language = useLanguage()
  const shared = sheetLabels(translate)
  return {
    ...shared,
    /** What pressing a commission does. */
    explain: (column: MeasureColumn, value: string) =>
      translate('resourcePages.report.explain', { name: shared.column(column), value }),
    group: ({ product: name }: ColumnGroup) => shared.product(name),
    measure: ({ measure }: MeasureColumn) => translate(`measures.${measure}`),
    number: (column: Pick<MeasureColumn, 'unit'>, value: number | null | undefined) => {
      if (value === null || value === undefined) return emptyText
      if (column.unit === 'money') return formatMoney(value, { language, currency })
      return column.unit === 'ratio' ? formatPercent(value, { language }) : formatNumber(value, { language })
    },
    /** A number beside an axis, where there is little room. */
    short: (column: Pick<MeasureColumn, 'unit'>, value: number) =>
      `${value < 0 ? '-' : ''}${column.unit === 'money' ? symbolOf(currency) : ''}${formatShort(Math.abs(value), { language })}${column.unit === 'ratio' ? '%' : ''}`,
    /** How much more or less than before; nothing where that is not known. */
    difference: (column: Pick<MeasureColumn, 'unit'>, value: number | null) => {
      if (value === null) return ''
      const text =
        column.unit === 'money'
          ? formatMoney(value, { language, currency })
          : column.unit === 'ratio'
            ? formatPercent(value, { language })
            : formatNumber(value, { language })
      return value > 0 ? `+${text}` : text
    },
  }
}

export type ReportLabels = ReturnType<typeof useReportLabels>
