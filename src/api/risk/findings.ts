import { type Kysely, sql } from 'kysely'
import type { RiskName } from '../../../resources/risks.ts'
import { risks } from '../../../resources/risks.ts'
import { addDays, businessDay, type Day } from '../../domain/calendar.ts'
import { idArray } from '../database/arrays.ts'
import { firstRow, timestamp } from '../database/rows.ts'
import { ApiError } from '../errors.ts'
import { endRiskHold, placeHold } from '../money/pay/holds.ts'
import { lockOwner } from '../money/pay/owner.ts'
import { proposeAdjustment } from '../money/pay/adjustByHand.ts'
import { type Change, logChange, newValues } from '../records/change.ts'
import { evaluateRisk, ruleOf } from './evaluate.ts'
import { raiseRisk } from '../signals/raise/money.ts'

const ownerOf = (affiliate: number) => ({ kind: 'affiliate' as const, id: affiliate })

/**
 * Raises what a rule finds up to a day: one finding an affiliate at a time, none of whom somebody vouches for, and none
 * anew of days that somebody decided about.
 * @returns how many were raised
 */
export async function raiseFindings(change: Change, rule: RiskName, to: Day): Promise<number> {
  const { db, at } = change
  const { severity, effect, over } = ruleOf(rule)
  const { from, flagged } = await evaluateRisk(db, { rule, to })
  let raised = 0
  for (const { affiliate, values, players } of flagged) {
    if (!(await lockOwner(db, ownerOf(affiliate)))) continue
    const inserted = sql<{ id: number }>`
      insert into risk_finding (rule, affiliate, severity, effect, raised_at, from_day, to_day, values_then, players)
      select ${rule}::text, ${affiliate}::bigint, ${severity}::text, ${effect}::text, ${timestamp(at)}, ${from}::text::date,
        ${to}::text::date, ${JSON.stringify(values)}::text::jsonb, ${idArray(players)}
      where not exists (select from risk_exemption where affiliate = ${affiliate}::bigint and rule in ('', ${rule}::text))
        and not exists (select from risk_finding decided where decided.rule = ${rule}::text
          and decided.affiliate = ${affiliate}::bigint and decided.state <> 'open'
          and decided.to_day > ${addDays(to, -over)}::text::date)
      on conflict (rule, affiliate) where state = 'open' do nothing returning id`
    const made = await firstRow(db, inserted)
    if (!made) continue
    raised += 1
    await logChange(change, {
      operation: 'raise',
      object: 'affiliate',
      objectId: affiliate,
      changes: newValues({ risk: rule, finding: made.id, ...values }),
    })
    await raiseRisk(db, made.id)
    if (effect === 'hold') await placeHold(change, ownerOf(affiliate), { cause: 'risk', note: rule })
  }
  return raised
}

/** Ends the holds of affiliates about whom nothing is open any more. @returns how many */
export async function settleHolds(change: Change): Promise<number> {
  const { rows } = await sql<{ affiliate: number }>`select owner as affiliate from owner_hold
    where owner_kind = 'affiliate' and cause = 'risk' and released_at is null`.execute(change.db)
  let ended = 0
  for (const { affiliate } of rows) ended += await settleHold(change, affiliate)
  return ended
}

/** A hold stands while a finding is open, or what was revoked waits for the second person. */
async function settleHold(change: Change, affiliate: number): Promise<number> {
  const held = sql<{ id: number }>`select finding.id from risk_finding finding
    left join entry on entry.id = finding.entry
    where finding.affiliate = ${affiliate}::bigint and finding.effect = 'hold'
      and (finding.state = 'open' or entry.status = 'awaiting_approval') limit 1`
  return (await firstRow(change.db, held)) ? 0 : endRiskHold(change, ownerOf(affiliate), 'risk_decided')
}

interface OpenFinding {
  readonly affiliate: number
  readonly rule: string
  readonly effect: 'hold' | 'none'
  readonly askedBy: number | null
}

async function openFinding(db: Kysely<any>, id: number): Promise<OpenFinding> {
  const found = await firstRow(
    db,
    sql<OpenFinding>`select affiliate, rule, effect, asked_by as "askedBy" from risk_finding
      where id = ${id}::bigint and state = 'open' for update`,
  )
  if (!found) throw new ApiError('not_found')
  return found
}

/**
 * Somebody says that a finding is none, and why. Of one that holds commission two people say so.
 * @throws ApiError `not_found`, `release_by_same_person`
 */
export async function releaseFinding(change: Change, id: number, reason: string): Promise<void> {
  const { db, actor, at } = change
  const { affiliate, rule, effect, askedBy } = await openFinding(db, id)
  const line = { object: 'affiliate', objectId: affiliate, changes: newValues({ risk: rule, finding: id, reason }) }
  if (effect === 'hold' && askedBy === null) {
    await sql`update risk_finding set asked_by = ${actor.userId}::bigint, asked_name = ${actor.name}::text,
      asked_at = ${timestamp(at)}, reason = ${reason}::text where id = ${id}::bigint`.execute(db)
    await logChange(change, { operation: 'askRelease', ...line })
    return
  }
  if (effect === 'hold' && askedBy === actor.userId) throw new ApiError('release_by_same_person')
  await decide(change, id, { state: 'released', reason })
  await logChange(change, { operation: 'release', ...line })
  await settleHold(change, affiliate)
}

async function decide(
  { db, actor, at }: Change,
  id: number,
  { state, reason, entry = null }: { state: 'released' | 'revoked'; reason: string; entry?: number | null },
): Promise<void> {
  await sql`update risk_finding set state = ${state}::text, decided_at = ${timestamp(at)},
    decided_by = ${actor.name}::text, reason = ${reason}::text, entry = ${entry}::bigint
    where id = ${id}::bigint`.execute(db)
}

/** What of an affiliate's commission is taken back. */
export interface Revocation {
  readonly reason: string
  readonly value: string
  readonly currency: string
}

/**
 * Somebody takes commission back because of a finding: an adjustment that another person approves; until then nothing
 * is paid.
 * @throws ApiError `not_found`, and what an adjustment is refused for
 */
export async function revokeFinding(
  change: Change,
  id: number,
  { reason, value, currency }: Revocation,
): Promise<void> {
  const { affiliate, rule } = await openFinding(change.db, id)
  const entry = await proposeAdjustment(change, {
    owner: ownerOf(affiliate),
    day: businessDay({ at: change.at, zone: change.zone }),
    kind: 'adjustment',
    value: `-${value}`,
    currency,
    reason,
    file: null,
  })
  await decide(change, id, { state: 'revoked', reason, entry })
  await logChange(change, {
    operation: 'revoke',
    object: 'affiliate',
    objectId: affiliate,
    changes: newValues({ risk: rule, finding: id, reason, value, currency, entry }),
  })
}

/** Whether there is a rule of this name. */
export const isRisk = (name: string): name is RiskName => Object.hasOwn(risks, name)
