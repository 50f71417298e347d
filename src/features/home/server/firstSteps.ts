import { sql } from 'kysely'
import { resources } from '#resources/index.ts'
import type { Actor } from '#engine/declaration/actor.ts'
import { type FirstStep, firstSteps, type InboxAnswer } from '../answers/inbox.ts'
import { can } from '#engine/declaration/derive/access.ts'
import type { AppContext } from '#engine/server/context.ts'
import { readAs } from '#engine/server/database/rowSecurity/openRowSecurity.ts'
import { firstRow } from '#engine/server/database/rows.ts'
import { scopeCondition, visibleBrands } from '#engine/records/server/visibility/scope.ts'

/** By which a step is known to be done: something of it is there for this person to see. */
const records = ['brand', 'reward', 'rewardProfile', 'affiliate', 'campaign', 'action'] as const satisfies FirstStep[]
const tables = { rewardProfile: 'reward_profile' } as Readonly<Record<string, string>>

/**
 * What is still to be done before anybody earns anything, for whoever may make brands: others cannot begin. Null once
 * all of it is done.
 */
export async function readFirstSteps({ database }: AppContext, actor: Actor): Promise<InboxAnswer['steps']> {
  if (!can({ actor, resource: resources.brand, operation: 'create' })) return null
  const there = records.map((name) => {
    const condition = scopeCondition({ actor, resource: resources[name], alias: 'seen' })
    return sql`exists (select from ${sql.table(tables[name] ?? name)} seen where ${condition}) as ${sql.id(name)}`
  })
  const done = await firstRow(
    readAs(database, actor),
    sql<Record<FirstStep, boolean>>`select ${sql.join(there)},
      exists (select from movement_wide where brand in (${visibleBrands(actor)})) as feed,
      exists (select from closed_day) as close`,
  )
  const steps = firstSteps.map((step) => ({ step, isDone: done![step] }))
  return steps.every(({ isDone }) => isDone) ? null : steps
}
