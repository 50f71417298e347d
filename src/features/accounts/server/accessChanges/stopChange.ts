import { type Kysely, sql } from 'kysely'
import { resources } from '#resources/index.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import type { AccessChangeKind } from '#engine/auth/answers/accessChanges.ts'
import type { ReadStop } from '#features/accounts/answers/people.ts'
import { canBeKey, keyHash } from '#engine/auth/server/accessKeys/keyText.ts'
import { endSessions } from '#engine/auth/server/endSessions.ts'
import type { RequestOrigin } from '#engine/auth/server/requestOrigin.ts'
import { stopActor } from '#engine/auth/server/storeAccessChange.ts'
import { throttled } from '#engine/auth/server/signIn/signInThrottle.ts'
import type { AppContext } from '#engine/server/context.ts'
import { textsFor } from '#engine/export/server/texts.ts'
import { firstRow, timestamp } from '#engine/server/database/rows.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { currentBusinessTime, writeAuditEntry } from '#engine/records/server/change.ts'
import { lockRecord } from '#engine/records/server/write/storedRecord.ts'
import type { WriteRequest } from '#engine/records/server/write/writeRequest.ts'
import { applyChange, inWrite } from '#engine/records/server/writePipeline.ts'
import { holdRestoredKey, placeHold } from '#features/payouts/server/holds/holds.ts'

const stopDays = 30
const dayMs = 86_400_000

interface Told {
  readonly id: number
  readonly affiliate: number
  readonly kind: AccessChangeKind
  readonly subject: number | null
  readonly label: string | null
  readonly before: Record<string, unknown> | null
  readonly at: Date
  readonly stoppedAt: Date | null
  readonly company: string | null
}

async function findTold(context: AppContext, db: Kysely<any>, token: string): Promise<Told> {
  if (!canBeKey(token)) throw new ApiError('invitation_over')
  const oldest = new Date(context.now().getTime() - stopDays * dayMs)
  const told = await firstRow(
    db,
    sql<Told>`select told.id, told.affiliate, told.kind, told.subject, told.label, told.before, told.at,
        told.stopped_at as "stoppedAt", company.name as company
      from access_change told join affiliate on affiliate.id = told.affiliate
        left join company on company.id = affiliate.company
      where told.stop_hash = ${await keyHash(context, token, 'stop_link')} and told.at > ${timestamp(oldest)}
      for update of told`,
  )
  if (!told) throw new ApiError('invitation_over')
  return { ...told, affiliate: Number(told.affiliate) }
}

const counted = <Answer>(
  context: AppContext,
  { token, origin }: GivenLink,
  work: () => Promise<Answer>,
): Promise<Answer> => throttled(context, { address: origin.address, entrance: 'invitation', unguessable: token }, work)

interface GivenLink {
  readonly token: string
  readonly origin: RequestOrigin
}

/** What a link stops, before it does. @throws ApiError `invitation_over`, `too_many_requests` */
export function readStop(context: AppContext, { token, origin }: GivenLink): Promise<ReadStop> {
  return counted(context, { token, origin }, async () => {
    const { kind, label, at, stoppedAt, company } = await findTold(context, context.database.db, token)
    return { kind, label, at: at.toISOString(), isStopped: stoppedAt !== null, company }
  })
}

/**
 * Stops the change that a link was mailed for: a key ends, a person is suspended, an authenticator is taken off its
 * person, who is suspended too; the payment key and the e-mail address become what they were, where nothing came
 * after, and payments wait until staff looked. A second time it does nothing.
 * @throws ApiError `invitation_over`, `too_many_requests`
 */
export function stopChange(context: AppContext, { token, origin }: GivenLink): Promise<{ done: true }> {
  const request = { context, actor: stopActor, origin: '', http: origin }
  const resource = resources.affiliate as unknown as AnyResource
  return counted(context, { token, origin }, () =>
    inWrite({ ...request, resource }, async (write) => {
      const told = await findTold(context, write.transaction, token)
      if (told.stoppedAt === null) await stopWithin(write, told)
      return { done: true } as const
    }),
  )
}

async function stopWithin(write: WriteRequest, told: Told): Promise<void> {
  const { transaction: db, context, http } = write
  const change = { ...currentBusinessTime(context, {}), db, actor: stopActor, request: http }
  await sql`update access_change set stopped_at = ${timestamp(change.at)} where id = ${told.id}::bigint`.execute(db)
  const subject = told.subject === null ? null : Number(told.subject)
  if (told.kind === 'accessKey') {
    await sql`update access_key set ended_at = ${timestamp(change.at)} where id = ${subject}::bigint
      and ended_at is null`.execute(db)
    await endSessions(db, { of: { accessKey: subject! }, reason: 'revoked', at: change.at })
  } else if (told.kind === 'person' || told.kind === 'authenticator') {
    await suspendPerson(write, subject!)
    if (told.kind === 'authenticator')
      await sql`delete from affiliate_user_two_step where affiliate_user_id = ${subject}::bigint`.execute(db)
  } else {
    await putBack(write, told)
    const owner = { kind: 'affiliate', id: told.affiliate } as const
    await placeHold(change, owner, { cause: 'by_hand', note: textsFor(null).translate('access.stopped') })
    if (told.kind === 'paymentKey') await holdRestoredKey(change, owner)
  }
  await writeAuditEntry(change, {
    operation: 'stopChange',
    object: 'affiliate',
    objectId: told.affiliate,
    changes: [{ field: told.kind, before: told.label, after: null }],
  })
}

async function suspendPerson(write: WriteRequest, person: number): Promise<void> {
  const present = sql`select from affiliate_user where id = ${person}::bigint`
  if (!(await firstRow(write.transaction, present))) return
  const of = { ...write, resource: resources.affiliateUser as unknown as AnyResource }
  const before = await lockRecord(of, { id: String(person), version: undefined })
  await applyChange(of, { id: String(person), before, values: { suspended: true } })
}

/** What came after stays: who changed it again is told of by a mail of its own. */
async function putBack(write: WriteRequest, { id, affiliate, kind, before: values }: Told): Promise<void> {
  const later = sql`select from access_change where affiliate = ${affiliate}::bigint and kind = ${kind}::text
    and id > ${id}::bigint and stopped_at is null`
  if (!values || (await firstRow(write.transaction, later))) return
  const before = await lockRecord(write, { id: String(affiliate), version: undefined })
  await applyChange(write, { id: String(affiliate), before, values })
}
