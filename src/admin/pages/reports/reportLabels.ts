import { useTranslate } from 'ra-core'
import type { ReportDimension } from '../../../config/report.ts'
import { emptyText, formatDay, formatMoney, formatNumber, formatPercent } from '../../fields/format.ts'
import { useLanguage } from '../../fields/useLanguage.ts'
import type { ColumnGroup, DimensionValue, MeasureColumn } from './reportRows.ts'

/** How a report calls its columns and shows its numbers, in the reader's language. */
export function useReportLabels() {
  const translate = useTranslate()
  const language = useLanguage()
  const product = (name: string | null) => (name === null ? translate('resourcePages.report.general') : translate(`products.${name}`, { _: name }))
  return {
    dimension: (dimension: ReportDimension) => translate(`dimensions.${dimension}`),
    group: ({ product: name }: ColumnGroup) => product(name),
    measure: ({ measure }: MeasureColumn) => translate(`measures.${measure}`),
    /** The whole name of a column, where no head stands above it. */
    column: (column: MeasureColumn) => (column.product === null ? translate(`measures.${column.measure}`) : `${product(column.product)} · ${translate(`measures.${column.measure}`)}`),
    /** How the value of a dimension is read. */
    value: (dimension: ReportDimension, value: DimensionValue | undefined) => {
      if (!value) return emptyText
      if (value.id === null) return value.name ?? translate('resourcePages.report.noValue')
      if (value.name !== null) return value.name
      if (dimension === 'day') return formatDay(String(value.id))
      if (dimension === 'month') return String(value.id).slice(0, 7).split('-').reverse().join('/')
      return dimension === 'product' ? product(String(value.id)) : String(value.id)
    },
    /** A partner's row in a tree that counts only what hangs on it directly. */
    direct: (name: string) => translate('resourcePages.report.direct', { name }),
    number: (column: Pick<MeasureColumn, 'unit'>, value: number | null | undefined) => {
      if (value === null || value === undefined) return emptyText
      if (column.unit === 'money') return formatMoney(value, { language })
      return column.unit === 'ratio' ? formatPercent(value, { language }) : formatNumber(value, { language })
    },
    /** How much more or less than before; nothing where that is not known. */
    difference: (column: Pick<MeasureColumn, 'unit'>, value: number | null) => {
      if (value === null) return ''
      const text = column.unit === 'money' ? formatMoney(value, { language }) : column.unit === 'ratio' ? formatPercent(value, { language }) : formatNumber(value, { language })
      return value > 0 ? `+${text}` : text
    },
  }
}

export type ReportLabels = ReturnType<typeof useReportLabels>
