import { type Kysely, sql } from 'kysely'
import type { RiskName } from '#resources/risks.ts'
import { risks } from '#resources/risks.ts'
import { type RiskSubject, riskSubjects } from '#engine/declaration/risk.ts'
import { addDays, businessDay, type Day } from '#engine/values/calendar.ts'
import type { Payee } from '#rules/payouts/payments.ts'
import { hasFeatureSql } from '#engine/auth/server/features.ts'
import { userAccounts } from '#engine/auth/server/authorship.ts'
import { readApprovalTerms, requireAnotherPerson } from '#engine/auth/server/requireAnotherPerson.ts'
import { idArray } from '#engine/server/database/arrays.ts'
import { firstRow, timestamp } from '#engine/server/database/rows.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { companyOfSql, endRiskHold, placeHold } from '#features/payouts/server/holds/holds.ts'
import { lockPayee } from '#features/payouts/server/payees/payee.ts'
import { proposeAdjustment } from '#features/payouts/server/adjustments/manualAdjustments.ts'
import { type WriteContext, writeAuditEntry, newValues } from '#engine/records/server/change.ts'
import { type CompanyRule, evaluateRisk, type Flagged, ruleOf } from './evaluate.ts'
import { raiseRisk } from '#features/webhooks/server/emit/money.ts'

/** A kind of subject, and which one. */
interface Subject {
  readonly of: RiskSubject
  readonly id: number
}

/** Whose money waits, and whose log says so: that of a player is its affiliate's. */
export async function ownerOf(db: Kysely<any>, { of, id }: Subject): Promise<Payee | null> {
  if (of !== 'player') return { kind: of, id }
  const row = await firstRow(
    db,
    sql<{ affiliate: number | null }>`select affiliate from player where id = ${id}::bigint`,
  )
  return row?.affiliate ? { kind: 'affiliate', id: row.affiliate } : null
}

/** What companies say of a rule. */
export async function companyRules(db: Kysely<any>, rule: RiskName): Promise<CompanyRule[]> {
  const { rows } = await sql<{
    company: number
    isOff: boolean
    limits: (string | null)[]
  }>`select company.id as company,
      coalesce(said.is_off, false) or not ${hasFeatureSql(sql`company.id`, 'risk')} as "isOff",
      coalesce(said.limits::text[], '{}') as limits
    from company left join risk_company said on said.company = company.id and said.rule = ${rule}::text
    where said.company is not null or not ${hasFeatureSql(sql`company.id`, 'risk')} order by company.id`.execute(db)
  return rows.map(({ limits, ...row }) => ({ ...row, limits: limits.map((limit) => (limit === null ? null : +limit)) }))
}

/**
 * Raises what a rule finds up to a day: one finding a subject at a time, none of whom somebody vouches for, and none
 * anew of days that somebody decided about.
 * @returns how many were raised
 */
export async function raiseFindings(change: WriteContext, rule: RiskName, to: Day): Promise<number> {
  const { db } = change
  const { of, effect } = ruleOf(rule)
  const { from, flagged } = await evaluateRisk(db, { rule, to, companies: await companyRules(db, rule) })
  let raised = 0
  for (const found of flagged) {
    const owner = await ownerOf(db, { of, id: found.subject })
    if (!owner || !(await lockPayee(db, owner))) continue
    const made = await insertFinding(change, { rule, from, to, found, owner })
    if (made === null) continue
    raised += 1
    await writeAuditEntry(change, {
      operation: 'raise',
      object: owner.kind,
      objectId: owner.id,
      changes: newValues({
        risk: rule,
        finding: made,
        ...(of === 'player' ? { player: found.subject } : {}),
        ...found.values,
      }),
    })
    await raiseRisk(db, made)
    if (effect === 'hold') await placeHold(change, owner, { cause: 'risk', note: rule })
  }
  return raised
}

/** @returns its id; null where there is one already, somebody vouches, or these days were decided about */
async function insertFinding(
  { db, at }: WriteContext,
  { rule, from, to, found, owner }: { rule: RiskName; from: Day; to: Day; found: Flagged; owner: Payee },
): Promise<number | null> {
  const { of, severity, effect, over } = ruleOf(rule)
  const { subject, values, players } = found
  const made = await firstRow(
    db,
    sql<{ id: number }>`insert into risk_finding (rule, ${sql.id(of)}, severity, effect, raised_at, from_day, to_day,
        values_then, players)
      select ${rule}::text, ${subject}::bigint, ${severity}::text, ${effect}::text, ${timestamp(at)},
        ${from}::text::date, ${to}::text::date, ${JSON.stringify(values)}::text::jsonb, ${idArray(players)}
      where not exists (select from risk_exemption
          where ${sql.id(owner.kind)} = ${owner.id}::bigint and rule in ('', ${rule}::text)
            and not is_waiting)
        and not exists (select from risk_finding decided where decided.rule = ${rule}::text
          and decided.${sql.id(of)} = ${subject}::bigint and decided.state <> 'open'
          and decided.to_day > ${addDays(to, -over)}::text::date)
      on conflict do nothing returning id`,
  )
  return made?.id ?? null
}

