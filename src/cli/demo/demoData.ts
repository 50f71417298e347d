import { sql } from 'kysely'
import type { Database } from '#engine/server/database/connect.ts'
import type { Environment } from '#engine/server/environment.ts'
import { eventChecker } from '#features/activity/server/write/incomingEvent.ts'
import { recordEvents } from '#features/activity/server/write/recordEvents.ts'
import type { IngestBrand } from '#features/activity/server/write/ingestContext.ts'
import { closeDays } from '#features/commission/server/close/closeDays.ts'
import { systemActor } from '#engine/declaration/actor.ts'
import { logActivity } from '#engine/activityLog/server/activityLog.ts'
import { addDays, businessDay, type Day } from '#engine/values/calendar.ts'
import type { Product } from '#rules/activity/measures.ts'
import { type DemoLink, linkActivity, type RawEvent, strayActivity } from './activity.ts'
import { demoOperation, makeDemoRecords } from './records.ts'

const daysFilled = 60
const batchSize = 5_000

interface DemoRequest {
  readonly database: Database
  readonly environment: Environment
  readonly now?: () => Date
  /** Takes one line about what happens. */
  readonly log: (line: string) => void
}

/**
 * Fills an empty office with two brands, people, links and 60 days of activity up to yesterday, closed day by day:
 * something to look at. The same every time but
 * for tokens. Does nothing where brands are there that it did not make, or where it is done; cut off, it goes on where
 * it was.
 */
export async function fillDemoData({ database, environment, now = () => new Date(), log }: DemoRequest): Promise<void> {
  const context = { database, environment, now }
  let progress = await readProgress(database)
  if (progress.isDone || (!progress.days && progress.hasBrands)) return
  if (!progress.days) {
    const to = addDays(businessDay({ at: now(), zone: environment.businessTimeZone }), -1)
    await makeDemoRecords(context, { from: addDays(to, 1 - daysFilled), to })
    progress = await readProgress(database)
  }
  const days = progress.days!
  const events = await recordActivity({ database, environment, now }, days)
  await closeDays({ database, environment, ...days, now, log: () => {} })
  await noteDone(database, progress.company!, now())
  log(`Filled in demo data: two brands, ${events} events of ${daysFilled} days, closed up to ${days.to}.`)
}

interface Progress {
  readonly isDone: boolean
  readonly hasBrands: boolean
  /** Set once the registers are there. */
  readonly days: { readonly from: Day; readonly to: Day } | null
  /** The id of the company it is about. */
  readonly company: string | undefined
}

/** How far the demo has come, as the activity log tells: a first line with its days, a second when it is done. */
async function readProgress({ db }: Database): Promise<Progress> {
  const { rows: lines } = await sql<{
    object_id: string
    changes: { field: string; after: string }[]
  }>`select object_id, changes from activity_log where operation = ${demoOperation} order by id`.execute(db)
  const { rows: brands } = await sql`select 1 from brand limit 1`.execute(db)
  const valueOf = (field: string) => lines[0]?.changes.find((change) => change.field === field)?.after
  const [from, to] = [valueOf('from'), valueOf('to')]
  return {
    isDone: lines.length > 1,
    hasBrands: brands.length > 0,
    days: from && to ? { from, to } : null,
    company: lines[0]?.object_id,
  }
}

async function noteDone({ db }: Database, company: string, at: Date): Promise<void> {
  await logActivity(db, {
    actor: systemActor('demo'),
    operation: demoOperation,
    object: 'company',
    objectId: company,
    changes: [{ field: 'isDone', before: false, after: true }],
    at,
  })
}

const productOfCampaign: Readonly<Record<string, Product>> = {
  'Roletas e slots': 'games',
  'Mega da semana': 'lotto',
  Bolões: 'lotto',
}

async function recordActivity(
  { database, environment, now }: Required<Omit<DemoRequest, 'log'>>,
  days: { from: Day; to: Day },
): Promise<number> {
  const { rows } = await sql<IngestBrand & { token: string; campaign: string; seed: string }>`
    select brand.id, brand.slug, brand.site, brand.currency, action.token, campaign.name as campaign,
      action.name as seed
    from action join campaign on campaign.id = action.campaign join brand on brand.id = campaign.brand
      order by action.id`.execute(database.db)
  let recorded = 0
  for (const slug of new Set(rows.map((row) => row.slug))) {
    const links = rows.filter((row) => row.slug === slug)
    const raws = links.flatMap((row) => linkActivity(linkOf(row), days))
    const { id, site, currency } = links[0]!
    recorded += await record({ database, environment, now }, { id, slug, site, currency }, [
      ...raws,
      ...strayActivity(days.to),
    ])
  }
  return recorded
}

function linkOf({ token, campaign, seed }: { token: string; campaign: string; seed: string }): DemoLink {
  return { token, seed, product: productOfCampaign[campaign] ?? 'bets' }
}

/** In the order it happened, as a platform would have sent it. */
async function record(
  { database, environment, now }: Required<Omit<DemoRequest, 'log'>>,
  brand: IngestBrand,
  raws: RawEvent[],
): Promise<number> {
  const check = eventChecker({ currency: brand.currency, zone: environment.businessTimeZone, now: now() })
  const events = raws
    .map((raw) => {
      const checked = check(raw)
      if (!checked.ok) throw new Error(`The demo made an event that is refused: ${checked.code}`)
      return checked.event
    })
    .sort((a, b) => (a.occurredAt < b.occurredAt ? -1 : 1))
  for (let start = 0; start < events.length; start += batchSize)
    await recordEvents({ database, brand, events: events.slice(start, start + batchSize) })
  return events.length
}
