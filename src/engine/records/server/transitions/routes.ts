import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { resources } from '#resources/index.ts'
import { transitions } from '#resources/transitions.ts'
import { can } from '#engine/declaration/derive/access.ts'
import { integer } from '#engine/declaration/fields/index.ts'
import type { TransitionEffectName } from '#engine/declaration/names.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import type { Lifecycles, Transition } from '#engine/declaration/transition.ts'
import { actorOf } from '#engine/auth/server/authenticate.ts'
import { actorWithRoles } from '#engine/auth/server/actorWithRoles.ts'
import { inIdempotentTransaction, inStepUpTransaction, withoutStepUpCode } from '#engine/auth/server/idempotency.ts'
import { parseIdParam } from '#engine/auth/server/requestBody.ts'
import { requestOrigin } from '#engine/auth/server/requestOrigin.ts'
import type { AppContext } from '#engine/server/context.ts'
import { parseBody } from '#engine/server/http/bodies.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { currentBusinessTime } from '../change.ts'
import { selectRecord } from '../operations/read.ts'
import { type NamedTransition, runTransition } from './runTransition.ts'
import type { TransitionEffect } from './transitionEffect.ts'

/** Everything that is sent with a transition, beside the code of the authenticator. */
export const sentWith = ({ seen, input }: Transition) => ({
  ...(seen ? { version: integer({ required: true }) } : {}),
  ...input,
})

function transitionRoute(app: FastifyInstance, context: AppContext, named: NamedTransition): void {
  const { resource, lifecycle, name, transition } = named
  const { roles, proof, seen, to, money, answers } = transition
  const config = { operation: { resource: resource.name, name: 'transition', transition: name } } as const
  app.post(`/api/${resource.name}/:id/${name}`, { config }, async (request, reply) => {
    const actor = roles ? await actorWithRoles(request, context, roles) : await actorOf(request, context)
    if (!roles && !can({ actor, resource, operation: 'update' })) throw new ApiError('forbidden')
    const id = parseIdParam(request.params)
    const { version, ...input } = parseBody(sentWith(transition), withoutStepUpCode(request.body))
    if (money) await context.database.clock.requireAgreement()
    const origin = `${request.protocol}://${request.host}`
    const decide = async (db: Kysely<any>) => {
      const change = { db, actor, request: requestOrigin(request), ...currentBusinessTime(context, actor) }
      await runTransition({ ...change, context, id, to, input }, named, seen ? Number(version) : null)
      const shown = answers && (await selectRecord({ context, actor, resource, origin }, String(id), db))
      return shown ?? JSON.stringify(answers ? { id } : { [lifecycle.state]: to })
    }
    const inOneTransaction = proof === 'code' ? inStepUpTransaction : inIdempotentTransaction
    const answer = await inOneTransaction(context, { request, actor }, decide)
    return reply.type('application/json; charset=utf-8').send(answer)
  })
}

/** `POST /api/{resource}/{id}/{transition}` for every transition that is declared. */
export function transitionRoutes(
  app: FastifyInstance,
  context: AppContext,
  effects: Readonly<Record<TransitionEffectName, TransitionEffect>>,
): void {
  for (const [key, lifecycle] of Object.entries(transitions as Lifecycles))
    for (const [name, transition] of Object.entries(lifecycle.transitions)) {
      const resource = (resources as Readonly<Record<string, AnyResource>>)[key]!
      const effect = transition.effect && effects[transition.effect]
      transitionRoute(app, context, { resource, lifecycle, name, transition, effect })
    }
}
