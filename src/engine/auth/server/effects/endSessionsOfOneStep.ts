import { sql } from 'kysely'
import { keyOwners } from '../accessKeys/keyInForce.ts'
import { endSessions } from '../endSessions.ts'
import { holderOf } from '../twoStep/twoStepHolder.ts'
import type { Effect } from '#engine/records/server/write/effect.ts'

/**
 * Ends the sessions that were opened by a password or access key alone once a company asks for a second step: of
 * everybody who works for it, and of its partners, its affiliates and their people, who would be asked for one when
 * signing in.
 */
export const endSingleFactorSessions: Effect = async ({ transaction, id, after, context }) => {
  if (after?.twoStep !== 'required') return
  const { rows } = await sql<{
    id: number
  }>`select "user".id from "user" left join user_credential credential on credential.user_id = "user".id
    where "user".company = ${id}::text::bigint and not coalesce(credential.is_from_environment, false)
      and not exists (select from two_step where two_step.user_id = "user".id and two_step.confirmed_at is not null)
    order by "user".id`.execute(transaction)
  for (const user of rows)
    await endSessions(transaction, { of: { userId: user.id }, reason: 'revoked', at: context.now() })
  for (const kind of keyOwners) {
    const { rows: holders } = await sql<{ id: number }>`select id from ${sql.table(kind)} holder
      where company = ${id}::text::bigint and not exists (select from ${sql.table(`${kind}_two_step`)} step
        where ${sql.ref(`step.${kind}_id`)} = holder.id and step.confirmed_at is not null)
      and exists (select from session where ${sql.ref(`session.${kind}_id`)} = holder.id and ended_at is null)
      order by id`.execute(transaction)
    for (const holder of holders)
      await endSessions(transaction, { of: holderOf(kind, holder.id), reason: 'revoked', at: context.now() })
  }
  await sql`update session set ended_at = ${context.now()}, end_reason = 'revoked' where ended_at is null
    and affiliate_user_id in (select someone.id from affiliate_user someone
      join affiliate on affiliate.id = someone.affiliate where affiliate.company = ${id}::text::bigint
      and not exists (select from affiliate_user_two_step step
        where step.affiliate_user_id = someone.id and step.confirmed_at is not null))`.execute(transaction)
}
