/** Every report of the product. */
import { affiliateActivity } from './affiliateActivity.ts'

export const reports = { affiliateActivity } as const

export type Reports = typeof reports
export type ReportName = keyof Reports
