import { jobs as declared } from '#resources/jobs.ts'
import type { JobDefinition } from '#engine/declaration/job.ts'
import type { JobName } from '#engine/declaration/names.ts'
import { retention } from '#features/compliance/server/retention.ts'
import { reportFiles } from '#features/reporting/server/downloads/reportFiles.ts'
import { feedImports } from '#features/activity/server/upload/feedImports.ts'
import { recordImports } from '#engine/imports/server/recordImports.ts'
import { reattribution } from '#features/activity/server/unattributed/reattribution.ts'
import { accessMails } from '#features/accounts/server/accessChanges/sendAccessMails.ts'
import { digests } from '#features/home/server/digests/digests.ts'
import { affiliateNotices } from '#features/affiliates/server/notices/notices.ts'
import { notices } from '#engine/operatorWebhooks/server/notices.ts'
import type { Job, JobTask } from '#engine/jobs/server/job.ts'
import { backupCheck } from './backupCheck.ts'
import { dealChanges } from './dealChanges.ts'
import { closeToday, dailyClose } from './close.ts'
import { automaticPayments, followPayments, unclaimedSums } from './payments.ts'
import { riskFindings } from './risk.ts'
import { scheduledVersions } from './scheduledVersions.ts'
import { cleanUp, eventPartitions } from './upkeep.ts'

/** What each declared job does. */
const tasks: Readonly<Record<JobName, JobTask>> = {
  dailyClose,
  scheduledVersions,
  closeToday,
  automaticPayments,
  unclaimedSums,
  riskFindings,
  followPayments,
  feedImports,
  recordImports,
  notices,
  affiliateNotices,
  dealChanges,
  accessMails,
  digests,
  reattribution,
  reportFiles,
  eventPartitions,
  cleanUp,
  retention,
  backupCheck,
}

/** Every job there is, in the order of their declarations. */
export const jobs: readonly Job[] = Object.entries<JobDefinition>(declared).map(
  ([name, { atFirstStart = false, feature, ...schedule }]) => ({
    ...tasks[name as JobName],
    name,
    ...(feature ? { feature } : {}),
    schedule,
    runsAtFirstStart: atFirstStart,
  }),
)
