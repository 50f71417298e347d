import { businessDay, type Day } from '#engine/values/calendar.ts'
import { installation } from '#engine/ui/shell/installation.ts'

/**
 * Which day it is for the business, whatever the reader's clock is set to. What is offered or preset by a page begins
 * with it; the server checks again.
 */
export const businessToday = (): Day => businessDay({ at: new Date(), zone: installation.businessTimeZone })
