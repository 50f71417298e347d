import { sql } from 'kysely'
import { systemActor } from '#engine/declaration/actor.ts'
import { addDays, businessDay } from '#engine/values/calendar.ts'
import { inTransaction } from '#engine/server/database/transaction.ts'
import { currentBusinessTime } from '#engine/records/server/change.ts'
import { isRisk, raiseFindings, settleHolds } from '#features/risk/server/findings.ts'
import type { JobTask } from '#engine/jobs/server/job.ts'

const actor = systemActor('risk')

/** Asks the rules that were started about the last whole day, once each, and ends holds about which all is decided. */
export const riskFindings: JobTask = {
  async run({ context, signal }) {
    const present = currentBusinessTime(context, actor)
    const to = addDays(businessDay(present), -1)
    const { db } = context.database
    const { rows } = await sql<{ rule: string }>`select rule from risk_rule
      where asked_up_to is null or asked_up_to < ${to}::text::date order by rule`.execute(db)
    let count = 0
    for (const { rule } of rows) {
      signal.throwIfAborted()
      if (!isRisk(rule)) continue
      count += await inTransaction(db, async (trx) => {
        await sql`update risk_rule set asked_up_to = ${to}::text::date where rule = ${rule}::text`.execute(trx)
        return raiseFindings({ db: trx, actor, ...present }, rule, to)
      })
    }
    await inTransaction(db, (trx) => settleHolds({ db: trx, actor, ...present }))
    return [{ code: 'raised', values: { count } }]
  },
}
