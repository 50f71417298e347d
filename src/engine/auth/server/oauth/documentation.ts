import { z } from 'zod'
import type { Descriptions } from '#engine/server/openapi/description.ts'
import { oauthScopes } from '../../answers/programs.ts'

const tag = 'program'
const address = z.string().describe('an address')
const scope = z.string().describe(`any of ${oauthScopes.join(', ')}, by spaces; all where nothing is said`)
const protectedResource = z.object({
  resource: address,
  authorization_servers: z.array(address),
  scopes_supported: z.array(z.string()),
  bearer_methods_supported: z.array(z.string()),
})
const clientId = z.string().describe('as registered; it is signed, and nothing is stored')
const redirectUri = z.string().describe('https, or http on localhost with any port; to the letter as registered')
const authorization = z.object({
  response_type: z.literal('code'),
  client_id: clientId,
  redirect_uri: redirectUri.optional(),
  code_challenge: z.string(),
  code_challenge_method: z.literal('S256'),
  scope: scope.optional(),
  state: z.string().optional(),
  resource: address.optional().describe('the address of POST /mcp, where it is named'),
})
const form = 'application/x-www-form-urlencoded'

/** How programs are let in by users. Refusals of `/oauth/…` are `{error, error_description}` (RFC 6749, 5.2). */
export const programDescriptions: Descriptions = {
  'GET /.well-known/oauth-protected-resource': {
    tag,
    summary: 'Who lets programs in (RFC 9728)',
    answer: protectedResource,
    refusals: [],
    isOpen: true,
  },
  'GET /.well-known/oauth-protected-resource/mcp': {
    tag,
    summary: 'The same, at the address that a refused call names',
    answer: protectedResource,
    refusals: [],
    isOpen: true,
  },
  'GET /.well-known/oauth-authorization-server': {
    tag,
    summary: 'How programs are let in (RFC 8414)',
    answer: z.object({
      issuer: address,
      authorization_endpoint: address,
      token_endpoint: address,
      registration_endpoint: address,
      revocation_endpoint: address,
    }),
    refusals: [],
    isOpen: true,
  },
  'GET /oauth/authorize': {
    tag,
    summary: 'Leads to the page on which the user signs in and lets the program in, or declines',
    query: authorization,
    answer: null,
    refusals: [400, 401],
    isOpen: true,
  },
  'POST /oauth/register': {
    tag,
    summary: 'Registers a program (RFC 7591); answers 201',
    body: z.object({ redirect_uris: z.array(redirectUri).min(1).max(10), client_name: z.string().max(80).optional() }),
    answer: z.object({ client_id: clientId, client_name: z.string(), redirect_uris: z.array(redirectUri) }),
    refusals: [400, 429],
    isOpen: true,
  },
  'POST /oauth/token': {
    tag,
    summary:
      'Tokens for a code, once, or for a refresh token, once: using either again ends the access. Access tokens last 15 minutes',
    body: z.object({
      grant_type: z.enum(['authorization_code', 'refresh_token']),
      client_id: clientId,
      code: z.string().optional(),
      code_verifier: z.string().optional(),
      redirect_uri: redirectUri.optional(),
      refresh_token: z.string().optional(),
      resource: address.optional(),
    }),
    bodyType: form,
    answer: z.object({
      access_token: z.string(),
      token_type: z.literal('Bearer'),
      expires_in: z.int().describe('seconds'),
      refresh_token: z.string(),
      scope: z.string(),
    }),
    refusals: [400, 401, 429],
    isOpen: true,
  },
  'POST /oauth/revoke': {
    tag,
    summary: 'Ends the access of a program by either of its tokens (RFC 7009)',
    body: z.object({ client_id: clientId, token: z.string() }),
    bodyType: form,
    answer: z.object({}),
    refusals: [400, 401, 429],
    isOpen: true,
  },
  'POST /mcp': {
    tag,
    summary:
      'Model Context Protocol, streamable HTTP without sessions: one JSON-RPC message, with a token of `/oauth/token`. 401 names the metadata in `WWW-Authenticate`',
    body: z.object({
      jsonrpc: z.literal('2.0'),
      id: z.union([z.string(), z.int()]).optional(),
      method: z.string(),
      params: z.record(z.string(), z.unknown()).optional(),
    }),
    answer: z.object({ jsonrpc: z.literal('2.0'), result: z.record(z.string(), z.unknown()).optional() }),
    refusals: [400, 401, 403, 429],
  },
  'GET /api/oauth/request': {
    tag,
    summary: 'What a program asks the user for, by the query with which it led to the page of consent',
    query: authorization,
    answer: z.object({
      client: z.string().describe('as the program calls itself'),
      redirectUri: address,
      scopes: z.array(z.enum(oauthScopes)),
      declineTo: address,
    }),
    refusals: [400, 401, 403],
  },
  'POST /api/oauth/consent': {
    tag,
    summary:
      'Lets the program in: it reads with the rights of the user, until the user revokes it (`GET /api/session`)',
    body: authorization.extend({
      totp: z.string().optional().describe('the code of the authenticator, from everybody who has one'),
    }),
    answer: z.object({ goTo: address.describe("the program's address, with the code") }),
    refusals: [400, 401, 403, 422, 429],
  },
}
