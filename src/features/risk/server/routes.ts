import type { FastifyInstance } from 'fastify'
import { type Kysely, sql } from 'kysely'
import { currency } from '#resources/choices.ts'
import type { RiskName } from '#resources/risks.ts'
import type { Actor } from '#engine/declaration/actor.ts'
import { boolean, choice, date, integer, money, text } from '#engine/declaration/fields/index.ts'
import { limitOf } from '#engine/declaration/risk.ts'
import { addDays, businessDay } from '#engine/values/calendar.ts'
import type { Payee } from '#rules/payouts/payments.ts'
import { userAccounts } from '#engine/auth/server/authorship.ts'
import { readApprovalTerms, requireAnotherPerson } from '#engine/auth/server/requireAnotherPerson.ts'
import { actorWithRoles } from '#engine/auth/server/actorWithRoles.ts'
import type { AppContext } from '#engine/server/context.ts'
import { firstRow, timestamp } from '#engine/server/database/rows.ts'
import { ApiError, validationError } from '#engine/server/http/errors.ts'
import { parseBody } from '#engine/server/http/bodies.ts'
import { requireWholeCompanyVisible } from '#features/commission/server/periods/changePeriod.ts'
import { moneyWrite, readReason } from '#features/commission/server/moneyWrite.ts'
import { companyOfSql } from '#features/payouts/server/holds/holds.ts'
import { canSeePayee } from '#features/payouts/server/payees/payee.ts'
import {
  type WriteContext,
  writeAuditEntry,
  type BusinessTime,
  newValues,
  zoneOf,
} from '#engine/records/server/change.ts'
import { limitCalls } from '#engine/server/rateLimit/bruteForce.ts'
import { ruleOf } from './evaluate.ts'
import { type FindingSubject, isRisk, ownerOf, releaseFinding, revokeFinding, subjectOf } from './findings.ts'
import { outcomeOfTrial, readRisk, tryRisk } from './readRisk.ts'

const roles = ['financial', 'affiliate'] as const
const trialsPerMinute = 30
const ruleField = text({ required: true, max: 100 })

function ruleNamed(name: unknown): RiskName {
  if (typeof name !== 'string' || !isRisk(name)) throw validationError([{ field: 'rule', code: 'invalid_choice' }])
  return name
}

/** The last whole day, where none is named. @throws ApiError 400 for one that is not over */
function dayOf(given: unknown, present: BusinessTime): string {
  const last = addDays(businessDay(present), -1)
  const day = (given as string | null | undefined) ?? last
  if (day > last)
    throw validationError([{ field: 'to', code: 'in_future', values: { today: last, zone: present.zone } }])
  return day
}

async function requireSeen(change: WriteContext, owner: Payee | null): Promise<void> {
  if (!owner || !(await canSeePayee(change, owner))) throw new ApiError('not_found')
}

/** The limits that a company gives the conditions of a rule. @throws ApiError 400 where they are none */
function limitsOf(rule: RiskName, given: unknown): (number | null)[] {
  if (given === undefined || given === null) return []
  const declared = ruleOf(rule).when.map(limitOf)
  const isLimit = (value: unknown, index: number) =>
    value === null ||
    (typeof value === 'number' && Number.isFinite(value) && value >= 0 && value < 1e12 && declared[index] !== null)
  if (!Array.isArray(given) || given.length > declared.length || !given.every(isLimit))
    throw validationError([
      { field: 'limits', code: 'invalid_type', values: { expected: 'a number for each condition' } },
    ])
  return given as (number | null)[]
}

/** What is said beside the fields that have a kind. */
function partOf(body: unknown): { limits: unknown; rest: unknown } {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return { limits: undefined, rest: body }
  const { limits, ...rest } = body as Record<string, unknown>
  return { limits, rest }
}

/** The company that is spoken of: one's own, unless root names another. @throws ApiError `not_found` */
function companyOf(actor: Actor, given: unknown): number {
  const company = (given as number | null | undefined) ?? actor.company
  if (company === null || (!actor.root && company !== actor.company)) throw new ApiError('not_found')
  return company
}

