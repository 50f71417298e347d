import { type Kysely, sql } from 'kysely'
import { liveSheetRequest } from '#resources/reportFiles.ts'
import type { Actor } from '#engine/declaration/actor.ts'
import { validateInput } from '#engine/declaration/derive/validator.ts'
import { logActivity, type LogOrigin } from '#engine/activityLog/server/activityLog.ts'
import { hintOf, keyHash, makeKeyText } from '#engine/auth/server/accessKeys/keyText.ts'
import { isOfPerson, type Person } from '#engine/auth/server/personOf.ts'
import { withStepUp } from '#engine/auth/server/twoStep/withStepUp.ts'
import { textsFor } from '#engine/export/server/texts.ts'
import type { AppContext } from '#engine/server/context.ts'
import { inTransaction } from '#engine/server/database/transaction.ts'
import { ApiError, validationError } from '#engine/server/http/errors.ts'
import type { MadeLiveSheet, ShownLiveSheet } from '../../answers/liveSheets.ts'
import { sheetQuestion } from './sheetQuestion.ts'
import { csvWordsOf } from './sheetLines.ts'

/** Where live sheets are read, the key behind it. */
export const sheetPath = '/api/sheet/'
const keyPrefix = 'ls_'
/** Live sheets of one person that are open. */
const sheetsMax = 50
const dayMs = 86_400_000

interface Row {
  id: unknown
  report: string
  name: string
  query: string
  language: string
  hint: string
  created_at: Date
  expires_at: Date
  last_used_at: Date | null
}
const columns = sql`id, report, name, query, language, hint, created_at, expires_at, last_used_at`
const shown = (row: Row): ShownLiveSheet => ({
  id: Number(row.id),
  report: row.report,
  name: row.name,
  query: row.query,
  language: row.language,
  hint: row.hint,
  createdAt: row.created_at.toISOString(),
  expiresAt: row.expires_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
})

/** The live sheets of somebody that were not ended, newest first; those that expired too. */
export async function listSheets({ database }: AppContext, owner: Person): Promise<ShownLiveSheet[]> {
  const { rows } = await sql<Row>`select ${columns} from live_sheet where ${isOfPerson(owner)} and ended_at is null
    order by id desc limit 200`.execute(database.db)
  return rows.map(shown)
}

/** Who does something to a live sheet, and where that came from. */
export interface SheetWrite {
  readonly actor: Actor
  readonly owner: Person
  readonly origin: LogOrigin
}

/** The formula with which Google Sheets reads an address, whatever the settings of the spreadsheet. */
function formulaOf(url: string, language: string): string {
  const { separator } = csvWordsOf(language)
  return `=IMPORTDATA("${url}"; "${separator}"; "${textsFor(language).locale.replace('-', '_')}")`
}

/**
 * Makes a live sheet: `{report, query, name, language, days}`. What its maker may not read now is refused now.
 * @param input as sent, without the authenticator's code
 * @param origin of the address, before the path
 * @returns its address, this once
 * @throws ApiError of the input, what the report API would answer, what is wrong with the code, `too_many_items`
 */
export async function createSheet(
  context: AppContext,
  write: SheetWrite & { readonly totp?: unknown },
  { input, origin }: { readonly input: unknown; readonly origin: string },
): Promise<MadeLiveSheet> {
  const read = validateInput({ fields: liveSheetRequest, input })
  if (!read.ok) throw validationError(read.problems)
  const { report, query, name, language, days } = read.values as Record<string, string> & { days: number }
  await sheetQuestion(context, write.actor, { report: report!, query: query ?? '' })
  const key = makeKeyText(keyPrefix)
  const hash = await keyHash(context, key, 'live_sheet')
  const { owner } = write
  return withStepUp(context, write, async (db) => {
    const at = context.now()
    const open = await sql<{ count: number }>`select count(*)::int as count from live_sheet
      where ${isOfPerson(owner)} and ended_at is null and expires_at > ${at}`.execute(db)
    if (open.rows[0]!.count >= sheetsMax)
      throw validationError([{ field: 'name', code: 'too_many_items', values: { max: sheetsMax } }])
    const {
      rows: [row],
    } = await sql<Row>`insert into live_sheet (user_id, affiliate_user, report, name, query, language, hash, hint,
        created_at, expires_at)
      values (${'user' in owner ? owner.user : null}::bigint, ${'user' in owner ? null : owner.affiliateUser}::bigint,
        ${report}::text, ${name}::text, ${query ?? ''}::text, ${language}::text, ${hash}, ${hintOf(key)}, ${at},
        ${new Date(at.getTime() + days * dayMs)}) returning ${columns}`.execute(db)
    const made = shown(row!)
    await log(db, write, { operation: 'createLiveSheet', sheet: made, isEnd: false, at })
    const url = `${origin}${sheetPath}${key}.csv`
    return { ...made, url, formula: formulaOf(url, language!) }
  })
}

/** Ends a live sheet: its address opens nothing from the answer on. @throws ApiError `not_found` */
export async function endSheet(context: AppContext, write: SheetWrite, id: number): Promise<ShownLiveSheet> {
  return inTransaction(context.database.db, async (db) => {
    const at = context.now()
    const {
      rows: [row],
    } = await sql<Row>`update live_sheet set ended_at = ${at}, end_reason = 'revoked'
      where id = ${id} and ${isOfPerson(write.owner)} and ended_at is null returning ${columns}`.execute(db)
    if (!row) throw new ApiError('not_found')
    const ended = shown(row)
    await log(db, write, { operation: 'endLiveSheet', sheet: ended, isEnd: true, at })
    return ended
  })
}

async function log(
  db: Kysely<any>,
  { actor, origin }: Pick<SheetWrite, 'actor' | 'origin'>,
  { operation, sheet, isEnd, at }: { operation: string; sheet: ShownLiveSheet; isEnd: boolean; at: Date },
): Promise<void> {
  const value = `${sheet.name} (…${sheet.hint})`
  const changes = [
    { field: 'report', before: isEnd ? sheet.report : null, after: isEnd ? null : sheet.report },
    { field: 'name', before: isEnd ? value : null, after: isEnd ? null : value },
  ]
  await logActivity(db, { actor, request: origin, operation, object: 'liveSheet', objectId: sheet.id, changes, at })
}
