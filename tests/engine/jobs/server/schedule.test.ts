import { describe, expect, it } from 'vitest'
import { lastSlot, momentOf, nextSlot } from '#engine/jobs/server/schedule.ts'

const slots = (schedule: { dailyAt: string } | { everySeconds: number }, now: string, zone: string) => {
  const question = { schedule, now: new Date(now), zones: [zone] }
  return [lastSlot(question).toISOString(), nextSlot(question).toISOString()]
}

describe('when a job runs', () => {
  it.each([
    ['00:10', '2026-03-10T00:09:59Z', 'UTC', '2026-03-09T00:10:00.000Z', '2026-03-10T00:10:00.000Z'],
    ['00:10', '2026-03-10T00:10:00Z', 'UTC', '2026-03-10T00:10:00.000Z', '2026-03-11T00:10:00.000Z'],
    ['00:10', '2026-03-10T01:00:00Z', 'America/Sao_Paulo', '2026-03-09T03:10:00.000Z', '2026-03-10T03:10:00.000Z'],
    ['06:00', '2026-03-10T01:00:00Z', 'Asia/Kathmandu', '2026-03-10T00:15:00.000Z', '2026-03-11T00:15:00.000Z'],
  ])('daily at %s, seen from %s in %s', (dailyAt, now, zone, last, next) => {
    expect(slots({ dailyAt }, now, zone)).toEqual([last, next])
  })

  it('on a day of 23 or 25 hours at the time the clock shows', () => {
    expect(momentOf({ day: '2026-03-29', time: '06:00', zone: 'Europe/Lisbon' }).toISOString()).toBe(
      '2026-03-29T05:00:00.000Z',
    )
    expect(momentOf({ day: '2026-10-25', time: '06:00', zone: 'Europe/Lisbon' }).toISOString()).toBe(
      '2026-10-25T06:00:00.000Z',
    )
    expect(momentOf({ day: '2026-03-08', time: '00:10', zone: 'America/New_York' }).toISOString()).toBe(
      '2026-03-08T05:10:00.000Z',
    )
  })

  it('every so many seconds, on every server at the same moments', () => {
    expect(slots({ everySeconds: 600 }, '2026-03-10T12:19:59Z', 'UTC')).toEqual([
      '2026-03-10T12:10:00.000Z',
      '2026-03-10T12:20:00.000Z',
    ])
  })
})
