/** Every report of the product. */
import { affiliateActivity } from './affiliateActivity.ts'
import { dashboard } from './dashboard.ts'

export const reports = { affiliateActivity, dashboard } as const

export type Reports = typeof reports
