import { reports } from '#resources/reports/index.ts'
import { resources } from '#resources/index.ts'
import type { Actor } from '#engine/declaration/actor.ts'
import { mayReadReport } from '#engine/declaration/derive/access.ts'
import type { Report } from '#engine/declaration/report.ts'
import type { Day } from '#engine/values/calendar.ts'

/** What a digest is about: somebody's own rights, days (both included), and since when what is known is news. */
export interface DigestQuestion {
  readonly actor: Actor
  readonly from: Day
  readonly to: Day
  readonly since: Date
  /** Up to when: the next digest goes on from there. */
  readonly until: Date
}

/** Where a reader finds what a digest tells. */
interface Pages {
  readonly report: Report
  /** What its rows are where it is asked what changed: few. */
  readonly rows: string
  /** Where its days are read; with a moment, what changed of them since. */
  readonly path: (days: { from: Day; to: Day; since?: string }) => string
  readonly payments: string
}

/** Staff read all they see by brand, an affiliate its own by day. */
export function pagesOf({ affiliate }: Actor): Pages {
  return affiliate === undefined
    ? {
        report: reports.movement,
        rows: 'day,brand',
        path: (days) => `${reports.movement.path}?${new URLSearchParams({ from: days.from, to: days.to })}`,
        payments: resources.payment.path,
      }
    : {
        report: reports.affiliateDetail,
        rows: 'day',
        path: (days) => `/portal/reports?${new URLSearchParams(days)}`,
        payments: '/portal/payments',
      }
}

/** Whether somebody reads a report; an affiliate its own. */
export const mayAsk = (actor: Actor, report: Report): boolean =>
  actor.affiliate !== undefined || mayReadReport({ actor, report })
