import { randomUUID } from 'node:crypto'
import { basename } from 'node:path'
import type { Actor } from '#engine/declaration/actor.ts'
import { businessDay } from '#engine/values/calendar.ts'
import type { Database } from '#engine/server/database/connect.ts'
import { inTransaction } from '#engine/server/database/transaction.ts'
import { type CheckedEvent, eventChecker, type IncomingEvent } from '../write/incomingEvent.ts'
import { type FeedLines, recordEvents, type RecordOutcome } from '../write/recordEvents.ts'
import { companyProductNames, currencyOf, type FeedBrand, findBrand, findProfile, makeBrand } from './feedBrand.ts'
import { affiliateTokenOf, assignProfile, findLinks, type LinkProblem, makeLinks, wouldMake } from './feedLinks.ts'
import { FeedError } from './feedError.ts'
import { daysWith, type FeedCount, type FeedReport, refuse } from './feedReport.ts'
import type { Maker } from './makeRecord.ts'
import { emptyMemory, previewBatch } from './previewBatch.ts'
import type { FeedHead, FeedLimits, FeedRow } from './parseFeed.ts'
import { addStated } from '#rules/activity/dailyTotals.ts'
import type { Product } from '#rules/activity/measures.ts'
import { compareMonths, readTotalRow, tokensByExternalId, type TotalRow } from '../dailyTotals/importTotals.ts'
import { playerListColumns } from '#rules/activity/migrationKits.ts'
import { type ListedPlayer, readListedPlayer, recordPlayers } from '../players/importPlayers.ts'
import { recordTotals } from '../dailyTotals/recordTotals.ts'
import { readFeed } from './readFeed.ts'

const batchSize = 5_000

/** What to import and how. */
export interface FeedRequest {
  readonly database: Pick<Database, 'db'>
  readonly path: string
  readonly brandSlug: string
  readonly actor: Actor
  /** Where the brand's company names none. */
  readonly zone: string
  readonly now: () => Date
  /** Make the brand, campaign, affiliates and links the feed names and nobody has made. */
  readonly createMissing?: boolean | undefined
  /** The company a made brand belongs to, by name; the first one where absent. */
  readonly company?: string | undefined
  /** The name of the reward profile for affiliates that have none. */
  readonly profile?: string | undefined
  /** Of daily totals that name none; bets where nothing is said. */
  readonly product?: Product | undefined
  /** What people know the file by; the end of its path where nothing is said. */
  readonly fileName?: string | undefined
  /** The upload that it came by. */
  readonly upload?: number | undefined
  /** Write nothing. */
  readonly dryRun?: boolean | undefined
  /** What the file may come to; `feedLimits` where nothing is said. */
  readonly limits?: FeedLimits | undefined
  readonly onProgress?: ((report: FeedReport) => void) | undefined
}

interface Import extends FeedRequest {
  brand: FeedBrand | null
  /** Of a brand that is not made yet. */
  currency?: string | undefined
  readonly profileId: number | undefined
  readonly batch: string
  readonly memory: ReturnType<typeof emptyMemory>
  /** What a file of daily totals states by month. */
  readonly months: Map<string, Map<string, bigint>>
  readonly report: { -readonly [Key in keyof FeedReport]: FeedReport[Key] } & FeedCount & {
      made: { brand: boolean; affiliates: string[]; actions: string[] }
    }
}

interface ReadyRow {
  readonly line: number
  readonly event: IncomingEvent
}

/**
 * Imports a feed file in batches of 5,000 events, each with the records it needs in committed transactions: whenever it
 * is cut off, running it again ends
 * the same, and running it twice adds nothing.
 * @throws FeedError where the file cannot be read, or brand, company or profile are not there
 */
export async function importFeed(request: FeedRequest): Promise<FeedReport> {
  const run = await begin(request)
  let rows: FeedRow[] = []
  const format = { zone: run.zone, productNames: await companyProductNames(request.database.db, run.brand) }
  const onHead = ({ ignored, kit }: FeedHead) => {
    run.report.ignoredColumns = ignored
    run.report.kit = kit
  }
  const take = (part: readonly FeedRow[]) => {
    if (run.report.kit === null) return importRows(run, part)
    return run.report.kit === playerListColumns.name ? importPlayers(run, part) : importTotals(run, part)
  }
  for await (const row of readFeed(request.path, { limits: request.limits, format, onHead })) {
    rows.push(row)
    if (rows.length < batchSize) continue
    await take(rows)
    rows = []
  }
  await take(rows)
  run.report.control = await compareMonths(request.database.db, { brand: run.brand?.id ?? null, months: run.months })
  return run.report
}