/** A finding about somebody whom whoever asks sees. */
async function requireFinding(change: WriteContext, id: number): Promise<void> {
  const { rows } = await sql<FindingSubject>`select affiliate, partner, player from risk_finding
    where id = ${id}::bigint`.execute(change.db)
  await requireSeen(change, rows[0] ? await ownerOf(change.db, subjectOf(rows[0])) : null)
}

const answer = async (change: WriteContext) => readRisk(change.db, change.actor)

/** Signs of fraud: rules that are tried on the past and started, what they found, and what became of it. */
export function riskRoutes(app: FastifyInstance, context: AppContext): void {
  app.get('/api/risk', async (request, reply) => {
    const actor = await actorWithRoles(request, context, roles)
    reply.header('cache-control', 'no-store')
    return readRisk(context.database.db, actor)
  })
  app.post('/api/risk/trial', async (request) => {
    const actor = await actorWithRoles(request, context, roles)
    await limitCalls(context, { name: 'risk', max: trialsPerMinute, who: `user ${actor.userId}` })
    const { limits, rest } = partOf(request.body)
    const { rule, to, company } = parseBody({ rule: ruleField, to: date(), company: integer({ min: 1 }) }, rest)
    const present = { at: context.now(), zone: zoneOf(context, actor) }
    const asked = { rule: ruleNamed(rule), to: dayOf(to, present) }
    const own = { company: 0, isOff: false, limits: limitsOf(asked.rule, limits) }
    return tryRisk(
      context.database.db,
      actor,
      limits === undefined ? asked : { ...asked, own: { ...own, company: companyOf(actor, company) } },
    )
  })
  startRoutes(app, context)
  companyRoute(app, context)
  findingRoutes(app, context)
  exemptionRoutes(app, context)
}

/** Rules count for the whole installation: root starts and stops them. */
function requireRoot({ actor }: WriteContext): void {
  if (!actor.root) throw new ApiError('user_must_be_root')
}

function startRoutes(app: FastifyInstance, context: AppContext): void {
  moneyWrite(app, context, {
    url: '/api/risk/start',
    roles,
    stopsMoney: true,
    // What was looked at is said: no rule counts that nobody tried.
    read: (body, present) => {
      const said = { rule: ruleField, to: date(), digest: text({ required: true, max: 64 }) }
      const { rule, to, digest } = parseBody(said, body)
      return { rule: ruleNamed(rule), to: dayOf(to, present), digest: digest as string }
    },
    async work(change, { rule, to, digest }) {
      requireRoot(change)
      if ((await outcomeOfTrial(change.db, { rule, to })).digest !== digest) throw new ApiError('risk_changed')
      await sql`insert into risk_rule (rule, started_at, started_by) values (${rule}::text, ${timestamp(change.at)},
        ${change.actor.name}::text) on conflict (rule) do nothing`.execute(change.db)
      await writeAuditEntry(change, {
        operation: 'begin',
        object: 'risk',
        objectId: rule,
        changes: newValues({ rule, to, digest }),
      })
      return answer(change)
    },
  })
  moneyWrite(app, context, {
    url: '/api/risk/stop',
    roles,
    read: (body) => {
      const { rule, reason } = parseBody({ rule: ruleField, reason: text({ required: true, max: 300 }) }, body)
      return { rule: ruleNamed(rule), reason: reason as string }
    },
    async work(change, { rule, reason }) {
      requireRoot(change)
      await sql`delete from risk_rule where rule = ${rule}::text`.execute(change.db)
      await writeAuditEntry(change, {
        operation: 'end',
        object: 'risk',
        objectId: rule,
        changes: newValues({ rule, reason }),
      })
      return answer(change)
    },
  })
}

/** What a company says of a rule, and what somebody asked for that does not count yet. */
interface KeptCompanyRule {
  readonly isOff: boolean
  readonly limits: string
  readonly asked: { readonly isOff: boolean; readonly limits: readonly (number | null)[] } | null
  readonly askedBy: number | null
}

function lockCompanyRule(db: Kysely<any>, { company, rule }: { company: number; rule: RiskName }) {
  return firstRow(
    db,
    sql<KeptCompanyRule>`select is_off as "isOff", limits::text as limits, asked, asked_by as "askedBy"
      from risk_company where company = ${company}::bigint and rule = ${rule}::text for update`,
  )
}

