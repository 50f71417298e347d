import type { FastifyInstance, FastifyRequest } from 'fastify'
import { currency as currencies } from '../../../../resources/choices.ts'
import type { Problem } from '../../../config/problems.ts'
import { daysBetween, type Day, isDay } from '../../../domain/calendar.ts'
import { ownerKinds } from '../../../domain/payments.ts'
import { readId } from '../../auth/requestBody.ts'
import type { AppContext } from '../../context.ts'
import { readPrimaryAs } from '../../database/fence/openFence.ts'
import { problemsError } from '../../errors.ts'
import { actorWithRoles } from '../../auth/actorWithRoles.ts'
import { readStatement, statementOwner } from '../ledger/readStatement.ts'

/** A year, leap or not. */
const daysMax = 366

/** Reads the days, both inclusive, and the currency, where one is said. @throws ApiError 400 */
function readQuestion({ query }: FastifyRequest): { from: Day; to: Day; currency: string | null } {
  const { from, to, currency, ...rest } = query as Readonly<Record<string, unknown>>
  const problems: Problem[] = Object.keys(rest).map((name) => ({ field: name.slice(0, 60), code: 'unknown_property' }))
  for (const [field, day] of Object.entries({ from, to })) {
    if (day === undefined) problems.push({ field, code: 'required' })
    else if (!isDay(day)) problems.push({ field, code: 'invalid_date' })
  }
  if (currency !== undefined && !currencies.values.some((each) => each === currency))
    problems.push({ field: 'currency', code: 'invalid_choice', values: { choices: currencies.values.join(', ') } })
  if (problems.length === 0 && (to as Day) < (from as Day)) problems.push({ field: 'to', code: 'before_begin' })
  else if (problems.length === 0 && daysBetween({ from: from as Day, to: to as Day }) >= daysMax)
    problems.push({ field: 'to', code: 'too_many_days', values: { days: daysMax } })
  if (problems.length > 0) throw problemsError(problems)
  return { from: from as Day, to: to as Day, currency: (currency as string | undefined) ?? null }
}

/**
 * `GET /api/statement/{affiliate|partner}/{id}?from&to&currency`: what was owed, what came and went, and what is owed.
 */
export function statementRoutes(app: FastifyInstance, context: AppContext): void {
  for (const kind of ownerKinds) {
    app.get(`/api/statement/${kind}/:id`, async (request, reply) => {
      const actor = await actorWithRoles(request, context, ['entryByAffiliate'])
      const owner = { kind, id: readId(request.params) }
      const { from, to, currency: asked } = readQuestion(request)
      // Of one moment: what is paid meanwhile would be missing on one side.
      const reading = readPrimaryAs(context.database, actor)
        .transaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
      const statement = await reading.execute(async (db) => {
        const { name, currency } = await statementOwner(db, { actor, owner, currency: asked })
        return readStatement(db, {
          actor,
          name,
          question: { owner, from, to, currency, zone: context.environment.businessTimeZone },
        })
      })
      return reply.header('cache-control', 'no-store').send(statement)
    })
  }
}
