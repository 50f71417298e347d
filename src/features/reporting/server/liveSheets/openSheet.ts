import { sql } from 'kysely'
import { isSwitchedOn } from '#engine/declaration/feature.ts'
import type { Actor } from '#engine/declaration/actor.ts'
import { canBeKey, keyHash } from '#engine/auth/server/accessKeys/keyText.ts'
import { readPersonActor, readUserActor } from '#engine/auth/server/session/readSession.ts'
import type { AppContext } from '#engine/server/context.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { withBruteForceProtection, limitCalls } from '#engine/server/rateLimit/bruteForce.ts'
import { sheetLines } from './sheetLines.ts'
import { sheetQuestion } from './sheetQuestion.ts'

/** Programs look again each hour, people who work on a sheet some times a minute. */
const readsPerMinute = 10
const usedToleranceMs = 60_000

interface Row {
  id: number
  user_id: number | null
  affiliate_user: number | null
  report: string
  query: string
  language: string
  last_used_at: Date | null
}

async function findSheet(context: AppContext, key: string): Promise<Row> {
  const { rows } = canBeKey(key)
    ? await sql<Row>`select id, user_id, affiliate_user, report, query, language, last_used_at from live_sheet
        where hash = ${await keyHash(context, key, 'live_sheet')} and ended_at is null and expires_at > ${context.now()}`.execute(
        context.database.db,
      )
    : { rows: [] }
  if (!rows[0]) throw new ApiError('unknown_token')
  return rows[0]
}

/** Who made a sheet lost what it needs: it is over for good, as their sessions are. */
async function endForRights({ database, now }: AppContext, { id }: Row): Promise<ApiError> {
  await sql`update live_sheet set ended_at = ${now()}, end_reason = 'rights' where id = ${id} and ended_at is null`.execute(
    database.db,
  )
  return new ApiError('unknown_token')
}

async function noteUse({ database, now }: AppContext, { id, last_used_at: usedAt }: Row): Promise<void> {
  if (usedAt && now().getTime() - usedAt.getTime() <= usedToleranceMs) return
  await sql`update live_sheet set last_used_at = ${now()} where id = ${id} and ended_at is null`.execute(database.db)
}

/**
 * Opens a live sheet: its one report with its filters, with the rights its maker has at this moment. A maker who is
 * gone, suspended or no longer reads the report ends it.
 * @param given the key, as the address has it
 * @returns the CSV, piece by piece
 * @throws ApiError `unknown_token` for whatever opens nothing, `too_many_requests`, what the report API would answer
 */
export async function openSheet(
  context: AppContext,
  { given, address }: { readonly given: string; readonly address: string },
): Promise<AsyncGenerator<string, void, undefined>> {
  const key = given.replace(/\.csv$/, '')
  const sheet = await withBruteForceProtection(context, { guessed: 'sheet', address }, () => findSheet(context, key))
  await limitCalls(context, { name: 'liveSheet', max: readsPerMinute, who: `sheet ${sheet.id}` })
  const { db } = context.database
  const actor: Actor | null =
    sheet.user_id === null
      ? await readPersonActor(db, Number(sheet.affiliate_user))
      : await readUserActor(db, Number(sheet.user_id))
  if (actor && !isSwitchedOn(actor, { feature: 'liveSheets' })) throw new ApiError('feature_off')
  if (!actor) throw await endForRights(context, sheet)
  const asked = await sheetQuestion(context, actor, sheet).catch(async (error: unknown) => {
    throw error instanceof ApiError && error.code === 'forbidden' ? await endForRights(context, sheet) : error
  })
  await noteUse(context, sheet)
  return sheetLines(context, { ...asked, language: sheet.language })
}
