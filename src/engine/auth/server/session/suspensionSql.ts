import { type RawBuilder, sql } from 'kysely'

/** SQL query: a row where an affiliate or partner, each by its id or null, is suspended now and signs in nowhere. */
export const suspensionSql = (affiliate: RawBuilder<unknown>, partner: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select from suspension where suspension.ended_at is null
    and (suspension.object, suspension.record) in (('affiliate', ${affiliate}), ('partner', ${partner}))`