async function begin(request: FeedRequest): Promise<Import> {
  const { database, brandSlug, profile, createMissing } = request
  const profileId =
    profile === undefined
      ? undefined
      : await findProfile(database.db, { name: profile, brandSlug, company: request.company })
  const brand = await findBrand(database.db, brandSlug)
  if (!brand && !createMissing)
    throw new FeedError(`There is no brand "${brandSlug}". Check the slug, or add --create-missing.`)
  const made = { brand: brand === null, affiliates: [], actions: [] }
  const run: Import = {
    ...request,
    zone: brand?.timeZone ?? request.zone,
    brand,
    profileId,
    batch: randomUUID(),
    memory: emptyMemory(),
    months: new Map(),
    report: {
      rows: 0,
      accepted: 0,
      duplicates: 0,
      unattributed: 0,
      refused: [],
      reasons: {},
      days: null,
      kit: null,
      control: [],
      ignoredColumns: [],
      made,
    },
  }
  return run
}

/**
 * Makes the brand of a feed, in the currency of its first rows that name one. In a dry run there stays none, and only
 * its currency is known.
 */
async function ensureBrand(run: Import, rows: readonly FeedRow[]): Promise<void> {
  if (run.brand) return
  run.currency ??= currencyOf(rows.map(({ raw }) => raw?.currency))
  if (run.dryRun) return
  const { brandSlug: slug, company, currency } = run
  run.brand = await make(
    run,
    async (maker) => (await findBrand(maker.trx, slug)) ?? makeBrand(maker, { slug, company, currency }),
  )
}

function make<Result>(
  { database, actor, batch, now, zone }: Import,
  work: (maker: Maker) => Promise<Result>,
): Promise<Result> {
  return inTransaction(database.db, (trx) => work({ trx, actor, batch, today: businessDay({ at: now(), zone }) }))
}

const sourceOf = ({ now, actor }: Import) => ({ at: now(), userId: actor.userId })

async function importRows(run: Import, rows: readonly FeedRow[]): Promise<void> {
  if (rows.length === 0) return
  run.report.rows += rows.length
  await ensureBrand(run, rows)
  const ready = await withLinks(run, checkRows(run, rows))
  const events = ready.map(({ event }) => event)
  const outcome =
    run.dryRun || !run.brand
      ? await previewBatch(run.database.db, { brand: run.brand, events, memory: run.memory })
      : await recordEvents({
          database: run.database,
          brand: run.brand,
          events,
          source: { via: 'file', ...sourceOf(run) },
          lines: linesOf(run, ready),
        })
  run.report.days = daysWith(run.report.days, events)
  count(run, ready, outcome)
  run.onProgress?.(run.report)
}

/** The lines that a batch is of. */
function linesOf({ path, fileName, upload }: Import, rows: readonly ReadyRow[]): FeedLines {
  const file = { fileName: fileName ?? basename(path), upload: upload ?? null }
  return { ...file, first: rows[0]?.line ?? 0, last: rows.at(-1)?.line ?? 0 }
}

function checkRows(run: Import, rows: readonly FeedRow[]): ReadyRow[] {
  const check = eventChecker({
    currency: run.brand ? run.brand.currency : (run.currency ?? null),
    zone: run.zone,
    now: run.now(),
  })
  return rows.flatMap(({ line, raw }) => {
    const checked: CheckedEvent | { ok: false; code: 'wrong_number_of_values' } = raw
      ? check(raw)
      : { ok: false, code: 'wrong_number_of_values' }
    if (checked.ok) return [{ line, event: checked.event }]
    refuse(run.report, { line, code: checked.code, eventId: raw?.event_id ?? '' })
    return []
  })
}

/** The rows whose link is there, was made, or that name none. */
async function withLinks(run: Import, rows: readonly ReadyRow[]): Promise<ReadyRow[]> {
  const tokens = [...new Set(rows.flatMap(({ event }) => event.actionToken ?? []))]
  const { known, refused } = await findLinks(run.database.db, run.brand, tokens)
  const missing = tokens.filter((token) => !known.has(token) && !refused.has(token))
  for (const [token, code] of await settleMissing(run, missing)) refused.set(token, code)
  if (run.profileId !== undefined && !run.dryRun) {
    await make(run, (maker) => assignProfile(maker, { brand: run.brand!, tokens, profile: run.profileId! }))
  }
  return rows.filter(({ line, event }) => {
    const code = event.actionToken === null ? undefined : refused.get(event.actionToken)
    if (code) refuse(run.report, { line, code, eventId: event.eventId })
    return !code
  })
}

