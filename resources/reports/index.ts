/** Every report of the product. */
import { affiliateActivity } from './affiliateActivity.ts'
import { affiliateDetail } from './affiliateDetail.ts'
import { affiliates } from './affiliates.ts'
import { cohorts } from './cohorts.ts'
import { cpa } from './cpa.ts'
import { dashboard } from './dashboard.ts'
import { general } from './general.ts'
import { generalV2 } from './generalV2.ts'
import { lottery } from './lottery.ts'
import { movement } from './movement.ts'
import { partners } from './partners.ts'
import { paymentByAffiliate } from './paymentByAffiliate.ts'
import { subIds } from './subIds.ts'

export const reports = {
  affiliateActivity,
  affiliateDetail,
  affiliates,
  cohorts,
  cpa,
  dashboard,
  general,
  generalV2,
  lottery,
  movement,
  partners,
  paymentByAffiliate,
  subIds,
} as const

export type Reports = typeof reports
