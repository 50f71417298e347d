import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { resources } from '#resources/index.ts'
import type { Actor } from '#engine/declaration/actor.ts'
import { can } from '#engine/declaration/derive/access.ts'
import { validateRecord } from '#engine/declaration/derive/validator.ts'
import type { AnyRecord } from '#engine/declaration/record.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { type Day, daysBetween, earliestDay, endOfMonth, isDay, startOfMonth } from '#engine/values/calendar.ts'
import type { CarryOver } from '#rules/commission/constants.ts'
import type { SimulationResponse } from '../../answers/whatIf.ts'
import { carryFields, type CarryTerms } from '#rules/deals/carry.ts'
import type { ReferralTerms } from '#rules/deals/referralTerms.ts'
import { profileProblem } from '#rules/commission/profile.ts'
import type { RewardRule } from '#rules/commission/rewardRules.ts'
import { actorOf } from '#engine/auth/server/authenticate.ts'
import type { AppContext } from '#engine/server/context.ts'
import { flattenBlocks } from '#engine/declaration/derive/flatFields.ts'
import { checkExpression } from '#app/server/effects.ts'
import { ApiError, validationError } from '#engine/server/http/errors.ts'
import { isObject, propertiesOf, requireEmptyBody } from '#engine/server/http/bodies.ts'
import { readRuleSet } from '#features/commission/server/calculation/ruleSet.ts'
import { requireId, selectRecord } from '#engine/records/server/operations/read.ts'
import { limitCalls } from '#engine/server/rateLimit/bruteForce.ts'
import { inSimulation, type SimulationResult, type SimulatedRange } from './simulation.ts'
import { trialAnswer } from './trialAnswer.ts'
import { simulateCommission } from './tryCommission.ts'
import { simulateLevel } from './tryLevel.ts'
import { todayOf } from '#engine/records/server/change.ts'

type Transaction = Parameters<Parameters<typeof inSimulation>[1]>[0]
type Try = (
  transaction: Transaction,
  trial: { id: number; record: AnyRecord; days: SimulatedRange },
) => Promise<SimulationResult>

/** Trials take long. */
const trialsPerMinute = 30
/** Ten years: each month of them is reckoned for everybody. */
const daysMax = 3_653

const schema = {
  tags: ['reward'],
  summary:
    'Tries an edited rule on past days, {from, to, values} or {month: YYYY-MM, values}: what was earned against what would have been, and what is assumed. Nothing is written',
}

/** The month that is tried, up to today. @throws ApiError `invalid_month` */
function readMonth(month: unknown, today: Day): SimulatedRange {
  const from = typeof month === 'string' ? `${month}-01` : null
  if (!isDay(from) || from > startOfMonth(today)) throw validationError([{ field: 'month', code: 'invalid_month' }])
  return { from, to: earliestDay(endOfMonth(from), today) }
}

/** The days that are tried: a month, or from any past day to a later one. @throws ApiError `invalid_past_days`, `too_many_days` */
function readDays({ month, from, to }: Omit<Asked, 'values'>, today: Day): SimulatedRange {
  if (from === undefined && to === undefined) return readMonth(month, today)
  const problems = [
    ...(isDay(from) ? [] : ['from']),
    ...(isDay(to) && to <= today && (!isDay(from) || from <= to) ? [] : ['to']),
    ...(month === undefined ? [] : ['month']),
  ]
  if (problems.length > 0) throw validationError(problems.map((field) => ({ field, code: 'invalid_past_days' })))
  if (daysBetween({ from: from as Day, to: to as Day }) >= daysMax)
    throw validationError([{ field: 'from', code: 'too_many_days', values: { days: daysMax } }])
  return { from: from as Day, to: to as Day }
}

/**
 * The record as it would be after the edit, checked as if it were saved.
 * @throws ApiError with a problem for each field
 */
async function editedRecord(
  context: AppContext,
  {
    actor,
    resource,
    id,
    values,
    origin,
  }: { actor: Actor; resource: AnyResource; id: string; values: unknown; origin: string },
): Promise<AnyRecord> {
  const stored = await selectRecord({ context, actor, resource, origin }, id, context.database.db)
  if (stored === null) throw new ApiError('not_found')
  const current = JSON.parse(stored) as AnyRecord
  const { version: _, ...input } = propertiesOf(values)
  const validated = validateRecord({
    resource,
    operation: 'update',
    input,
    current,
    actor,
    checkExpression,
    flattenBlocks,
  })
  if (!validated.ok) throw validationError(validated.problems)
  return { ...current, ...validated.values }
}

