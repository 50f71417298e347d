import { type Kysely, sql } from 'kysely'
import { resources as allResources } from '#resources/index.ts'
import type { Actor } from '#engine/declaration/actor.ts'
import type { RecordHead } from '#engine/records/answers/recordHead.ts'
import { can } from '#engine/declaration/derive/access.ts'
import { tableName } from '#engine/declaration/derive/table.ts'
import { type HeadFigure, isMeasureFigure, isSumFigure } from '#engine/declaration/recordPage.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { type Day } from '#engine/values/calendar.ts'
import { type Payee, payeeKinds } from '#rules/payouts/payments.ts'
import type { AppContext } from '#engine/server/context.ts'
import { readAs } from '#engine/server/database/rowSecurity/openRowSecurity.ts'
import { firstRow } from '#engine/server/database/rows.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { listPayees } from '#features/payouts/server/payees/listPayees.ts'
import { currentBusinessTime, todayOf } from '#engine/records/server/change.ts'
import { scopeCondition, seesAll } from '#engine/records/server/visibility/scope.ts'
import { type HeadDays, headDays } from './headDays.ts'
import { measureOfReport } from './measureOfReport.ts'
import { sumOfRecords } from './sumOfRecords.ts'

const resources: Readonly<Record<string, AnyResource>> = allResources

interface HeadRequest {
  readonly context: AppContext
  readonly actor: Actor
  readonly resource: AnyResource
  readonly id: number
}

/** @throws ApiError `forbidden` without the role, `not_found` where this person sees no such record */
async function requireRecord({ context, actor, resource, id }: HeadRequest): Promise<void> {
  if (!can({ actor, resource, operation: 'read' })) throw new ApiError('forbidden')
  const seen = await firstRow(
    readAs(context.database, actor),
    sql`select from ${sql.table(tableName(resource.name))} seen where seen.id = ${String(id)}::text::bigint
      and ${scopeCondition({ actor, resource, alias: 'seen' })}`,
  )
  if (!seen) throw new ApiError('not_found')
}

async function readFigure(
  { context, actor, resource, id }: HeadRequest,
  figure: HeadFigure,
  days: HeadDays,
): Promise<RecordHead['figures'][string] | undefined> {
  if (isMeasureFigure(figure)) return measureOfReport(context, { actor, figure, resource: resource.name, id, days })
  return isSumFigure(figure) ? sumOfRecords(readAs(context.database, actor), { actor, figure, id, days }) : undefined
}

/** Whether somebody can be paid, and the last day on which the close stopped; each where this person may know. */
async function readPayout({
  context,
  actor,
  resource,
  id,
}: HeadRequest): Promise<Pick<RecordHead, 'payout' | 'stopped'>> {
  const kind = payeeKinds.find((each) => each === resource.name)
  if (!kind) return {}
  const db = readAs(context.database, actor)
  const mayPay = seesAll(actor) || (['financial', 'paymentByAffiliate'] as const).every((role) => actor.roles.has(role))
  const owner: Payee = { kind, id }
  return {
    ...(mayPay
      ? {
          payout: (
            await listPayees(db, {
              actor,
              question: {
                kind,
                statuses: [],
                owners: [owner],
                sort: { by: 'dueValue', isDescending: true },
                range: { from: 0, to: 24 },
              },
              ...currentBusinessTime(context, actor),
            })
          ).rows,
        }
      : {}),
    ...(can({ actor, resource: resources.entry!, operation: 'list' }) ? { stopped: await lastStop(db, owner) } : {}),
  }
}

async function lastStop(db: Kysely<any>, { kind, id }: Payee): Promise<NonNullable<RecordHead['stopped']> | null> {
  const stop = await firstRow(
    db,
    sql<{ day: Day; code: string; message: string }>`select day::text as day, code, message from close_problem
      where owner_kind = ${kind}::text and owner = ${String(id)}::text::bigint order by close_problem.day desc limit 1`,
  )
  return stop ?? null
}

/** The figures that the page of a record declares, as far as this person may see them. */
export async function readHead(request: HeadRequest): Promise<RecordHead> {
  await requireRecord(request)
  const { context, resource } = request
  const days = headDays(todayOf(context, request.actor))
  const declared = Object.entries(resource.page!.head)
  const [figures, payout] = await Promise.all([
    Promise.all(
      declared.map(async ([name, figure]) => {
        const sums = await readFigure(request, figure, days)
        return sums === undefined ? [] : [[name, sums] as const]
      }),
    ),
    declared.some(([, figure]) => figure === 'payout') ? readPayout(request) : {},
  ])
  return { from: days.from, to: days.to, figures: Object.fromEntries(figures.flat()), ...payout }
}
