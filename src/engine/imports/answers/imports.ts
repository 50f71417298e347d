import type { ErrorCode } from '#engine/declaration/errorCatalogue.ts'
import type { FieldChange } from '#engine/declaration/derive/difference.ts'
import type { MessageValues } from '#engine/declaration/problems.ts'

/** What an import does: `check` finds out what would happen, `import` does it, `undo` takes it back. */
export type ImportStep = 'check' | 'import' | 'undo'

/** A column of the file, where it goes, and what stands in it for instance. */
export interface ImportColumn {
  readonly head: string
  readonly field: string | null
  readonly by: 'given' | 'saved' | 'name' | 'none'
  readonly samples: readonly string[]
}

/** A cell that is refused, with the row as spreadsheet programs number it. */
export interface ImportRefusal {
  readonly row: number
  readonly field: string
  readonly code: ErrorCode
  readonly message: string
  readonly values?: MessageValues
  /** What the row is about. */
  readonly name: string | null
  readonly cell: string | null
}

/** An import as its maker reads it. */
export interface ShownImport {
  readonly id: number
  readonly entity: string
  readonly fileName: string
  readonly mode: 'all' | 'accepted'
  readonly step: ImportStep
  readonly state: 'waiting' | 'running' | 'done' | 'failed'
  readonly progress: { readonly done: number; readonly total: number } | null
  readonly rows: number
  readonly created: number
  readonly updated: number
  readonly unchanged: number
  /** The first thousand; `refusedRows` counts all. */
  readonly refused: readonly ImportRefusal[]
  readonly refusedRows: number
  /** Cells of new records that name nothing here and were left empty, the first fifty. */
  readonly leftEmpty: readonly ImportRefusal[]
  /** Of an undo: the rows that stay, since somebody changed them or something depends on them. */
  readonly undone: number
  readonly columns: readonly ImportColumn[]
  readonly source: string
  /** What was mended of the file: row -> field -> text. */
  readonly cells: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** Some of it asks for the authenticator's code, or the present password. */
  readonly needsProof: boolean
  readonly problem: { readonly code: ErrorCode; readonly values?: MessageValues } | null
  readonly createdBy: string
  readonly createdAt: string
  readonly importedAt: string | null
  /** Until then it can be taken back; null where it cannot. */
  readonly undoUntil: string | null
  readonly undoneAt: string | null
}

/** A row that was, or would be, made or changed. */
export interface ImportedRow {
  readonly row: number
  readonly operation: 'create' | 'update' | 'refuse'
  readonly record: number | null
  readonly name: string | null
  readonly changes: readonly FieldChange[]
}
