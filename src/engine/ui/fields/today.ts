import { businessDay, type Day } from '#engine/values/calendar.ts'
import { installation } from '#engine/ui/shell/installation.ts'

let zone = installation.businessTimeZone

/** By whose clock the days of these pages are: that of the reader's company, where it names a zone. */
export const businessZone = (): string => zone

/** Has the pages count days as the company of who is here does; as the installation where it names no zone. */
export const countDaysIn = (own: string | undefined): void => {
  zone = own ?? installation.businessTimeZone
}

/**
 * Which day it is for the business, whatever the reader's clock is set to. What is offered or preset by a page begins
 * with it; the server checks again.
 */
export const businessToday = (): Day => businessDay({ at: new Date(), zone })