/** Ends the holds of owners about whom nothing is open any more. @returns how many */
export async function settleHolds(change: WriteContext): Promise<number> {
  const { rows } = await sql<Payee>`select owner_kind as kind, owner as id from owner_hold
    where cause = 'risk' and released_at is null`.execute(change.db)
  let ended = 0
  for (const owner of rows) ended += await settleHold(change, owner)
  return ended
}

/** A hold stands while a finding is open, or what was revoked waits for the second person. */
async function settleHold(change: WriteContext, owner: Payee): Promise<number> {
  const isOwners =
    owner.kind === 'partner'
      ? sql`finding.partner = ${owner.id}::bigint`
      : sql`coalesce(finding.affiliate, player.affiliate) = ${owner.id}::bigint`
  const held = sql<{ id: number }>`select finding.id from risk_finding finding
    left join entry on entry.id = finding.entry left join player on player.id = finding.player
    where ${isOwners} and finding.effect = 'hold'
      and (finding.state = 'open' or entry.status = 'awaiting_approval') limit 1`
  return (await firstRow(change.db, held)) ? 0 : endRiskHold(change, owner, 'risk_decided')
}

interface OpenFinding {
  readonly owner: Payee
  readonly rule: string
  readonly effect: 'hold' | 'none'
  readonly askedBy: number | null
}

/** Whom a finding is about: one of these. */
export interface FindingSubject {
  readonly affiliate: number | null
  readonly partner: number | null
  readonly player: number | null
}

/** The one that it is about. */
export function subjectOf(finding: FindingSubject): Subject {
  const of = riskSubjects.find((name) => finding[name] !== null)!
  return { of, id: finding[of]! }
}

async function openFinding(db: Kysely<any>, id: number): Promise<OpenFinding> {
  const found = await firstRow(
    db,
    sql<Omit<OpenFinding, 'owner'> & FindingSubject>`select affiliate, partner, player, rule, effect,
      asked_by as "askedBy" from risk_finding where id = ${id}::bigint and state = 'open' for update`,
  )
  const owner = found ? await ownerOf(db, subjectOf(found)) : null
  if (!found || !owner) throw new ApiError('not_found')
  return { ...found, owner }
}

/**
 * Somebody says that a finding is none, and why. Of one that holds commission two people say so.
 * @throws ApiError `not_found`, and as {@link requireAnotherPerson} does
 */
export async function releaseFinding(change: WriteContext, id: number, reason: string): Promise<void> {
  const { db, actor, at } = change
  const { owner, rule, effect, askedBy } = await openFinding(db, id)
  const line = { object: owner.kind, objectId: owner.id, changes: newValues({ risk: rule, finding: id, reason }) }
  if (effect === 'hold' && askedBy === null) {
    await sql`update risk_finding set asked_by = ${actor.userId}::bigint, asked_name = ${actor.name}::text,
      asked_at = ${timestamp(at)}, reason = ${reason}::text where id = ${id}::bigint`.execute(db)
    await writeAuditEntry(change, { operation: 'askRelease', ...line })
    return
  }
  if (effect === 'hold') {
    const terms = await readApprovalTerms(db, companyOfSql(owner))
    await requireAnotherPerson(db, { authors: userAccounts(askedBy), approver: actor, demands: terms, at })
  }
  await decide(change, id, { state: 'released', reason })
  await writeAuditEntry(change, { operation: 'release', ...line })
  await settleHold(change, owner)
}

async function decide(
  { db, actor, at }: WriteContext,
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
  change: WriteContext,
  id: number,
  { reason, value, currency }: Revocation,
): Promise<void> {
  const { owner, rule } = await openFinding(change.db, id)
  const entry = await proposeAdjustment(change, {
    owner,
    day: businessDay({ at: change.at, zone: change.zone }),
    kind: 'adjustment',
    value: `-${value}`,
    currency,
    reason,
    file: null,
  })
  await decide(change, id, { state: 'revoked', reason, entry })
  await writeAuditEntry(change, {
    operation: 'revoke',
    object: owner.kind,
    objectId: owner.id,
    changes: newValues({ risk: rule, finding: id, reason, value, currency, entry }),
  })
}

/** Whether there is a rule of this name. */
export const isRisk = (name: string): name is RiskName => Object.hasOwn(risks, name)
