import { retention } from '../../personal/retention.ts'
import { reportFiles } from '../../downloads/reportFiles.ts'
import { feedImports } from '../../ingest/upload/feedImports.ts'
import { reattribution } from '../../ingest/unattributed/reattribution.ts'
import type { Job } from '../job.ts'
import { backupCheck } from './backupCheck.ts'
import { closeToday, dailyClose } from './close.ts'
import { automaticPayments, followPayments } from './payments.ts'
import { cleanUp, eventPartitions } from './upkeep.ts'

/** Every job there is, in the order in which people look at them. */
export const jobs: readonly Job[] = [
  dailyClose,
  closeToday,
  automaticPayments,
  followPayments,
  feedImports,
  reattribution,
  reportFiles,
  eventPartitions,
  cleanUp,
  retention,
  backupCheck,
]
