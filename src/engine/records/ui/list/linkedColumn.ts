import type { AnyResource } from '#engine/declaration/resource.ts'

/**
 * The column that leads to a record: its name's; where several fields name one together, the first column, which is
 * never empty. It is always shown: without it a record opens by the mouse alone.
 */
export const linkedColumn = ({ title, titled, list, fields }: AnyResource): string =>
  titled.length > 1 ? list.columns.find((name) => !fields[name]?.kind.startsWith('reference'))! : title