const tryReward: Try = (transaction, { id, record, days }) =>
  simulateCommission(transaction, {
    edit: {
      kind: 'reward',
      id,
      rule: record as unknown as RewardRule,
      currency: (record['currency'] ?? null) as string | null,
    },
    days,
  })

const tryProfile: Try = async (transaction, { id, record, days }) => {
  const rewards = (record['rewards'] as (number | string)[]).map(Number)
  const book = await readRuleSet(transaction)
  const types = rewards.flatMap((reward) => book.rewards.get(reward)?.at(-1)?.rule ?? [])
  const { rows: own } = await sql`select from reward where id = any(${`{${rewards.join(',')}}`}::text::bigint[])
      and company = ${record['company']}`.execute(transaction)
  if (types.length !== rewards.length || own.length !== rewards.length)
    throw validationError([{ field: 'rewards', code: 'invalid_reward' }])
  if (profileProblem(types)) throw validationError([{ field: 'rewards', code: 'products_must_differ' }])
  return simulateCommission(transaction, {
    edit: {
      kind: 'rewardProfile',
      id,
      rewards,
      carryOver: (record['carryOver'] ?? 'none') as CarryOver,
      carry: Object.fromEntries(carryFields.map((name) => [name, record[name] ?? null])) as CarryTerms,
      referralShares: record['referralShares'] as ReferralTerms['referralShares'],
    },
    days,
  })
}

const tryPartnerLevel: Try = (transaction, { id, record, days }) =>
  simulateLevel(transaction, {
    level: id,
    expression: String(record['expression'] ?? ''),
    currency: (record['currency'] ?? null) as string | null,
    days,
  })

/** What a trial is asked with, before anything of it is looked at. */
interface Asked {
  readonly month: unknown
  readonly from: unknown
  readonly to: unknown
  readonly values: unknown
}

function readBody(body: unknown): Asked {
  if (!isObject(body)) throw new ApiError('invalid_request', { values: { reason: 'the body must be a JSON object' } })
  const { month, from, to, values, ...rest } = body
  requireEmptyBody(rest)
  return { month, from, to, values }
}

/** How each kind of rule is tried. */
const attempts = { reward: tryReward, rewardProfile: tryProfile, partnerLevel: tryPartnerLevel } as const

/** What can be tried, by the name of its resource. */
export type SimulatedKind = keyof typeof attempts
export const simulatedKinds = Object.keys(attempts) as readonly SimulatedKind[]

/**
 * Tries an edited rule on past days; nothing is written.
 * @throws ApiError 400, `forbidden`, `not_found`, `too_many_requests`
 */
export async function answerWhatIf(
  context: AppContext,
  trial: { actor: Actor; kind: SimulatedKind; id: string; body: unknown; origin: string },
): Promise<SimulationResponse> {
  const { actor, kind, origin } = trial
  const [resource, attempt] = [resources[kind] as unknown as AnyResource, attempts[kind]]
  if (!can({ actor, resource, operation: 'update' })) throw new ApiError('forbidden')
  await limitCalls(context, {
    name: 'what if',
    max: trialsPerMinute,
    who: `${actor.kind} ${actor.userId ?? actor.partner}`,
  })
  const id = requireId(trial.id)
  const { values, ...asked } = readBody(trial.body)
  const today = todayOf(context, actor)
  const days = readDays(asked, today)
  const record = await editedRecord(context, { actor, resource, id, values, origin })
  return inSimulation(context.database.readDb, async (transaction) =>
    trialAnswer(transaction, { actor, days, result: await attempt(transaction, { id: Number(id), record, days }) }),
  )
}

function whatIfRoute(app: FastifyInstance, context: AppContext, kind: SimulatedKind): void {
  app.post<{ Params: { id: string } }>(
    `/api/${kind}/:id/what_if`,
    { schema },
    async (request): Promise<SimulationResponse> => {
      const actor = await actorOf(request, context)
      return answerWhatIf(context, {
        actor,
        kind,
        id: request.params.id,
        body: request.body,
        origin: `${request.protocol}://${request.host}`,
      })
    },
  )
}

/** What if: `POST /api/{reward,rewardProfile,partnerLevel}/{id}/what_if` tries an edited rule on past days. */
export async function whatIfRoutes(app: FastifyInstance, context: AppContext): Promise<void> {
  for (const kind of simulatedKinds) whatIfRoute(app, context, kind)
}
