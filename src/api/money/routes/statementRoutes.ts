import type { FastifyInstance, FastifyRequest } from 'fastify'
import { currency as currencies } from '../../../../resources/choices.ts'
import type { Actor } from '../../../config/actor.ts'
import type { ProvedStatement } from '../../../config/answers/statement.ts'
import type { Problem } from '../../../config/problems.ts'
import { daysBetween, type Day, isDay } from '../../../domain/calendar.ts'
import { type OwnerKind, ownerKinds } from '../../../domain/payments.ts'
import { readId } from '../../auth/requestBody.ts'
import { requestOrigin } from '../../auth/requestOrigin.ts'
import type { AppContext } from '../../context.ts'
import { readPrimaryAs } from '../../database/fence/openFence.ts'
import { problemsError } from '../../errors.ts'
import { actorWithRoles } from '../../auth/actorWithRoles.ts'
import { readStatement, statementOwner } from '../ledger/readStatement.ts'
import { proveStatement, readPayable } from '../ledger/statementProof.ts'

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

/** A statement that is asked for, and the ledger under it, of one moment. */
interface Read extends Pick<ProvedStatement, 'statement' | 'ledger'> {
  readonly actor: Actor
}

async function statementOf(request: FastifyRequest, context: AppContext, kind: OwnerKind): Promise<Read> {
  const actor = await actorWithRoles(request, context, ['entryByAffiliate'])
  const owner = { kind, id: readId(request.params) }
  const { from, to, currency: asked } = readQuestion(request)
  const zone = context.environment.businessTimeZone
  // Of one moment: what is paid meanwhile would be missing on one side.
  const reading = readPrimaryAs(context.database, actor)
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
  return reading.execute(async (db) => {
    const { name, currency } = await statementOwner(db, { actor, owner, currency: asked })
    const statement = await readStatement(db, { actor, name, question: { owner, from, to, currency, zone } })
    return { actor, statement, ledger: await readPayable(db, statement) }
  })
}

/**
 * `GET /api/statement/{affiliate|partner}/{id}?from&to&currency`: what was owed, what came and went, and what is owed;
 * `GET …/proof` issues it, and answers what the program needs that checks it offline.
 */
export function statementRoutes(app: FastifyInstance, context: AppContext): void {
  for (const kind of ownerKinds) {
    app.get(`/api/statement/${kind}/:id`, async (request, reply) => {
      const { statement } = await statementOf(request, context, kind)
      return reply.header('cache-control', 'no-store').send(statement)
    })
    app.get(`/api/statement/${kind}/:id/proof`, async (request, reply) => {
      const read = await statementOf(request, context, kind)
      const by = { request: requestOrigin(request), at: context.now() }
      const proof = await proveStatement(context.database, { ...read, ...by })
      const { statement } = read
      const name = `statement-${kind}-${statement.owner.id}-${statement.from}-${statement.to}-${statement.currency}`
      return reply
        .header('cache-control', 'no-store')
        .header('content-disposition', `attachment; filename="${name}.proof.json"`)
        .send(proof)
    })
  }
}
