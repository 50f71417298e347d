import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { applySchemaDifference } from '#engine/server/database/applySchema.ts'
import { type Database, openDatabase } from '#engine/server/database/connect.ts'
import { startEmbedded } from '#lib/embeddedPostgres/embedded.ts'
import { applyMigrations } from '#engine/server/database/migrate.ts'
import type { IngestBrand } from '#features/activity/server/write/ingestContext.ts'
import { declaredSchema } from '#engine/server/database/declaredSchema.ts'

/** A durable embedded database of a benchmark's own. */
export interface BenchDatabase {
  readonly database: Database
  readonly url: string
  stop(): Promise<void>
}

/** Starts a database with real fsync in a folder of its own. */
export async function startBenchDatabase(): Promise<BenchDatabase> {
  const dataDir = mkdtempSync(join(tmpdir(), 'affiliate-bench-'))
  const embedded = await startEmbedded({ dataDir, log: () => {} })
  await applyMigrations({ url: embedded.url, log: () => {} })
  await applySchemaDifference({ url: embedded.url, declared: declaredSchema, log: () => {} })
  const database = openDatabase({ url: embedded.url })
  return {
    database,
    url: embedded.url,
    async stop() {
      await database.close()
      await embedded.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** A brand with as many links, each of an affiliate of its own. */
export async function buildLinks({ db }: Database, links: number): Promise<{ brand: IngestBrand; tokens: string[] }> {
  const slug = `bench-${links}-${Date.now()}`
  const {
    rows: [company],
  } = await sql<{ id: number }>`insert into company (name) values (${slug}) returning id`.execute(db)
  const {
    rows: [brand],
  } = await sql<IngestBrand>`insert into brand (name, slug, site, company, currency)
      values (${slug}, ${slug}, 'https://bench.example', ${company!.id}, 'BRL')
    returning id, slug, site, currency`.execute(db)
  const { rows } = await sql<{ token: string }>`
    with made_campaign as (insert into campaign (name, brand) values (${slug}, ${brand!.id}) returning id),
    made as (insert into affiliate (company, name, token, brands) select ${company!.id}::bigint, ${slug} || n,
      ${slug} || '-a' || n, array[${brand!.id}]::bigint[] from generate_series(1, ${links}::integer) n
      returning id, name)
    insert into action (name, campaign, affiliate, token) select made.name, made_campaign.id, made.id,
      ${slug} || '-l' || made.id from made, made_campaign returning token`.execute(db)
  return { brand: brand!, tokens: rows.map(({ token }) => token) }
}

/**
 * Events as a platform sends them: mostly bets and wins of known players, on one day, some deposits, registrations and
 * clicks.
 */
export function makeRawEvents({
  tokens,
  count,
  prefix,
}: {
  tokens: readonly string[]
  count: number
  prefix: string
}): Record<string, string | number>[] {
  const types = ['bet', 'bet', 'win', 'bet', 'click', 'bet', 'win', 'registration', 'bet', 'deposit']
  return Array.from({ length: count }, (_, index) => {
    const type = types[index % types.length]!
    const player = (index * 7919) % 4_000
    const isMoney = type !== 'click' && type !== 'registration'
    return {
      event_id: `${prefix}-${index}`,
      type,
      occurred_at: new Date(Date.UTC(2026, 9, 20, 0, 0, index % 86_400)).toISOString(),
      player_ref: `${prefix.split('-')[0]}-player${player}`,
      action_token: tokens[player % tokens.length]!,
      country: 'BR',
      state: 'SP',
      city: 'Campinas',
      ...(isMoney ? { product: 'bets', amount: ((index % 5_000) / 100 + 1).toFixed(2), currency: 'BRL' } : {}),
    }
  })
}
