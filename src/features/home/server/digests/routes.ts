import type { FastifyInstance } from 'fastify'
import { actorOf } from '#engine/auth/server/authenticate.ts'
import { openToAffiliates } from '#engine/auth/server/openToAffiliates.ts'
import { personOf } from '#engine/auth/server/personOf.ts'
import { choice } from '#engine/declaration/fields/index.ts'
import { repetition } from '#resources/choices.ts'
import { textsFor } from '#engine/export/server/texts.ts'
import type { AppContext } from '#engine/server/context.ts'
import { parseBody } from '#engine/server/http/bodies.ts'
import { escapeMarkup } from '#engine/values/markup.ts'
import { digestRepetitions, type DigestRepetition } from '../../answers/digests.ts'
import { languageOfToken, readChoice, setChoice, stopPath, stopSubscription } from './subscriptions.ts'

const fields = { repeats: choice({ ...repetition, values: digestRepetitions }) }

/** A page that asks with one button, or says that it is done. Opening it ends nothing: mail servers open links. */
function stopPage(language: string | null, isDone: boolean): string {
  const { translate, language: spoken } = textsFor(language)
  const say = (key: string) => escapeMarkup(translate(`digests.${key}`))
  const button = `<form method="post"><button>${say('stopNow')}</button></form>`
  return (
    `<!doctype html><html lang="${spoken}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
    `<title>${say('stopTitle')}</title><body style="font: 16px sans-serif; margin: 2rem">` +
    `<h1 style="font-size: 1.25rem">${say('stopTitle')}</h1>${isDone ? `<p>${say('stopped')}</p>` : button}</body></html>`
  )
}

/**
 * `GET` and `PUT /api/me/digest {repeats}`: how often one is sent a digest; `GET /digest/{token}` asks whether to end
 * it, `POST` ends it, without signing in.
 */
export function digestRoutes(app: FastifyInstance, context: AppContext): void {
  app.get('/api/me/digest', openToAffiliates, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    return readChoice(context, personOf(await actorOf(request, context)))
  })
  app.put('/api/me/digest', openToAffiliates, async (request) => {
    const person = personOf(await actorOf(request, context))
    const { repeats } = parseBody(fields, request.body)
    return setChoice(context, person, repeats as DigestRepetition | null)
  })
  void app.register(async (scope) => {
    // What a form and a mail program post says nothing: the address is all.
    const type = 'application/x-www-form-urlencoded'
    scope.addContentTypeParser(type, { parseAs: 'string', bodyLimit: 1024 }, (_request, _body, done) =>
      done(null, null),
    )
    stopRoutes(scope, context)
  })
}

function stopRoutes(app: FastifyInstance, context: AppContext): void {
  app.get<{ Params: { token: string } }>(`${stopPath}:token`, async (request, reply) => {
    const language = await languageOfToken(context, request.params.token)
    return reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(stopPage(language, false))
  })
  app.post<{ Params: { token: string } }>(`${stopPath}:token`, async (request, reply) => {
    const language = await languageOfToken(context, request.params.token)
    await stopSubscription(context, request.params.token)
    return reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(stopPage(language, true))
  })
}
