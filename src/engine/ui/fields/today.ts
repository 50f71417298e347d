import { businessDay, type Day } from '../../domain/calendar.ts'
import { installation } from '../installation.ts'

/**
 * Which day it is for the business, whatever the reader's clock is set to. What is offered or preset by a page begins
 * with it; the server checks again.
 */
export const businessToday = (): Day => businessDay({ at: new Date(), zone: installation.businessTimeZone })
