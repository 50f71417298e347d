import { type Kysely, sql } from 'kysely'

/** For so long a server remembers who wants to be told of what. */
const rememberedMs = 1_000

let remembered: { readonly atMs: number; readonly names: ReadonlySet<string> } | null = null

/** Forgets who wants what: somebody subscribed just now. */
export function forgetSubscribed(): void {
  remembered = null
}

/**
 * The names of the signals that any target wants. Where nobody does, what happens costs nothing more than this, which
 * is asked once a second.
 */
export async function subscribedSignals(db: Kysely<any>): Promise<ReadonlySet<string>> {
  if (remembered && Date.now() - remembered.atMs < rememberedMs) return remembered.names
  const { rows } = await sql<{ name: string }>`select distinct unnest(signals) as name from signal_target`.execute(db)
  remembered = { atMs: Date.now(), names: new Set(rows.map(({ name }) => name)) }
  return remembered.names
}
