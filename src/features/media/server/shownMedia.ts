import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { PortalLink, PortalMedium } from '../answers/media.ts'
import type { Day } from '#engine/values/calendar.ts'
import { firstRow } from '#engine/server/database/rows.ts'
import type { KeptImage } from './files.ts'

/** Approved, on its days, and of a brand that may be offered on that day: of `media` joined with `brand`. */
const isShown = (day: Day): RawBuilder<boolean> => sql`(media.state = 'approved'
  and coalesce(media.valid_from, '-infinity'::date) <= ${day}::text::date
  and coalesce(media.valid_until, 'infinity'::date) >= ${day}::text::date
  and coalesce(brand.authorized_from, '-infinity'::date) <= ${day}::text::date
  and coalesce(brand.authorized_until, 'infinity'::date) >= ${day}::text::date)`

/** An image that is embedded in some page, and whether it may be shown there by now. */
export interface PublicImage extends KeptImage {
  readonly isShown: boolean
  readonly width: number
  readonly height: number
}

/** The image behind a public token; nothing where nobody ever approved one. */
export function readPublicImage(db: Kysely<any>, token: string, day: Day): Promise<PublicImage | undefined> {
  return firstRow(
    db,
    sql<PublicImage>`select file.type, file.content, file.digest, media.width, media.height,
        ${isShown(day)} as "isShown"
      from media join brand on brand.id = media.brand join media_file file on file.media = media.id
      where media.token = ${token}::text and media.approved_at is not null`,
  )
}

/** So many are answered, the newest first. */
const shownMax = 1000

/** What an affiliate may advertise its brands with, and how many came to it by each in the last 30 days. */
export async function readPortalMedia(
  db: Kysely<any>,
  { affiliate, day, origin }: { affiliate: number; day: Day; origin: string },
): Promise<PortalMedium[]> {
  const { rows } = await sql<PortalMedium>`
    select media.id, media.token, media.name, media.brand, brand.name as "brandName", media.kind, media.language,
      case when media.kind = 'text' then media.text end as text, media.warning, media.width, media.height,
      media.valid_until::text as "validUntil",
      case when media.kind = 'banner' then ${origin}::text || '/media/' || media.token end as address,
      coalesce((select sum(counted.clicks) from media_click counted join action on action.id = counted.action
        where counted.media = media.id and action.affiliate = ${affiliate}::bigint
          and counted.day > ${day}::text::date - 30), 0)::integer as clicks
    from media join brand on brand.id = media.brand
    where ${isShown(day)}
      and media.brand = any((select brands from affiliate where id = ${affiliate}::bigint)::bigint[])
    order by media.created_at desc, media.id desc limit ${sql.lit(shownMax)}`.execute(db)
  return rows
}

/** The affiliate's own links, by which what it shows is tracked. */
export async function readPortalLinks(
  db: Kysely<any>,
  { affiliate, origin }: { affiliate: number; origin: string },
): Promise<PortalLink[]> {
  const { rows } = await sql<PortalLink>`select action.id, action.name, campaign.brand,
      ${origin}::text || '/t/' || action.token as address
    from action join campaign on campaign.id = action.campaign where action.affiliate = ${affiliate}::bigint
    order by action.name, action.id`.execute(db)
  return rows
}
