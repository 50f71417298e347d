import { type Kysely, sql } from 'kysely'
import { isAnywhereOnSql } from '#engine/auth/server/features.ts'
import type { Job } from './job.ts'

/** The jobs of no feature, and those whose feature some company has switched on. */
export async function switchedOnJobs(db: Kysely<any>, jobs: readonly Job[]): Promise<Job[]> {
  const features = [...new Set(jobs.flatMap(({ feature }) => feature ?? []))]
  if (features.length === 0) return [...jobs]
  const { rows } = await sql<{ feature: string }>`select asked.feature from unnest(${features}::text[]) asked (feature)
    where ${isAnywhereOnSql(sql`asked.feature`)}`.execute(db)
  const on = new Set(rows.map(({ feature }) => feature))
  return jobs.filter(({ feature }) => feature === undefined || on.has(feature))
}