/**
 * Whether this is what was asked for already, said by another person.
 * @throws ApiError as {@link requireAnotherPerson} does
 */
async function confirms(
  { db, actor, at }: WriteContext,
  kept: KeptCompanyRule | undefined,
  { company, asking }: { company: number; asking: object },
): Promise<boolean> {
  if (!kept?.asked || JSON.stringify([kept.asked.isOff, kept.asked.limits]) !== JSON.stringify(Object.values(asking)))
    return false
  const terms = await readApprovalTerms(db, sql`${company}::bigint`)
  await requireAnotherPerson(db, { authors: userAccounts(kept.askedBy), approver: actor, demands: terms, at })
  return true
}

/**
 * A company leaves a rule out, or gives it limits of its own, which were tried there: who sees all of the company. Where
 * the rule holds commission it counts once another person says the same. What was raised stays.
 */
function companyRoute(app: FastifyInstance, context: AppContext): void {
  moneyWrite(app, context, {
    url: '/api/risk/company',
    roles,
    read: (body, present) => {
      const { limits, rest } = partOf(body)
      const said = {
        rule: ruleField,
        company: integer({ min: 1 }),
        isOff: boolean(),
        to: date(),
        digest: text({ max: 64 }),
        reason: text({ required: true, max: 300 }),
      }
      const { rule, company, isOff, to, digest, reason } = parseBody(said, rest)
      const named = ruleNamed(rule)
      return {
        rule: named,
        company: company as number | null,
        isOff: isOff === true,
        limits: limitsOf(named, limits),
        to: dayOf(to, present),
        digest,
        reason: reason as string,
      }
    },
    async work(change, { rule, to, digest, reason, isOff, limits, ...asked }) {
      const { db, at, actor } = change
      const company = companyOf(actor, asked.company)
      await requireWholeCompanyVisible(db, actor, company)
      const own = { company, isOff, limits }
      const isTried = !isOff && limits.some((limit) => limit !== null)
      const before = await lockCompanyRule(db, { company, rule })
      const asking = { isOff, limits }
      const isConfirmed = await confirms(change, before, { company, asking })
      const tried = { rule, to, own: { ...own, isOff: false } }
      if (isTried && !isConfirmed && (await outcomeOfTrial(db, tried)).digest !== digest)
        throw new ApiError('risk_changed')
      // Limits may be as good as none.
      const isWaiting = ruleOf(rule).effect === 'hold' && (isOff || isTried) && !isConfirmed
      const said = sql`${reason}::text, ${timestamp(at)}, ${actor.name}::text`
      if (isWaiting)
        await sql`insert into risk_company (company, rule, reason, changed_at, changed_by, asked, asked_by, asked_name)
          values (${company}::bigint, ${rule}::text, ${said}, ${JSON.stringify(asking)}::text::jsonb,
            ${actor.userId}::bigint, ${actor.name}::text)
          on conflict (company, rule) do update set asked = excluded.asked, asked_by = excluded.asked_by,
            asked_name = excluded.asked_name`.execute(db)
      else
        await sql`insert into risk_company (company, rule, is_off, limits, reason, changed_at, changed_by)
          values (${company}::bigint, ${rule}::text, ${isOff}::boolean, ${JSON.stringify(limits)
            .replace('[', '{')
            .replace(']', '}')}::text::numeric[], ${said})
          on conflict (company, rule) do update set is_off = excluded.is_off, limits = excluded.limits,
            reason = excluded.reason, changed_at = excluded.changed_at, changed_by = excluded.changed_by,
            asked = null, asked_by = null, asked_name = null`.execute(db)
      const changes = [
        { field: 'risk', before: before && { isOff: before.isOff, limits: before.limits }, after: { rule, ...asking } },
        ...newValues({ reason }),
      ]
      const operation = isWaiting ? 'askRisk' : 'setRisk'
      await writeAuditEntry(change, { operation, object: 'company', objectId: company, changes })
      return answer(change)
    },
  })
}

