/** A table that the configuration asks for. */
export interface DeclaredTable {
  /** Snake case, unquoted. */
  readonly name: string
  readonly columns: readonly DeclaredColumn[]
  readonly indexes: readonly DeclaredIndex[]
  /**
   * Of a table that migrations make: the columns it has besides, or `any` where nothing is said of them. None where the
   * table is declared as a whole.
   */
  readonly others?: readonly string[] | 'any'
  /** Columns that hold one of some words. */
  readonly choices?: readonly DeclaredChoice[]
  /** What columns refer to and which values they take. */
  readonly constraints?: readonly DeclaredConstraint[]
  /** Of a table whose columns the database itself makes something of: the views over it, and the statement that makes them anew. */
  readonly followed?: { readonly views: readonly string[]; readonly statement: string }
}

/** A constraint on one column that follows from its field. */
export interface DeclaredConstraint {
  readonly name: string
  readonly column: string
  /** SQL: `CHECK (…)` or `FOREIGN KEY (…) REFERENCES …`. */
  readonly definition: string
}

/** A constraint by which a column holds one of some words. */
export interface DeclaredChoice {
  /** Of the constraint. */
  readonly name: string
  readonly column: string
  readonly values: readonly string[]
}

/** A column that the configuration asks for. */
export interface DeclaredColumn {
  readonly name: string
  /**
   * The PostgreSQL type as `format_type` prints it: `bigint`, `text`, `numeric(18,2)`, `timestamp with time zone`,
   * `bigint[]`.
   */
  readonly type: string
  readonly nullable: boolean
  /** May not be empty where it is made with its table. */
  readonly required?: boolean
  /** SQL expression. */
  readonly default?: string
  /** SQL constant that the records get which are there already when the column is added. */
  readonly fill?: string
  /**
   * What fills the rows that are there once the column is added; nothing where a constraint of the database allowed
   * none of these words yet.
   */
  readonly fillFrom?: { readonly statement: string; readonly check: string; readonly words: readonly string[] }
  readonly identity?: boolean
  readonly primaryKey?: boolean
  /** The name it had before: the migration renames it and keeps its values. */
  readonly renamedFrom?: string
  /** SQL condition. */
  readonly check?: string
}

/** An index that the configuration asks for. */
export interface DeclaredIndex {
  readonly name: string
  /** Column names or SQL expressions. */
  readonly columns: readonly string[]
  readonly unique?: boolean
  readonly method?: 'btree' | 'gin'
  /**
   * How its columns are compared, where that belongs to an extension: the index is made only on a database that has it,
   * and nothing else depends on it.
   */
  readonly operators?: 'gin_trgm_ops'
  /** SQL condition of a partial index. */
  readonly where?: string
}
