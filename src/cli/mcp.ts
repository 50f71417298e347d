/**
 * `npm run --silent mcp -- [--url http://127.0.0.1:3000/mcp] [--tokens FILE]`: lets a desktop assistant that speaks over
 * stdio ask a running server. `MCP_ACCESS_TOKEN` is sent where it is set; otherwise the person signs in once in a browser
 * and FILE (mode 600, `mcp-tokens.json` in `DATA_DIR` by itself) holds what the program was given.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { type OAuthClientProvider, UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'
import { readOptions } from './support/readOptions.ts'
import { runCommand, UsageError } from './support/runCommand.ts'

const signInLimitMs = 5 * 60_000

/** What the file of tokens holds, by what the SDK calls it. */
type Stored = Partial<Record<'client' | 'tokens' | 'verifier', unknown>>

/** Waits for the browser to come back with a code, on a free port of this machine. */
function awaitCode(): Promise<{ readonly redirectUrl: string; readonly code: Promise<string>; close(): void }> {
  const { promise: code, resolve, reject } = Promise.withResolvers<string>()
  const server = createServer((request, response) => {
    const query = new URL(request.url ?? '/', 'http://127.0.0.1').searchParams
    const given = query.get('code')
    response.setHeader('content-type', 'text/plain; charset=utf-8')
    response.end(given ? 'Connected. You can close this window.' : 'Not connected.')
    if (given) resolve(given)
    else reject(new UsageError('The access was declined.'))
  })
  const timer = setTimeout(() => reject(new UsageError('Nobody signed in within five minutes.')), signInLimitMs)
  const close = () => {
    clearTimeout(timer)
    server.close()
  }
  code.catch(() => {})
  return new Promise((ready) => {
    server.listen(0, '127.0.0.1', () => {
      ready({ redirectUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/back`, code, close })
    })
  })
}

function readStored(file: string): Stored {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Stored
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw error
  }
}

/** Keeps what the SDK asks to keep in the file, and shows where to sign in. */
function providerOver(file: string, redirectUrl: string): OAuthClientProvider {
  const stored: Record<string, any> = readStored(file)
  const keep = (name: keyof Stored, value: unknown) => {
    stored[name] = value
    writeFileSync(file, JSON.stringify(stored), { mode: 0o600 })
  }
  return {
    redirectUrl,
    clientMetadata: { redirect_uris: [redirectUrl], client_name: 'Desktop assistant' },
    clientInformation: () => stored['client'],
    saveClientInformation: (client) => keep('client', client),
    tokens: () => stored['tokens'],
    saveTokens: (tokens) => keep('tokens', tokens),
    saveCodeVerifier: (verifier) => keep('verifier', verifier),
    codeVerifier: () => stored['verifier'],
    redirectToAuthorization: (address) => {
      process.stderr.write(`Open this address to let the assistant in:\n${address.href}\n`)
    },
    invalidateCredentials: (what) => {
      if (what === 'all' || what === 'client') keep('client', undefined)
      if (what !== 'client') keep('tokens', undefined)
    },
  }
}

/** Passes messages on between the assistant and the server, until the assistant goes. */
async function bridge(url: URL, tokensFile: string): Promise<void> {
  const token = process.env.MCP_ACCESS_TOKEN
  const waiting = token ? null : await awaitCode()
  const server = new StreamableHTTPClientTransport(
    url,
    waiting
      ? { authProvider: providerOver(tokensFile, waiting.redirectUrl) }
      : { requestInit: { headers: { authorization: `Bearer ${token}` } } },
  )
  const assistant = new StdioServerTransport()
  let signingIn: Promise<void> | null = null
  const send = async (message: JSONRPCMessage): Promise<void> => {
    try {
      await server.send(message)
    } catch (error) {
      if (!(error instanceof UnauthorizedError) || !waiting) throw error
      // Several messages may find out at once: one sign-in is enough.
      signingIn ??= waiting.code.then((code) => server.finishAuth(code))
      await signingIn
      await server.send(message)
    }
  }
  const refuse = (message: JSONRPCMessage, error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error)
    process.stderr.write(`${reason}\n`)
    if ('id' in message && 'method' in message)
      void assistant.send({ jsonrpc: '2.0', id: message.id!, error: { code: -32_000, message: reason } })
  }
  const { promise: gone, resolve: end } = Promise.withResolvers<void>()
  assistant.onmessage = (message) => void send(message).catch((error: unknown) => refuse(message, error))
  server.onmessage = (message) => void assistant.send(message)
  assistant.onclose = end
  process.stdin.on('end', end)
  await server.start()
  await assistant.start()
  await gone
  waiting?.close()
  await server.close()
}

async function main(): Promise<void> {
  const { values } = readOptions({ options: { url: { type: 'string' }, tokens: { type: 'string' } } })
  const url = values.url ?? 'http://127.0.0.1:3000/mcp'
  if (!URL.canParse(url)) throw new UsageError(`--url ${url} is no address. It ends in /mcp.`)
  await bridge(new URL(url), values.tokens ?? join(process.env.DATA_DIR || './data', 'mcp-tokens.json'))
}

if (import.meta.main) runCommand(main)
