import { events } from '#resources/events.ts'
import { movement } from '#resources/movement.ts'
import type { MeasureName } from '#engine/declaration/names.ts'
import {
  movementColumns as columnsOf,
  wideColumns as wideColumnsOf,
} from '#engine/declaration/derive/activity/movementColumns.ts'

/** The sums and counts of a row of movement, in the order in which they are declared. */
export const movementColumns = columnsOf({ events, movement })

/** The columns of the second roll-up after its key. */
export const affiliateTotalColumns = wideColumnsOf(movementColumns)

/**
 * The columns of the second roll-up that come to a stored measure over all products, as a sum in SQL; money in cents.
 */
export function affiliateTotalSum(measure: MeasureName): string {
  const stored = movementColumns.find((column) => column.measure === measure)!
  return affiliateTotalColumns
    .filter(({ column }) => column === stored.name)
    .map(({ name }) => name)
    .join(' + ')
}
