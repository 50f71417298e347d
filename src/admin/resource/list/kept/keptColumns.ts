/**
 * Between the columns somebody keeps, by name, and what the table stores: hidden names, and positions in which columns
 * stand. Pure.
 */

/**
 * What the table stores; `ranks` names for each place the position of the column that stands there, or nothing where no
 * one was moved.
 */
export interface StoredColumns {
  readonly hidden: readonly string[]
  readonly ranks: readonly number[] | undefined
}

/** Under which names the table stores it. */
export const columnKeys = (resource: string) => ({
  hidden: `${resource}.datatable`,
  ranks: `${resource}.datatable_columnRanks`,
})

/**
 * The names of all columns in the order in which they stand.
 * @param names every column there is, in the declared order
 */
export function placedColumns({
  names,
  ranks = [],
}: {
  names: readonly string[]
  ranks: readonly number[] | undefined
}): string[] {
  const places = [
    ...ranks.filter((position) => position < names.length),
    ...names.map((_, position) => position).filter((position) => !ranks.includes(position)),
  ]
  return places.map((position) => names[position]!)
}

/** The names of the columns shown, in their order. @param names every column there is, in the declared order */
export function shownColumns({ names, hidden, ranks }: { names: readonly string[] } & StoredColumns): string[] {
  return placedColumns({ names, ranks }).filter((name) => !hidden.includes(name))
}

/**
 * What the table stores so that it shows these columns. Names that no column has any more are left out; columns that
 * are not named are hidden and stand last.
 */
export function storedColumns({
  names,
  columns,
}: {
  names: readonly string[]
  columns: readonly string[]
}): StoredColumns {
  const shown = columns.filter((name) => names.includes(name))
  const hidden = names.filter((name) => !shown.includes(name))
  const positions = shown.map((name) => names.indexOf(name))
  const isDeclaredOrder = positions.every((position, index) => index === 0 || position > positions[index - 1]!)
  return { hidden, ranks: isDeclaredOrder ? undefined : [...positions, ...hidden.map((name) => names.indexOf(name))] }
}
