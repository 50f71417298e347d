import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { currency } from '../../../resources/choices.ts'
import type { RiskName } from '../../../resources/risks.ts'
import { choice, date, integer, money, text } from '../../config/fields/index.ts'
import { addDays, businessDay } from '../../domain/calendar.ts'
import { actorWithRoles } from '../auth/actorWithRoles.ts'
import type { AppContext } from '../context.ts'
import { timestamp } from '../database/rows.ts'
import { ApiError, problemsError } from '../errors.ts'
import { readValues } from '../http/bodies.ts'
import { moneyWrite, readReason } from '../money/routes/moneyWrite.ts'
import { seesOwner } from '../money/pay/owner.ts'
import { type Change, logChange, type Moment, newValues } from '../records/change.ts'
import { limitCalls } from '../throttle/guessing.ts'
import { digestOfTrial, evaluateRisk } from './evaluate.ts'
import { isRisk, releaseFinding, revokeFinding } from './findings.ts'
import { readRisk, tryRisk } from './readRisk.ts'

const roles = ['financial', 'affiliate'] as const
const trialsPerMinute = 30
const ruleField = text({ required: true, max: 100 })

function ruleNamed(name: unknown): RiskName {
  if (typeof name !== 'string' || !isRisk(name)) throw problemsError([{ field: 'rule', code: 'invalid_choice' }])
  return name
}

/** The last whole day, where none is named. @throws ApiError 400 for one that is not over */
function dayOf(given: unknown, present: Moment): string {
  const last = addDays(businessDay(present), -1)
  const day = (given as string | null | undefined) ?? last
  if (day > last) throw problemsError([{ field: 'to', code: 'in_future', values: { today: last, zone: present.zone } }])
  return day
}

async function requireSeen(change: Change, affiliate: number): Promise<void> {
  if (!(await seesOwner(change, { kind: 'affiliate', id: affiliate }))) throw new ApiError('not_found')
}

/** A finding about an affiliate that whoever asks sees. */
async function requireFinding(change: Change, id: number): Promise<void> {
  const { rows } = await sql<{
    affiliate: number
  }>`select affiliate from risk_finding where id = ${id}::bigint`.execute(change.db)
  if (!rows[0]) throw new ApiError('not_found')
  await requireSeen(change, rows[0].affiliate)
}

const answer = async (change: Change) => readRisk(change.db, change.actor)

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
    const { rule, to } = readValues({ rule: ruleField, to: date() }, request.body)
    const present = { at: context.now(), zone: context.environment.businessTimeZone }
    return tryRisk(context.database.db, actor, { rule: ruleNamed(rule), to: dayOf(to, present) })
  })
  startRoutes(app, context)
  findingRoutes(app, context)
  exemptionRoutes(app, context)
}

/** Rules count for the whole installation: root starts and stops them. */
function requireRoot({ actor }: Change): void {
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
      const { rule, to, digest } = readValues(said, body)
      return { rule: ruleNamed(rule), to: dayOf(to, present), digest: digest as string }
    },
    async work(change, { rule, to, digest }) {
      requireRoot(change)
      if (digestOfTrial(rule, await evaluateRisk(change.db, { rule, to })) !== digest)
        throw new ApiError('risk_changed')
      await sql`insert into risk_rule (rule, started_at, started_by) values (${rule}::text, ${timestamp(change.at)},
        ${change.actor.name}::text) on conflict (rule) do nothing`.execute(change.db)
      await logChange(change, {
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
      const { rule, reason } = readValues({ rule: ruleField, reason: text({ required: true, max: 300 }) }, body)
      return { rule: ruleNamed(rule), reason: reason as string }
    },
    async work(change, { rule, reason }) {
      requireRoot(change)
      await sql`delete from risk_rule where rule = ${rule}::text`.execute(change.db)
      await logChange(change, {
        operation: 'end',
        object: 'risk',
        objectId: rule,
        changes: newValues({ rule, reason }),
      })
      return answer(change)
    },
  })
}

function findingRoutes(app: FastifyInstance, context: AppContext): void {
  moneyWrite(app, context, {
    url: '/api/risk/finding/:id/release',
    roles,
    read: readReason,
    async work(change, reason, id) {
      await requireFinding(change, id)
      await releaseFinding(change, id, reason)
      return answer(change)
    },
  })
  moneyWrite(app, context, {
    url: '/api/risk/finding/:id/revoke',
    roles,
    stopsMoney: true,
    read: (body) => {
      const {
        reason,
        value,
        currency: of,
      } = readValues(
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
      const { affiliate, rule, reason } = readValues(
        {
          affiliate: integer({ required: true, min: 1 }),
          rule: text({ max: 100 }),
          reason: text({ required: true, max: 300 }),
        },
        body,
      )
      return { affiliate: affiliate as number, rule: rule ? ruleNamed(rule) : '', reason: reason as string }
    },
    async work(change, { affiliate, rule, reason }) {
      await requireSeen(change, affiliate)
      await sql`insert into risk_exemption (affiliate, rule, reason, made_at, made_by) values (${affiliate}::bigint,
        ${rule}::text, ${reason}::text, ${timestamp(change.at)}, ${change.actor.name}::text)
        on conflict (affiliate, rule) do nothing`.execute(change.db)
      const changes = newValues({ risk: rule, reason })
      await logChange(change, { operation: 'exempt', object: 'affiliate', objectId: affiliate, changes })
      return answer(change)
    },
  })
  moneyWrite(app, context, {
    url: '/api/risk/exemption/:id/end',
    roles,
    stopsMoney: true,
    read: readReason,
    async work(change, reason, id) {
      const { rows } = await sql<{ affiliate: number; rule: string }>`select affiliate, rule from risk_exemption
        where id = ${id}::bigint`.execute(change.db)
      if (!rows[0]) throw new ApiError('not_found')
      await requireSeen(change, rows[0].affiliate)
      await sql`delete from risk_exemption where id = ${id}::bigint`.execute(change.db)
      const changes = [{ field: 'risk', before: rows[0].rule, after: null }, ...newValues({ reason })]
      await logChange(change, { operation: 'endExempt', object: 'affiliate', objectId: rows[0].affiliate, changes })
      return answer(change)
    },
  })
}
