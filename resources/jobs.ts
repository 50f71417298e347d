/** The work that the product does by itself, in the order in which people look at it. What is done is in `src/app/server/jobs/`, by the same names. */
import { defineJob } from '#engine/declaration/job.ts'

export const jobs = {
  dailyClose: defineJob({ dailyAt: '00:10' }),
  scheduledVersions: defineJob({ everySeconds: 60, atFirstStart: true }),
  closeToday: defineJob({ everySeconds: 600, atFirstStart: true }),
  automaticPayments: defineJob({ dailyAt: '06:00' }),
  unclaimedSums: defineJob({ dailyAt: '05:40' }),
  riskFindings: defineJob({ everySeconds: 3600, feature: 'risk' }),
  followPayments: defineJob({ everySeconds: 15, atFirstStart: true }),
  feedImports: defineJob({ everySeconds: 600, atFirstStart: true }),
  recordImports: defineJob({ everySeconds: 600, atFirstStart: true }),
  notices: defineJob({ everySeconds: 10, atFirstStart: true }),
  affiliateNotices: defineJob({ everySeconds: 30, atFirstStart: true }),
  dealChanges: defineJob({ everySeconds: 60, atFirstStart: true }),
  accessMails: defineJob({ everySeconds: 30, atFirstStart: true }),
  digests: defineJob({ everySeconds: 600, atFirstStart: true, feature: 'digests' }),
  reattribution: defineJob({ everySeconds: 600, atFirstStart: true }),
  reportFiles: defineJob({ everySeconds: 60, atFirstStart: true }),
  eventPartitions: defineJob({ dailyAt: '00:30', atFirstStart: true }),
  cleanUp: defineJob({ everySeconds: 3600, atFirstStart: true }),
  retention: defineJob({ dailyAt: '04:30' }),
  backupCheck: defineJob({ everySeconds: 604_800 }),
} as const

declare module '#engine/declaration/names.ts' {
  interface ConfigurationNames {
    job: keyof typeof jobs
  }
}
