import { createHash } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import { hasUnstorableCharacters } from '#engine/values/text.ts'
import type { AppContext } from '#engine/server/context.ts'
import { installationKey } from '../installationSecret.ts'
import { OAuthError } from './oauthError.ts'

/** A program that registered itself. */
export interface OAuthClient {
  readonly id: string
  readonly name: string
  readonly redirectUris: readonly string[]
}

const nameLengthMax = 80
const redirectsMax = 10
const redirectLengthMax = 500
/** Of all addresses together: the id carries them, and goes into addresses itself. */
const allRedirectsLengthMax = 2_000
const loopbackHosts = new Set(['127.0.0.1', '[::1]', 'localhost'])

const isLoopback = (uri: URL) => uri.protocol === 'http:' && loopbackHosts.has(uri.hostname)

/** Whether a program may be answered at an address: https, or plain http on the person's own machine. */
function isRedirect(uri: unknown): uri is string {
  if (typeof uri !== 'string' || uri.length > redirectLengthMax || !/^[\x21-\x7e]+$/.test(uri) || !URL.canParse(uri))
    return false
  const parsed = new URL(uri)
  const isBare = parsed.username === '' && parsed.password === '' && !uri.includes('#')
  return isBare && (parsed.protocol === 'https:' || isLoopback(parsed))
}

/** Invisible and direction marks would let one name look like another. */
const misleading = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

function nameOf(given: unknown, redirectUri: string): string {
  if (given === undefined) return new URL(redirectUri).host
  if (typeof given !== 'string') throw new OAuthError('invalid_client_metadata', 'client_name is a text')
  const name = given.replace(misleading, '').replace(/\s+/g, ' ').trim()
  if (name === '' || name.length > nameLengthMax || hasUnstorableCharacters(name))
    throw new OAuthError('invalid_client_metadata', `client_name has 1 to ${nameLengthMax} characters`)
  return name
}

async function keyOf(context: AppContext): Promise<Uint8Array> {
  return installationKey(context, 'oauth_client')
}

/** SHA-256 of a client's id, by which a grant is bound to it. */
export const clientHash = (clientId: string): string => createHash('sha256').update(clientId).digest('base64url')

/**
 * Registers a program (RFC 7591). Its id is what it registered, signed: nothing is stored, so that registering without
 * end fills nothing.
 * @throws OAuthError `invalid_client_metadata`, `invalid_redirect_uri`
 */
export async function registerClient(context: AppContext, metadata: unknown): Promise<OAuthClient> {
  const given = (metadata ?? {}) as Record<string, unknown>
  const redirects = given['redirect_uris']
  if (!Array.isArray(redirects) || redirects.length === 0 || redirects.length > redirectsMax)
    throw new OAuthError('invalid_redirect_uri', `redirect_uris is a list of 1 to ${redirectsMax} addresses`)
  if (!redirects.every(isRedirect) || redirects.join('').length > allRedirectsLengthMax)
    throw new OAuthError('invalid_redirect_uri', 'a redirect address is https, or http on localhost, without fragment')
  const method = given['token_endpoint_auth_method'] ?? 'none'
  if (method !== 'none' && method !== 'client_secret_post' && method !== 'client_secret_basic')
    throw new OAuthError('invalid_client_metadata', 'token_endpoint_auth_method is none')
  const name = nameOf(given['client_name'], redirects[0]!)
  const id = await new SignJWT({ name, uris: redirects })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuedAt(context.now())
    .sign(await keyOf(context))
  return { id, name, redirectUris: redirects }
}

/** The program of an id. @throws OAuthError `invalid_client` where it did not register here */
export async function readClient(context: AppContext, id: unknown): Promise<OAuthClient> {
  if (typeof id !== 'string' || id === '') throw new OAuthError('invalid_client', 'client_id is missing')
  try {
    const { payload } = await jwtVerify(id, await keyOf(context), {
      algorithms: ['HS256'],
      // The product's own clock may be another; ids do not expire.
      currentDate: context.now(),
      clockTolerance: Number.MAX_SAFE_INTEGER,
    })
    return { id, name: String(payload['name']), redirectUris: payload['uris'] as string[] }
  } catch (error) {
    if (error instanceof errors.JOSEError) throw new OAuthError('invalid_client', 'no such client; register again')
    throw error
  }
}

/**
 * Whether a program may be answered at an address: one it registered, to the letter. On the person's own machine the
 * port may be another (RFC 8252, 7.3): programs take whichever is free.
 */
export function isRegistered({ redirectUris }: OAuthClient, asked: unknown): asked is string {
  if (!isRedirect(asked)) return false
  if (redirectUris.includes(asked)) return true
  const withoutPort = (uri: string) => {
    const parsed = new URL(uri)
    parsed.port = ''
    return parsed.href
  }
  return isLoopback(new URL(asked)) && redirectUris.some((uri) => withoutPort(uri) === withoutPort(asked))
}
