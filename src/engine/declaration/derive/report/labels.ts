import { emptyText, formatDay } from '#engine/values/shownTime.ts'
import type { ReportDimension } from '../../report.ts'
import type { MeasureColumn } from './measureColumn.ts'
import type { DimensionValue } from './reportRows.ts'

/**
 * Finds the words of a label's key in somebody's language, and puts values into them: `%{name}`. `_` is what to say
 * where there is no such label.
 */
export type Translate = (key: string, values?: Readonly<Record<string, unknown>>) => string

/** How a report calls its columns and the values of its dimensions, on pages and in files. */
export interface SheetLabels {
  readonly dimension: (dimension: ReportDimension) => string
  /** A product; what stands over all of them where none is named. */
  readonly product: (name: string | null) => string
  /** The whole name of a column, where no head stands above it. */
  readonly column: (column: MeasureColumn) => string
  /** How the value of a dimension is read. */
  readonly value: (dimension: ReportDimension, value: DimensionValue | undefined) => string
  /** A partner's row in a tree that counts only what hangs on it directly. */
  readonly direct: (name: string) => string
}

/** The labels of reports in the language of `translate`. */
export function sheetLabels(translate: Translate): SheetLabels {
  const product = (name: string | null) =>
    name === null ? translate('resourcePages.report.general') : translate(`products.${name}`, { _: name })
  return {
    dimension: (dimension) => translate(`dimensions.${dimension}`),
    product,
    column: (column) =>
      column.product === null
        ? translate(`measures.${column.measure}`)
        : `${product(column.product)} · ${translate(`measures.${column.measure}`)}`,
    value: (dimension, value) => {
      if (!value) return emptyText
      if (value.id === null)
        return (
          value.name ??
          translate('resourcePages.report.noValue', { name: translate(`dimensions.${dimension}`).toLocaleLowerCase() })
        )
      if (value.name !== null) return value.name
      if (dimension === 'day') return formatDay(String(value.id))
      if (dimension === 'month') return String(value.id).slice(0, 7).split('-').reverse().join('/')
      return dimension === 'product' ? product(String(value.id)) : String(value.id)
    },
    direct: (name) => translate('resourcePages.report.direct', { name }),
  }
}
