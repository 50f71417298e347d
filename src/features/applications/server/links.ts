import { type Kysely, sql } from 'kysely'
import type { AskedAnswer } from '../answers/applications.ts'
import { canBeKey, keyHash, makeKeyText } from '#engine/auth/server/accessKeys/keyText.ts'
import type { RequestOrigin } from '#engine/auth/server/requestOrigin.ts'
import { throttled } from '#engine/auth/server/signIn/signInThrottle.ts'
import { systemActor } from '#engine/declaration/actor.ts'
import type { AppContext } from '#engine/server/context.ts'
import { firstRow, timestamp } from '#engine/server/database/rows.ts'
import { inTransaction } from '#engine/server/database/transaction.ts'
import { ApiError, validationError } from '#engine/server/http/errors.ts'
import { readFiles } from '#engine/notes/server/noteInput.ts'
import { type WriteContext, writeAuditEntry, currentBusinessTime } from '#engine/records/server/change.ts'
import type { Problem } from '#engine/declaration/problems.ts'
import { propertiesOf, parseBody } from '#engine/server/http/bodies.ts'
import { text } from '#engine/declaration/fields/index.ts'
import { documentProblem } from './documents.ts'
import { keepDocuments } from './publicForm.ts'
import type { Attachment } from '#engine/server/http/attachment.ts'

const prefix = 'ap_'
const dayMs = 86_400_000
/** For how long an applicant can answer. */
const linkMs = 30 * dayMs

/** The link by which an applicant answers; its token stands nowhere else. */
export interface MadeLink {
  readonly token: string
  readonly expiresAt: Date
}

/** Makes the private link of a question; the one before is good no more. */
export async function makeAnswerLink(context: AppContext, { db, at }: WriteContext, id: number): Promise<MadeLink> {
  const [token, expiresAt] = [makeKeyText(prefix), new Date(at.getTime() + linkMs)]
  await endAnswerLinks(db, id, at)
  await sql`insert into application_link (application, hash, made_at, expires_at)
    values (${id}, ${await keyHash(context, token, 'invitation')}, ${timestamp(at)}, ${timestamp(expiresAt)})`.execute(
    db,
  )
  return { token, expiresAt }
}

/** Ends what links there are: the application is decided, or asked something else. */
export async function endAnswerLinks(db: Kysely<any>, id: number, at: Date): Promise<void> {
  await sql`update application_link set ended_at = ${timestamp(at)}
    where application = ${id} and ended_at is null`.execute(db)
}

interface Asked extends AskedAnswer {
  readonly id: number
  readonly language: string | null
}

/** @throws ApiError `invitation_over` for whatever is no link of a question that waits for its answer */
async function askedBy(context: AppContext, db: Kysely<any>, token: string): Promise<Asked> {
  if (!canBeKey(token)) throw new ApiError('invitation_over')
  const found = await firstRow(
    db,
    sql<Asked>`select asked.id, asked.name, asked.language, asked.question, brand.name as brand
      from application_link link join application asked on asked.id = link.application
        join brand on brand.id = asked.brand
      where link.hash = ${await keyHash(context, token, 'invitation')} and link.ended_at is null
        and link.expires_at > ${timestamp(context.now())} and asked.state = 'asked' for update of asked`,
  )
  if (!found) throw new ApiError('invitation_over')
  return { ...found, id: Number(found.id) }
}

const counted = <Answer>(context: AppContext, { address }: RequestOrigin, work: () => Promise<Answer>) =>
  throttled(context, { address, entrance: 'invitation' }, work)

/** What the applicant behind a link is asked. @throws ApiError `invitation_over`, `too_many_requests` */
export function readAsked(
  context: AppContext,
  { token, origin }: { token: string; origin: RequestOrigin },
): Promise<AskedAnswer> {
  return counted(context, origin, async () => {
    const { name, brand, question } = await inTransaction(context.database.db, (db) => askedBy(context, db, token))
    return { name, brand, question }
  })
}

const answerFields = { token: text({ required: true, max: 64 }), answer: text({ required: true, max: 2000 }) }

/**
 * Takes what an applicant answers, with documents, as a note on the application, which waits for staff again; the link is
 * used up.
 * @throws ApiError `invitation_over`, `too_many_requests`; the problem of each field
 */
export function answerAsked(context: AppContext, body: unknown, origin: RequestOrigin): Promise<void> {
  const { files: given, ...rest } = propertiesOf(body)
  const { token, answer } = parseBody(answerFields, rest) as { token: string; answer: string }
  const files = readFiles(given)
  const problem = Array.isArray(files) ? documentProblem(files) : (files as Problem)
  if (problem) throw validationError([problem])
  return counted(context, origin, () =>
    inTransaction(context.database.db, async (db) => {
      const { id, language } = await askedBy(context, db, token)
      const change: WriteContext = {
        ...currentBusinessTime(context, {}),
        db,
        actor: systemActor('application'),
        request: origin,
      }
      const at = timestamp(change.at)
      await endAnswerLinks(db, id, change.at)
      await sql`update application set state = 'new', waits_since = ${at}, version = version + 1, updated_at = ${at}
        where id = ${id}`.execute(db)
      await keepDocuments(context, { id, language, files: files as Attachment[], text: answer }, db)
      const changes = [{ field: 'state', before: 'asked', after: 'new' }]
      await writeAuditEntry(change, { operation: 'answerApplication', object: 'application', objectId: id, changes })
    }),
  )
}
