import type { FastifyRequest } from 'fastify'
import type { AppContext } from '#engine/server/context.ts'
import { askedOrigin, resourceOf } from './addresses.ts'
import { isRegistered, type OAuthClient, readClient } from './clients.ts'
import { OAuthError } from './oauthError.ts'
import { oauthScopes, type OAuthScope } from '../../answers/programs.ts'

/** What a program asks a user for. */
export interface AuthorizationRequest {
  readonly client: OAuthClient
  readonly redirectUri: string
  readonly state: string | undefined
  readonly scopes: readonly OAuthScope[]
  readonly resource: string
  readonly codeChallenge: string
}

type Parameters = Readonly<Record<string, unknown>>

const stateLengthMax = 2_000
const challengePattern = /^[A-Za-z0-9_-]{43}$/

/** One text of a query; absent where empty. @throws OAuthError where it is given twice */
export function textOf(parameters: Parameters, name: string): string | undefined {
  const value = parameters[name]
  if (value !== undefined && typeof value !== 'string') throw new OAuthError('invalid_request', `${name} is one text`)
  return value === '' ? undefined : value
}

/** Scopes that are asked for and known here; all of them where none is named. */
function scopesOf(parameters: Parameters): readonly OAuthScope[] {
  const asked = textOf(parameters, 'scope')?.split(' ').filter(Boolean)
  if (asked === undefined) return oauthScopes
  const known = oauthScopes.filter((scope) => asked.includes(scope))
  if (known.length === 0) throw new OAuthError('invalid_scope', `scope is any of: ${oauthScopes.join(' ')}`)
  return known
}

/** The address a token is asked for; ours where none is named. */
export function resourceAsked(parameters: Parameters, request: FastifyRequest, context: AppContext): string {
  const ours = resourceOf(request, context.environment)
  const asked = textOf(parameters, 'resource') ?? ours
  // RFC 3986: an empty path and "/" name the same, and clients add either.
  if (asked !== ours && asked !== `${ours}/`) throw new OAuthError('invalid_target', `resource is ${ours}`)
  return ours
}

/** Where a program is answered, with what it is told. */
export function answerAddress(
  { redirectUri, state }: Pick<AuthorizationRequest, 'redirectUri' | 'state'>,
  answer: Readonly<Record<string, string>>,
  issuer: string,
): string {
  const address = new URL(redirectUri)
  // The issuer tells a program that speaks to several servers whose answer it is (RFC 9207).
  const said = { ...answer, ...(state === undefined ? {} : { state }), iss: issuer }
  for (const [name, value] of Object.entries(said)) address.searchParams.set(name, value)
  return address.href
}

/** A request that is refused by telling the program, at the address it is answered at. */
export class ToldToClient extends Error {
  override name = 'ToldToClient'
  readonly address: string

  constructor(address: string, description: string) {
    super(description)
    this.address = address
  }
}

/**
 * Reads what a program asks for.
 * @throws OAuthError where the program or its address is unknown: then nothing leads there
 * @throws ToldToClient where anything else is wrong
 */
export async function parseAuthorization(
  request: FastifyRequest,
  context: AppContext,
  parameters: Parameters,
): Promise<AuthorizationRequest> {
  const client = await readClient(context, parameters['client_id'])
  const redirectUri = parameters['redirect_uri'] ?? (client.redirectUris.length === 1 ? client.redirectUris[0] : null)
  if (!isRegistered(client, redirectUri))
    throw new OAuthError('invalid_request', 'redirect_uri is none that the client registered')
  const given = parameters['state']
  const state = typeof given === 'string' && given !== '' && given.length <= stateLengthMax ? given : undefined
  try {
    if (given !== undefined && given !== state && given !== '')
      throw new OAuthError('invalid_request', `state is one text of at most ${stateLengthMax} characters`)
    if (textOf(parameters, 'response_type') !== 'code')
      throw new OAuthError('unsupported_response_type', 'response_type is code')
    const codeChallenge = textOf(parameters, 'code_challenge') ?? ''
    if (textOf(parameters, 'code_challenge_method') !== 'S256' || !challengePattern.test(codeChallenge))
      throw new OAuthError('invalid_request', 'code_challenge is needed, with code_challenge_method S256')
    const resource = resourceAsked(parameters, request, context)
    return { client, redirectUri, state, scopes: scopesOf(parameters), resource, codeChallenge }
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error
    const issuer = askedOrigin(request, context.environment)
    throw new ToldToClient(answerAddress({ redirectUri, state }, { ...error.body() }, issuer), error.message)
  }
}
