import { type Kysely, type RawBuilder, sql } from 'kysely'
import { signals as declared } from '#resources/signals.ts'
import type { DomainEventName, Signals } from '#engine/declaration/webhook.ts'
import { timestamp } from '#engine/server/database/rows.ts'
import { subscribedSignals } from '../subscribed.ts'

const signals: Signals = declared

/** The wanted signals of a happening, with the words that each says. */
export async function subscriptionsFor(
  db: Kysely<any>,
  happening: DomainEventName,
): Promise<{ readonly name: string; readonly says: readonly string[] }[]> {
  const named = Object.entries(signals).flatMap(([name, { on, says }]) => (on === happening ? [{ name, says }] : []))
  if (named.length === 0) return []
  const wanted = await subscribedSignals(db)
  return named.filter(({ name }) => wanted.has(name))
}

/** Of everything that is known of a happening (`known`, jsonb) the words that a signal says. */
function saidOf(known: RawBuilder<unknown>, says: readonly string[]): RawBuilder<unknown> {
  const pairs = says.map((word) => sql`${sql.lit(word)}, ${known} -> ${sql.lit(word)}`)
  return sql`jsonb_build_object(${sql.join(pairs)})`
}

/** Writes a signal that one target alone is told of, once whatever is done again. */
export async function emitTo(
  db: Kysely<any>,
  given: { name: keyof typeof declared; target: number; company: number; at: Date; once: string; data: object },
): Promise<void> {
  const { name, target, company, at, once, data } = given
  await sql`insert into signal (name, order_key, company, at, only_target, once, data)
    values (${name}::text, ${`target ${target}`}, ${company}::bigint, ${timestamp(at)}, ${target}::bigint,
      ${`${name} ${target} ${once}`}, ${JSON.stringify(data)}::text::jsonb)
    on conflict (once) where once is not null do nothing`.execute(db)
}

/**
 * Writes the signals of what happened, in the transaction in which it did.
 * @param happened a source of columns `order_key, company, brands, affiliate, campaign, action, at, once` and `known`,
 * everything that is known of it by the words of signals
 */
export async function emitSignal(
  db: Kysely<any>,
  { happening, happened }: { happening: DomainEventName; happened: RawBuilder<unknown> },
): Promise<void> {
  for (const { name, says } of await subscriptionsFor(db, happening)) {
    await sql`insert into signal (name, order_key, company, brands, affiliate, partner, campaign, action, at, once, data)
      select ${name}::text, order_key, company, brands, affiliate, (known ->> 'partner')::bigint, campaign, action, at,
        ${name}::text || ' ' || once, ${saidOf(sql`known`, says)}
      from (${happened}) happened where company is not null on conflict (once) where once is not null do nothing`.execute(
      db,
    )
  }
}
