import type { Schedule } from '../answers/jobs.ts'
import { addDays, businessDay, type Day } from '#engine/values/calendar.ts'

/** A moment, and the zones whose clocks count: what is daily is due by each. */
export interface ScheduleQuestion {
  readonly schedule: Schedule
  readonly now: Date
  readonly zones: readonly string[]
}

/** How far the clock of a zone is ahead of UTC at a moment, in milliseconds. */
function zoneAheadMs(at: Date, zone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(at)
  const value = (type: string) => Number(parts.find((part) => part.type === type)!.value)
  return (
    Date.UTC(value('year'), value('month') - 1, value('day'), value('hour'), value('minute'), value('second')) -
    Math.floor(at.getTime() / 1000) * 1000
  )
}

/**
 * The moment at which a zone's clock shows a time of a day; one that the clock leaves out in spring is the first after
 * it.
 */
export function momentOf({ day, time, zone }: { day: Day; time: string; zone: string }): Date {
  const shown = Date.parse(`${day}T${time}:00Z`)
  // The distance from UTC at the first guess may be that of the other side of a clock change; the second guess knows.
  const first = shown - zoneAheadMs(new Date(shown), zone)
  return new Date(shown - zoneAheadMs(new Date(first), zone))
}

/** The last moment at which the job was to run, the present one included. */
export function lastSlot({ schedule, now, zones }: ScheduleQuestion): Date {
  if ('everySeconds' in schedule) {
    const length = schedule.everySeconds * 1000
    return new Date(Math.floor(now.getTime() / length) * length)
  }
  return zones
    .map((zone) => {
      const day = businessDay({ at: now, zone })
      const today = momentOf({ day, time: schedule.dailyAt, zone })
      return today <= now ? today : momentOf({ day: addDays(day, -1), time: schedule.dailyAt, zone })
    })
    .reduce((one, other) => (one > other ? one : other))
}

/** The next moment at which the job is to run, after the present one. */
export function nextSlot({ schedule, now, zones }: ScheduleQuestion): Date {
  if ('everySeconds' in schedule)
    return new Date(lastSlot({ schedule, now, zones }).getTime() + schedule.everySeconds * 1000)
  return zones
    .map((zone) => {
      const day = businessDay({ at: now, zone })
      const today = momentOf({ day, time: schedule.dailyAt, zone })
      return today > now ? today : momentOf({ day: addDays(day, 1), time: schedule.dailyAt, zone })
    })
    .reduce((one, other) => (one < other ? one : other))
}
