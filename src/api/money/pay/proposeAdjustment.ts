import { type Kysely, sql } from 'kysely'
import { resources } from '../../../../resources/index.ts'
import type { BrandPart } from '../../../domain/commission/parts.ts'
import { Decimal, type Money, moneyPlaces, roundMoney } from '../../../domain/money.ts'
import type { PaymentChange } from '../../records/change.ts'
import { brandsOf } from './readOwners.ts'
import { problemsError } from '../../errors.ts'
import { logActivity } from '../../records/activityLog.ts'
import { requireOpenDay } from '../close/lockedDays.ts'
import { requireWhole } from '../../records/parts.ts'
import { scopeCondition } from '../../records/scope.ts'
import { writeParts } from '../close/entryParts.ts'
import type { AdjustmentOrder } from './adjustmentOrder.ts'

interface OwnBrand {
  readonly id: number
  readonly currency: string
}

/** The brands an owner works for; those of its company, where it has none. */
async function ownBrands(db: Kysely<any>, { kind, id }: AdjustmentOrder['owner']): Promise<readonly OwnBrand[]> {
  const { rows } = await sql<
    OwnBrand & { is_own: boolean }
  >`select brand.id, brand.currency, own.id is not null as is_own
    from ${sql.table(kind)} owner cross join brand left join lateral (select named.id
      from (${brandsOf(kind)}) named (id) where named.id = brand.id limit 1) own on true
    where owner.id = ${id}::bigint and (own.id is not null or brand.company = owner.company) order by brand.id`.execute(
    db,
  )
  const own = rows.filter(({ is_own: isOwn }) => isOwn)
  return own.length > 0 ? own : rows
}

/** An amount in equal shares, the odd cents with the last: what an adjustment by hand is of each brand. */
function equalParts(brands: readonly OwnBrand[], value: Money): BrandPart[] {
  const share = new Decimal(value).dividedBy(brands.length).toDecimalPlaces(moneyPlaces, Decimal.ROUND_DOWN)
  return brands.map(({ id }, index) => ({
    brand: id,
    value: roundMoney(index === brands.length - 1 ? new Decimal(value).minus(share.times(brands.length - 1)) : share),
  }))
}

async function requireOwner({ db, actor }: PaymentChange, { kind, id }: AdjustmentOrder['owner']): Promise<void> {
  const { rows } = await sql`select from ${sql.table(kind)} owner where owner.id = ${String(id)}::text::bigint
      and ${scopeCondition({ actor, resource: resources[kind], alias: 'owner' })}`.execute(db)
  if (rows.length === 0)
    throw problemsError([{ field: kind, code: kind === 'affiliate' ? 'invalid_affiliate' : 'invalid_partner' }])
}

/**
 * Writes an adjustment or an advance that somebody asks for. It is no money yet: nothing pays or counts it before
 * another person approves it.
 * @returns the id of its entry
 * @throws ApiError `validation_failed` where there is no such owner, or it works in another currency; `partly_visible`,
 * `period_locked`
 */
export async function proposeAdjustment(change: PaymentChange, order: AdjustmentOrder): Promise<number> {
  const { db, actor, at, request } = change
  const { owner, value, currency, file } = order
  await requireOwner(change, owner)
  await requireOpenDay(db, { ...owner, day: order.day })
  const brands = await ownBrands(db, owner)
  const own = brands.filter((brand) => brand.currency === currency)
  if (own.length === 0)
    throw problemsError([
      {
        field: 'currency',
        code: 'invalid_choice',
        values: { choices: [...new Set(brands.map((brand) => brand.currency))].toSorted().join(', ') },
      },
    ])
  const moment = sql`${at.toISOString()}::text::timestamptz`
  const {
    rows: [row],
  } = await sql<{
    id: number
  }>`insert into entry (created_at, updated_at, day, ${sql.id(owner.kind)}, kind, value, currency, status,
    payment_method, reason, requested_by)
    select ${moment}, ${moment}, ${order.day}::text::date, owner.id, ${order.kind}::text, ${value}::text::numeric,
      ${currency}::text, 'awaiting_approval', coalesce(owner.payment_type, 'manual'),
      ${order.reason}::text, ${actor.name}::text
    from ${sql.table(owner.kind)} owner where owner.id = ${owner.id}::bigint returning id`.execute(db)
  const id = row!.id
  await writeParts(db, { replaced: [], parts: equalParts(own, value).map((part) => ({ ...part, entry: id })) })
  await requireWhole(db, { actor, resource: 'entry', which: sql`asked.id = ${id}::bigint` })
  await sql`insert into entry_request (entry, requested_by, file_name, file) values (${id}, ${actor.userId}::bigint,
    ${file?.name ?? null}::text, ${file?.content ?? null}::bytea)`.execute(db)
  const said = {
    kind: order.kind,
    [owner.kind]: owner.id,
    day: order.day,
    value,
    currency,
    reason: order.reason,
    ...(file ? { file: file.name } : {}),
  }
  const changes = Object.entries(said).map(([field, after]) => ({ field, before: null, after }))
  await logActivity(db, { actor, request, operation: 'propose', object: 'entry', objectId: id, changes, at })
  return id
}
