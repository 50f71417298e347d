import { createHash } from 'node:crypto'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'

const verifier = 'a-secret-of-a-test-program-that-is-long-enough'
const redirectUri = 'http://127.0.0.1:7777/back'

async function json(answer: Response): Promise<any> {
  const body = await answer.json()
  if (!answer.ok) throw new Error(`${answer.url}: ${JSON.stringify(body)}`)
  return body
}

const clients = new Map<string, Promise<string>>()

/** The id of a program, registered once a server. */
function clientIdOf(origin: string): Promise<string> {
  const known = clients.get(origin)
  if (known) return known
  const made = fetch(`${origin}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ redirect_uris: [redirectUri], client_name: 'Test assistant' }),
  })
    .then(json)
    .then(({ client_id: id }) => id as string)
  clients.set(origin, made)
  return made
}

/** A token by which a program asks a running server for a user. */
export async function programTokenOf(origin: string, userToken: string, scope?: string): Promise<string> {
  const clientId = await clientIdOf(origin)
  const { goTo } = await fetch(`${origin}/api/oauth/consent`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${userToken}` },
    body: JSON.stringify({
      response_type: 'code',
      client_id: clientId,
      redirect_uri: redirectUri,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      ...(scope === undefined ? {} : { scope }),
    }),
  }).then(json)
  const { access_token: token } = await fetch(`${origin}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: clientId,
      code: new URL(goTo).searchParams.get('code')!,
      code_verifier: verifier,
      redirect_uri: redirectUri,
    }),
  }).then(json)
  return token as string
}

/** The SDK's own client, connected. */
export async function connect(origin: string, token: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' })
  const headers = { authorization: `Bearer ${token}` }
  await client.connect(new StreamableHTTPClientTransport(new URL(`${origin}/mcp`), { requestInit: { headers } }))
  return client
}

/** What a tool answered. */
export interface Told {
  readonly isError: boolean
  readonly text: string
  /** The JSON of it, without the line before. */
  readonly data: any
}

/** Calls a tool. */
export async function call(client: Client, name: string, input: object = {}): Promise<Told> {
  const answer = await client.callTool({ name, arguments: input as Record<string, unknown> })
  const text = (answer.content as { text: string }[]).map((each) => each.text).join('\n')
  const from = text.indexOf('{')
  return { isError: answer.isError === true, text, data: from < 0 ? null : JSON.parse(text.slice(from)) }
}
