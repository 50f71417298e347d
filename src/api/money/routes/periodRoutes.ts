import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Kysely, sql } from 'kysely'
import { resources } from '../../../../resources/index.ts'
import {
  type Checklist,
  type ChecklistCode,
  checklistCodes,
  type ControlTotal,
  type PeriodSignature,
} from '../../../config/answers/periods.ts'
import { validateInput } from '../../../config/derive/validator.ts'
import { text } from '../../../config/fields/index.ts'
import type { RoleName } from '../../../config/names.ts'
import { businessDay } from '../../../domain/calendar.ts'
import { readId } from '../../auth/requestBody.ts'
import { requestOrigin } from '../../auth/requestOrigin.ts'
import type { AppContext } from '../../context.ts'
import { problemsError } from '../../errors.ts'
import { actorWithRoles } from '../../auth/actorWithRoles.ts'
import { withoutProof } from '../../auth/idempotency.ts'
import { inProvenTransaction } from '../../auth/provenTransaction.ts'
import type { PaymentChange } from '../../records/change.ts'
import { selectRecord } from '../../records/operations/read.ts'
import { checkPeriod, lockPeriod, type PeriodRow, readPeriod, reopenPeriod } from '../close/changePeriod.ts'
import { readChecklist } from '../close/periodChecklist.ts'
import { digestOf, readBridge, readControlTotals } from '../close/controlTotals.ts'

const roles: readonly RoleName[] = ['financial']
const reopenFields = { reason: text({ required: true, max: 300 }) }

interface WithId {
  Params: { id: string }
}

type Given = Readonly<Record<string, unknown>>

/** What of the checklist somebody signs although it is not in order: `{accept: [codes]}`. */
function readAccepted(body: unknown): ChecklistCode[] {
  const { accept = [], ...rest } = (withoutProof(body) ?? {}) as Given
  const [unknown] = Object.keys(rest)
  if (unknown !== undefined) throw problemsError([{ field: unknown.slice(0, 60), code: 'unknown_property' }])
  const isCode = (code: unknown): code is ChecklistCode => checklistCodes.some((each) => each === code)
  if (!Array.isArray(accept) || !accept.every(isCode))
    throw problemsError([{ field: 'accept', code: 'invalid_choice', values: { choices: checklistCodes.join(', ') } }])
  return accept
}

function readReason(body: unknown): string {
  const validated = validateInput({
    fields: reopenFields,
    input: (withoutProof(body) ?? {}) as Record<string, unknown>,
  })
  if (!validated.ok) throw problemsError(validated.problems)
  return validated.values.reason as string
}

function readNothing(body: unknown): void {
  const [unknown] = Object.keys((withoutProof(body) ?? {}) as Given)
  if (unknown !== undefined) throw problemsError([{ field: unknown.slice(0, 60), code: 'unknown_property' }])
}

type Signed = Omit<PeriodSignature, 'holds'> & { readonly totals: readonly ControlTotal[] }

async function readSignature(db: Kysely<any>, period: PeriodRow): Promise<Signed | null> {
  const {
    rows: [row],
  } = await sql<
    Omit<Signed, 'checkedAt' | 'lockedAt'> & { checkedAt: Date | null; lockedAt: Date | null }
  >`select signature.digest, signature.accepted, signature.totals,
      period.checked_by as "checkedBy", period.checked_at as "checkedAt", period.locked_by as "lockedBy",
        period.locked_at as "lockedAt"
    from period_signature signature join period on period.id = signature.period
      where signature.period = ${period.id}`.execute(db)
  return row
    ? { ...row, checkedAt: row.checkedAt?.toISOString() ?? null, lockedAt: row.lockedAt?.toISOString() ?? null }
    : null
}

function signatureOf({ totals: _totals, ...signed }: Signed, present: string): PeriodSignature {
  return { ...signed, holds: signed.digest === present }
}

async function readWholeChecklist(db: Kysely<any>, period: PeriodRow, context: AppContext): Promise<Checklist> {
  const items = await readChecklist(
    db,
    period,
    businessDay({ at: context.now(), zone: context.environment.businessTimeZone }),
  )
  const totals = await readControlTotals(db, period)
  const signed = await readSignature(db, period)
  const controlTotals = period.state === 'locked' && signed ? signed.totals : totals
  return {
    items,
    controlTotals,
    signature: signed && signatureOf(signed, digestOf(period, totals)),
    bridge: await readBridge(db, period, controlTotals),
  }
}

/**
 * What people do with a period besides making and reading it: `GET /api/period/{id}/checklist`, `POST …/check`, `/lock`
 * by another person, `/reopen` with a reason.
 */
export function periodRoutes(app: FastifyInstance, context: AppContext): void {
  app.get<WithId>('/api/period/:id/checklist', async (request, reply) => {
    const actor = await actorWithRoles(request, context, roles)
    const id = readId(request.params)
    // As the owner: it is about a whole company, of which the roles show a part, and about jobs, which they do not.
    const { db } = context.database
    return reply
      .header('cache-control', 'no-store')
      .send(await readWholeChecklist(db, await readPeriod(db, { actor, id }), context))
  })

  const post = (
    name: 'check' | 'lock' | 'reopen',
    read: (request: FastifyRequest) => (change: PaymentChange, id: number) => Promise<void>,
  ) => {
    app.post<WithId>(`/api/period/:id/${name}`, async (request, reply) => {
      const actor = await actorWithRoles(request, context, roles)
      const id = readId(request.params)
      const work = read(request)
      const answer = await inProvenTransaction(context, { request, actor }, async (db) => {
        await work({ db, actor, at: context.now(), request: requestOrigin(request) }, id)
        return (
          (await selectRecord(
            { context, actor, resource: resources.period, origin: `${request.protocol}://${request.host}` },
            String(id),
            db,
          )) ?? JSON.stringify({ id })
        )
      })
      return reply.type('application/json; charset=utf-8').header('cache-control', 'no-store').send(answer)
    })
  }

  post('check', ({ body }) => {
    const accepted = readAccepted(body)
    return (change, id) => checkPeriod(change, { id, accepted, zone: context.environment.businessTimeZone })
  })
  post('lock', ({ body }) => {
    readNothing(body)
    return lockPeriod
  })
  post('reopen', ({ body }) => {
    const reason = readReason(body)
    return (change, id) => reopenPeriod(change, { id, reason })
  })
}
