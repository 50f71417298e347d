import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance, FastifySchema } from 'fastify'
import { selfActorKind } from '#engine/declaration/actor.ts'
import { readableFields, writableFields } from '#engine/declaration/derive/access.ts'
import { type AsSeen, describeRoute, exemplified, methodOf } from './openapi.ts'
import { ownCallsMax } from '#engine/server/rateLimit/affiliateQuota.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The document of what is open to affiliates in sessions of their own. */
    ownSwagger(): object
  }
}

/** Whom the document is for: whoever signed in with an affiliate's key. */
const own = { kind: selfActorKind, root: false, roles: new Set<never>() } as const

/** What affiliates ask without a session of their own, or to have one. */
const signingIn: ReadonlySet<string> = new Set([
  'POST /login/affiliate',
  'POST /second_step',
  'POST /refresh',
  'POST /logout',
])

const only = <Value>(map: Readonly<Record<string, Value>>, names: readonly string[]): Record<string, Value> =>
  Object.fromEntries(Object.entries(map).filter(([name]) => names.includes(name)))

/** Of a resource what affiliates read, or set, and nothing else; those they choose from have names alone. */
const asSeen: AsSeen = (resource, what) => {
  const names =
    what === 'read'
      ? readableFields({ actor: own, resource })
      : writableFields({ actor: own, resource, operation: what })
  const guarded = only(resource.effects.guarded, names)
  return {
    ...resource,
    fields: only(resource.fields, names),
    visibleWhen: only(resource.visibleWhen, names),
    effects: { ...resource.effects, guarded },
  }
}

const isOpen = (config: unknown) => (config as { affiliates?: string } | undefined)?.affiliates === 'self'

/**
 * `GET /docs/affiliate` and `GET /docs/affiliate/json`: what is open to affiliates in sessions of their own, of
 * records the fields that are, from the same declarations as everything else. Called before any route is declared.
 */
export async function registerOwnOpenapi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    decorator: 'ownSwagger',
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'For affiliates',
        version: '1',
        description:
          'Sign in with your access key (POST /login/affiliate), or send it as affiliateToken with a report. All answers are of what is yours. ' +
          `${ownCallsMax.read} reads and ${ownCallsMax.write} writes a minute; then 429, with the seconds to wait. ` +
          'Only HTTP 200 is success. Money is a number with at most 2 decimals, percentages are percent, moments are ISO 8601 in UTC.',
      },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
      security: [{ bearer: [] }],
    },
    transform(input) {
      const { config } = input.route as { config?: unknown }
      if (isOpen(config) || signingIn.has(`${methodOf(input)} ${input.url}`)) return describeRoute(input, asSeen)
      return { schema: { hide: true } as FastifySchema, url: input.url }
    },
    transformObject: exemplified,
  })
  await app.register(async (scope) => {
    await scope.register(swaggerUi, {
      routePrefix: '/docs/affiliate',
      staticCSP: false,
      logLevel: 'warn',
      transformSpecificationClone: false,
      transformSpecification: () => app.ownSwagger() as Record<string, unknown>,
    })
  })
}
