import type { AnswerNotes } from '../../../answers/fileNotes.ts'

/** A filter with what it names: names of records, or values as the API takes them. */
export interface FilterNames {
  readonly name: string
  readonly values: readonly string[]
}

/** What the process that writes a file is told at its beginning. */
export interface FileOrder {
  readonly report: string
  readonly format: 'xlsx' | 'csv'
  readonly language: string
  readonly sort: string | null
  readonly hide: string | null
  readonly from: string
  readonly to: string
  readonly zone: string
  /** ISO 8601. */
  readonly generatedAt: string
  readonly filters: readonly FilterNames[]
}

/** A line of the report as JSON text: the total of a currency, or one of the rows behind it. */
export interface FileLine {
  readonly json: string
  /** On a total: of which currency. */
  readonly currency?: string | undefined
}

/** What is known once all rows are read: the moment of the newest event, and the rest. */
export interface UpTo {
  readonly upTo: string | null
  readonly notes: AnswerNotes
}

/**
 * What it is told: its order; lines of the report, each total before its rows; at last what is known once all are read,
 * upon which it writes. It answers with the bytes of the file.
 */
export type WriterMessage = { readonly order: FileOrder } | { readonly lines: readonly FileLine[] } | UpTo

/** The values of a filter as people read them. */
export function filterText({ name, values, product }: FilterNames & { product: (name: string) => string }): string {
  return (name === 'product' ? values.map(product) : values).join(', ')
}
