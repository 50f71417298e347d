import { sql, type Transaction } from 'kysely'
import type { AnyTables } from '#engine/server/database/connect.ts'

/** The brand whose activity is recorded. */
export interface IngestBrand {
  readonly id: number
  readonly slug: string
  readonly site: string | null
  /** Null where the brand names none: then every currency fits. */
  readonly currency: string | null
  /** By whose clock its days are, where its company names one. */
  readonly timeZone?: string | null | undefined
  /** The last characters of the key that it was found by. */
  readonly keyHint?: string | undefined
}

/** Of a row of `brand`, the zone that its company names. */
export const zoneOfBrand = sql<
  string | null
>`(select time_zone from company where company.id = brand.company) as "timeZone"`

/** A transaction that records activity of one brand. */
export interface IngestContext {
  readonly trx: Transaction<AnyTables>
  readonly brand: IngestBrand
}

/*
 * What one transaction locks, in this order, each sorted by its key, so that no two of them can wait for each other:
 * event_identity, player (as it stands or to change it, in one pass), (waiting events), movement, movement_wide,
 * dirty_day, brand_feed.
 */
