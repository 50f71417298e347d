import { events } from '#resources/events.ts'
import { resources } from '#resources/index.ts'
import { movement } from '#resources/movement.ts'
import { movementColumns } from '#engine/declaration/derive/activity/movementColumns.ts'
import { activityTables } from '#engine/declaration/derive/activity/tables.ts'
import { declaredTables } from '#engine/declaration/derive/table.ts'

/**
 * All that the configuration asks of the database: tables of entities, and what events and measures need of those of
 * activity.
 */
export const declaredSchema = [
  ...declaredTables(resources),
  ...activityTables({ events, columns: movementColumns({ events, movement }) }),
]