function findingRoutes(app: FastifyInstance, context: AppContext): void {
  moneyWrite(app, context, {
    url: '/api/riskFinding/:id/release',
    roles,
    read: readReason,
    async work(change, reason, id) {
      await requireFinding(change, id)
      await releaseFinding(change, id, reason)
      return answer(change)
    },
  })
  moneyWrite(app, context, {
    url: '/api/riskFinding/:id/revoke',
    roles,
    stopsMoney: true,
    read: (body) => {
      const {
        reason,
        value,
        currency: of,
      } = parseBody(
        {
          reason: text({ required: true, max: 300 }),
          value: money({ required: true, min: 0.01 }),
          currency: choice(currency, { required: true }),
        },
        body,
      )
      return { reason: reason as string, value: String(value), currency: of as string }
    },
    async work(change, asked, id) {
      await requireFinding(change, id)
      await revokeFinding(change, id, asked)
      return answer(change)
    },
  })
}

function exemptionRoutes(app: FastifyInstance, context: AppContext): void {
  moneyWrite(app, context, {
    url: '/api/risk/exemption',
    roles,
    read: (body) => {
      const { affiliate, partner, rule, reason } = parseBody(
        {
          affiliate: integer({ min: 1 }),
          partner: integer({ min: 1 }),
          rule: text({ max: 100 }),
          reason: text({ required: true, max: 300 }),
        },
        body,
      )
      if ((affiliate === null || affiliate === undefined) === (partner === null || partner === undefined))
        throw validationError([{ field: 'affiliate', code: 'required' }])
      const kind = affiliate === null || affiliate === undefined ? 'partner' : 'affiliate'
      const owner: Payee = { kind, id: (affiliate ?? partner) as number }
      return { owner, rule: rule ? ruleNamed(rule) : '', reason: reason as string }
    },
    async work(change, { owner: { kind, id }, rule, reason }) {
      const { db, actor, at } = change
      await requireSeen(change, { kind, id })
      const waiting = await firstRow(
        db,
        sql<{ id: number; askedBy: number | null }>`select id, asked_by as "askedBy" from risk_exemption
          where ${sql.id(kind)} = ${id}::bigint and rule = ${rule}::text and is_waiting for update`,
      )
      const needsAnother = rule === '' || ruleOf(rule as RiskName).effect === 'hold'
      if (waiting) {
        const terms = await readApprovalTerms(db, companyOfSql({ kind, id }))
        await requireAnotherPerson(db, { authors: userAccounts(waiting.askedBy), approver: actor, demands: terms, at })
        await sql`update risk_exemption set is_waiting = false where id = ${waiting.id}::bigint`.execute(db)
      } else
        await sql`insert into risk_exemption (${sql.id(kind)}, rule, reason, made_at, made_by, is_waiting, asked_by)
          values (${id}::bigint, ${rule}::text, ${reason}::text, ${timestamp(at)}, ${actor.name}::text,
            ${needsAnother}::boolean, ${actor.userId}::bigint) on conflict do nothing`.execute(db)
      const operation = needsAnother && !waiting ? 'askExempt' : 'exempt'
      const changes = newValues({ risk: rule, reason })
      await writeAuditEntry(change, { operation, object: kind, objectId: id, changes })
      return answer(change)
    },
  })
  moneyWrite(app, context, {
    url: '/api/riskExemption/:id/end',
    roles,
    stopsMoney: true,
    read: readReason,
    async work(change, reason, id) {
      const { rows } = await sql<{ affiliate: number | null; partner: number | null; rule: string }>`select affiliate,
          partner, rule from risk_exemption where id = ${id}::bigint`.execute(change.db)
      const owner = rows[0] ? await ownerOf(change.db, subjectOf({ player: null, ...rows[0] })) : null
      await requireSeen(change, owner)
      await sql`delete from risk_exemption where id = ${id}::bigint`.execute(change.db)
      const changes = [{ field: 'risk', before: rows[0]!.rule, after: null }, ...newValues({ reason })]
      await writeAuditEntry(change, { operation: 'endExempt', object: owner!.kind, objectId: owner!.id, changes })
      return answer(change)
    },
  })
}
