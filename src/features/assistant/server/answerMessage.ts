import { z } from 'zod'
import product from '../../../../package.json' with { type: 'json' }
import { inTransaction } from '#engine/server/database/transaction.ts'
import { isObject } from '#engine/server/http/bodies.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { publicError } from '#engine/server/http/errorAnswers.ts'
import { logActivity } from '#engine/activityLog/server/activityLog.ts'
import { requestOrigin } from '#engine/auth/server/requestOrigin.ts'
import { answerText } from './answerText.ts'
import { knowledge, prompts } from './knowledge.ts'
import { questionTools } from './tools/questionTools.ts'
import { recordTools } from './tools/recordTools.ts'
import { reportTools } from './tools/reportTools.ts'
import type { Asked, Tool } from './tools/tool.ts'

const serverInfo = { name: product.name, version: product.version }
/** Characters of an input that the log keeps. */
const loggedLengthMax = 500

/** The SDK, loaded when the first program asks: offices without assistants do not hold it in memory. */
const loadSdk = async () => {
  const [{ Server }, { WebStandardStreamableHTTPServerTransport }, types] = await Promise.all([
    import('@modelcontextprotocol/sdk/server/index.js'),
    import('@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'),
    import('@modelcontextprotocol/sdk/types.js'),
  ])
  return { Server, WebStandardStreamableHTTPServerTransport, types }
}

/** Tools that a user may use through a program with these scopes. */
export function toolsFor(asked: Asked, scopes: readonly string[]): Tool[] {
  return [...recordTools(asked), ...reportTools(asked), ...questionTools(asked)].filter(({ scope }) =>
    scopes.includes(scope),
  )
}

/** Writes down what was asked and what came of it. */
async function log({ context, request, actor }: Asked, what: string, input: unknown, outcome: string): Promise<void> {
  const changes = [
    { field: 'tool', before: null, after: what.slice(0, 100) },
    { field: 'input', before: null, after: JSON.stringify(input ?? {}).slice(0, loggedLengthMax) },
    { field: 'outcome', before: null, after: outcome },
  ]
  const line = { operation: 'ask', object: 'session', objectId: actor.sessionId ?? '', changes, at: context.now() }
  await inTransaction(context.database.db, (transaction) =>
    logActivity(transaction, { actor, request: requestOrigin(request), ...line }),
  )
}

/** Does something for a program, with a line in the log whatever comes of it. @throws ApiError */
async function logged<Answer>(
  asked: Asked,
  what: string,
  input: unknown,
  work: () => Promise<Answer>,
): Promise<Answer> {
  try {
    const answer = await work()
    await log(asked, what, input, 'ok')
    return answer
  } catch (error) {
    const refusal = publicError(error)
    if (refusal.code === 'internal_error') asked.request.log.error({ err: error }, 'a question of a program failed')
    await log(asked, what, input, refusal.code)
    throw refusal
  }
}

function parseInput(tool: Tool, given: unknown): unknown {
  const parsed = tool.input().safeParse(isObject(given) ? given : {})
  if (parsed.success) return parsed.data
  const reason = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ')
  throw new ApiError('invalid_request', { values: { reason: reason.slice(0, 500) } })
}

const textOf = (text: string) => ({ content: [{ type: 'text' as const, text }] })

/** What a program hears of a refusal, in the user's language: it can correct itself. */
function refusalText({ translate }: Asked, error: ApiError): string {
  const { message, errors, code } = error.body()
  return JSON.stringify({ code, message: translate(`errors.${code}`, { ...error.values, _: message }), errors })
}

const schemaOf = (tool: Tool) => {
  const { $schema: _, ...schema } = z.toJSONSchema(tool.input(), { io: 'input' })
  return schema as { type: 'object' }
}

/**
 * Answers one message of a program (JSON-RPC over streamable HTTP, without a session of its own): each is complete in
 * itself, so that any server may answer it.
 */
export async function answerMessage(
  asked: Asked,
  scopes: readonly string[],
  message: Request,
  body: unknown,
): Promise<Response> {
  const { Server, WebStandardStreamableHTTPServerTransport, types } = await loadSdk()
  const server = new Server(serverInfo, {
    capabilities: { tools: {}, resources: {}, prompts: {} },
    instructions: asked.translate('assistant.instructions'),
  })
  server.setRequestHandler(types.ListToolsRequestSchema, () => ({
    tools: toolsFor(asked, scopes).map((tool) => ({
      name: tool.name,
      title: tool.title,
      description: tool.description,
      inputSchema: schemaOf(tool),
      annotations: { readOnlyHint: true, openWorldHint: false },
    })),
  }))
  server.setRequestHandler(types.CallToolRequestSchema, async ({ params: { name, arguments: input } }) => {
    try {
      return await logged(asked, name, input, async () => {
        const tool = toolsFor(asked, scopes).find((each) => each.name === name)
        if (!tool) throw new ApiError('not_found')
        return textOf(answerText(await tool.run(asked, parseInput(tool, input) as never), asked.translate))
      })
    } catch (error) {
      return { ...textOf(refusalText(asked, publicError(error))), isError: true }
    }
  })
  server.setRequestHandler(types.ListResourcesRequestSchema, () => ({
    resources: knowledge(asked).map(({ uri, title }) => ({ uri, name: uri, title, mimeType: 'application/json' })),
  }))
  server.setRequestHandler(types.ReadResourceRequestSchema, ({ params: { uri } }) =>
    logged(asked, uri, {}, async () => {
      const known = knowledge(asked).find((each) => each.uri === uri)
      if (!known) throw new ApiError('not_found')
      return { contents: [{ uri, mimeType: 'application/json', text: JSON.stringify(known.read()) }] }
    }),
  )
  server.setRequestHandler(types.ListPromptsRequestSchema, () => ({
    prompts: prompts(asked).map(({ name, title, description, argument }) => ({
      name,
      title,
      description,
      arguments: [{ ...argument, required: false }],
    })),
  }))
  server.setRequestHandler(types.GetPromptRequestSchema, ({ params: { name, arguments: given } }) =>
    logged(asked, name, given, async () => {
      const prompt = prompts(asked).find((each) => each.name === name)
      if (!prompt) throw new ApiError('not_found')
      const text = prompt.text(given?.[prompt.argument.name])
      return {
        description: prompt.description,
        messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }],
      }
    }),
  )
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  try {
    return await transport.handleRequest(message, { parsedBody: body })
  } finally {
    await server.close()
  }
}
