interface TreeRow extends Readonly<Record<string, unknown>> {
  readonly partner: number | null
  readonly parent: number | null
  readonly direct: boolean
}

/**
 * Puts the rows of a tree, as they come one below the other, inside each other (`children`), in the order they came.
 */
export function nestRows(rows: readonly TreeRow[]): readonly Record<string, unknown>[] {
  const inside = Map.groupBy(rows, ({ parent }) => parent)
  const nested = (row: TreeRow): Record<string, unknown> => {
    const children = row.direct || row.partner === null ? undefined : inside.get(row.partner)
    return children ? { ...row, children: children.map(nested) } : row
  }
  return (inside.get(null) ?? []).map(nested)
}
