import { type Kysely, sql } from 'kysely'

/** Keeps who asked for a payment, by id: the name alone could be somebody else's by and by. */
export async function insertRequest(
  db: Kysely<any>,
  { payment, requestedBy }: { payment: number; requestedBy: number | null },
): Promise<void> {
  await sql`insert into payment_request (payment, requested_by)
    values (${payment}::bigint, ${requestedBy}::bigint)`.execute(db)
}
