import type { FastifyInstance } from 'fastify'
import type { AppContext } from '#engine/server/context.ts'
import { prepareNoOnesHash } from './passwords.ts'
import { ownRoutes } from './routes/ownRoutes.ts'
import { signInRoutes } from './routes/signInRoutes.ts'
import { twoStepRoutes } from './routes/twoStepRoutes.ts'
import { userSessionRoutes } from './routes/userSessionRoutes.ts'

/** Signing in and out, the second step, one's own sessions and preferences. */
export async function authRoutes(app: FastifyInstance, context: AppContext): Promise<void> {
  await prepareNoOnesHash()
  await app.register(async (scope) => {
    // The schemas of these routes document them; bodies are read with a message for each field, answers are made as
    // they go out.
    scope.setValidatorCompiler(() => () => true)
    scope.setSerializerCompiler(() => (answer) => JSON.stringify(answer))
    signInRoutes(scope, context)
    twoStepRoutes(scope, context)
    ownRoutes(scope, context)
    userSessionRoutes(scope, context)
  })
}