/** Imports rows of daily totals, with the links they name as far as those may be made. */
async function importTotals(run: Import, rows: readonly FeedRow[]): Promise<void> {
  if (rows.length === 0) return
  run.report.rows += rows.length
  await ensureBrand(run, rows)
  const given = {
    product: run.product ?? ('bets' as const),
    currency: run.brand ? run.brand.currency : (run.currency ?? null),
    zone: run.zone,
    now: run.now(),
  }
  const ready = await withTokens(
    run,
    rows.flatMap((row): TotalRow[] => {
      const read = readTotalRow(row, given)
      if (typeof read !== 'string') {
        addStated(run.months, read.day, read.stated)
        return [read]
      }
      refuse(run.report, { line: row.line, code: read, eventId: '' })
      return []
    }),
  )
  const { brand, batch, database, dryRun } = run
  const changed = brand
    ? await recordTotals({ database, brand, rows: ready, batch, source: sourceOf(run), dryRun })
    : null
  // Of a link that a try only would make, nothing can be there yet.
  const unmade = new Set(dryRun ? run.report.made.actions : [])
  const isNew = ({ token, day }: (typeof ready)[number]) =>
    changed === null || unmade.has(token) || changed.has(`${token}|${day}`)
  const news = ready.filter(isNew).length
  run.report.accepted += news
  run.report.duplicates += ready.length - news
  run.report.days = daysWith(run.report.days, ready)
  run.report.refused.sort((a, b) => a.line - b.line)
  run.onProgress?.(run.report)
}

/** Imports rows of a list of players; no link is made for them. */
async function importPlayers(run: Import, rows: readonly FeedRow[]): Promise<void> {
  if (rows.length === 0) return
  run.report.rows += rows.length
  await ensureBrand(run, rows)
  const { zone, database, dryRun, brand } = run
  const read = rows.flatMap((row): ListedPlayer[] => {
    const player = readListedPlayer(row, { zone, now: run.now() })
    if (typeof player !== 'string') return [player]
    refuse(run.report, { line: row.line, code: player, eventId: row.raw?.player ?? '' })
    return []
  })
  const ready = await withTokens({ ...run, createMissing: false, profileId: undefined }, read)
  const placed = brand ? await recordPlayers({ database, brand, rows: ready, zone, dryRun }) : new Set<string>()
  run.report.accepted += placed.size
  run.report.duplicates += ready.length - placed.size
  run.report.days = daysWith(run.report.days, ready)
  run.report.refused.sort((a, b) => a.line - b.line)
  run.onProgress?.(run.report)
}

/** The rows whose link is there or was made, with its token. */
async function withTokens<Row extends Pick<TotalRow, 'line' | 'link' | 'affiliate'>>(
  run: Import,
  rows: readonly Row[],
): Promise<(Row & { token: string })[]> {
  const names = [...new Set(rows.map(({ link }) => link))]
  const byId = run.brand
    ? await tokensByExternalId(run.database.db, { brand: run.brand.id, names })
    : new Map<string, string>()
  const tokenOf = (name: string) => byId.get(name) ?? name
  const tokens = names.map(tokenOf)
  const { known, refused } = await findLinks(run.database.db, run.brand, tokens)
  const missing = tokens.filter((token) => !known.has(token) && !refused.has(token))
  const owners = new Map(rows.map(({ link, affiliate }) => [tokenOf(link), affiliate]))
  const affiliateOf = (token: string) => owners.get(token) ?? affiliateTokenOf(token)
  for (const [token, code] of await settleMissing(run, missing, affiliateOf)) refused.set(token, code)
  if (run.profileId !== undefined && !run.dryRun)
    await make(run, (maker) => assignProfile(maker, { brand: run.brand!, tokens, profile: run.profileId! }))
  return rows.flatMap((row) => {
    const token = tokenOf(row.link)
    const code = refused.get(token)
    if (code) refuse(run.report, { line: row.line, code, eventId: '' })
    return code ? [] : [{ ...row, token }]
  })
}

async function settleMissing(
  run: Import,
  missing: readonly string[],
  affiliateOf = affiliateTokenOf,
): Promise<Iterable<[string, LinkProblem]>> {
  if (missing.length === 0) return []
  if (!run.createMissing) return missing.map((token) => [token, 'unknown_action'])
  if (!run.dryRun) {
    const made = await make(run, (maker) => makeLinks(maker, run.brand!, missing, affiliateOf))
    run.report.made.affiliates.push(...made.affiliates)
    run.report.made.actions.push(...made.actions)
    return made.refused
  }
  const would = await wouldMake(run.database.db, {
    brand: run.brand,
    tokens: missing,
    already: run.report.made,
    affiliateOf,
  })
  run.report.made.affiliates.push(...would.affiliates)
  run.report.made.actions.push(...would.actions)
  return would.refused
}

function count({ report }: Import, ready: readonly ReadyRow[], outcome: RecordOutcome): void {
  report.accepted += outcome.accepted
  report.duplicates += outcome.duplicates
  report.unattributed += outcome.unattributed
  const remaining = new Map<string, number>()
  for (const id of outcome.conflicts) remaining.set(id, (remaining.get(id) ?? 0) + 1)
  // An id that is told twice in a batch conflicts by its later row.
  for (const { line, event } of [...ready].reverse()) {
    const left = remaining.get(event.eventId) ?? 0
    if (left === 0) continue
    remaining.set(event.eventId, left - 1)
    refuse(report, { line, code: 'event_conflict', eventId: event.eventId })
  }
  report.refused.sort((a, b) => a.line - b.line)
}
