import { createHash, randomUUID } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import type { AppContext } from '#engine/server/context.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { installationKey } from '../installationSecret.ts'

/** What a token is good for; one of another purpose is refused, because each is signed with a key of its own. */
export type TokenPurpose =
  | 'access_token'
  | 'refresh_token'
  | 'second_step_token'
  | 'program_token'
  | 'program_refresh_token'

const algorithm = 'HS256'

/** A token and the moment from which it is refused. */
export interface IssuedToken {
  readonly token: string
  readonly expiresAt: Date
}

/** What a token of a program is narrowed to: the one address that takes it, and what it opens there. */
export interface TokenBounds {
  readonly audience: string
  readonly scopes: readonly string[]
}

/** What a token that was signed here says. */
export interface TokenContent {
  readonly sessionId: string
  /** Null on tokens of the product's own pages. */
  readonly bounds: TokenBounds | null
  /** Seconds since 1970. */
  readonly expiresSecond: number
}

/** Signs a token for a session. Two tokens are never the same, even when issued in the same second. */
export async function issueToken(
  context: AppContext,
  {
    purpose,
    sessionId,
    expiresAt,
    bounds,
  }: { purpose: TokenPurpose; sessionId: string; expiresAt: Date; bounds?: TokenBounds | undefined },
): Promise<IssuedToken> {
  // Tokens carry whole seconds (RFC 7519): what is told to the client is what the token says.
  const expiresSecond = Math.floor(expiresAt.getTime() / 1000)
  const token = await new SignJWT({
    sid: sessionId,
    ...(bounds ? { aud: bounds.audience, scope: bounds.scopes.join(' ') } : {}),
  })
    .setProtectedHeader({ alg: algorithm, typ: 'JWT' })
    .setJti(randomUUID())
    .setIssuedAt(context.now())
    .setExpirationTime(expiresSecond)
    .sign((await keysOf(context, purpose)).key)
  return { token, expiresAt: new Date(expiresSecond * 1000) }
}

/**
 * The session a token names. Throws `unauthorized` where it is none of ours or of another purpose, `token_expired`
 * where it is ours and its
 * time is over (unless `isExpiryIgnored`). Says nothing of the session itself: whether that is still open stands in its
 * row.
 */
export async function sessionIdOfToken(
  context: AppContext,
  { token, purpose, isExpiryIgnored = false }: { token: string; purpose: TokenPurpose; isExpiryIgnored?: boolean },
): Promise<string> {
  return (await contentOfToken(context, { token, purpose, isExpiryIgnored })).sessionId
}

/** All that a token says. @throws ApiError as {@link sessionIdOfToken} does */
export async function contentOfToken(
  context: AppContext,
  { token, purpose, isExpiryIgnored = false }: { token: string; purpose: TokenPurpose; isExpiryIgnored?: boolean },
): Promise<TokenContent> {
  const content = await contentOf(context, token, purpose)
  if (!isExpiryIgnored && content.expiresSecond * 1000 <= context.now().getTime()) throw new ApiError('token_expired')
  return content
}

/** How a refresh token is kept: its sha256. It is long and random, so it needs no slow hash. */
export function refreshHash(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

/** A key, and the tokens whose signature it was found to have made. */
interface Keys {
  readonly key: CryptoKey
  /**
   * A token's signature never changes: asking once a token instead of once a request saves a third of a small request's
   * work.
   */
  readonly known: Map<string, TokenContent>
}

const knownTokensMax = 5_000
const keysOfContext = new WeakMap<AppContext, Map<TokenPurpose, Promise<Keys>>>()

function keysOf(context: AppContext, purpose: TokenPurpose): Promise<Keys> {
  let keys = keysOfContext.get(context)
  if (!keys) keysOfContext.set(context, (keys = new Map()))
  const known = keys.get(purpose)
  if (known) return known
  const making = makeKeys(context, purpose)
  keys.set(purpose, making)
  making.catch(() => keys.delete(purpose))
  return making
}

async function makeKeys(context: AppContext, purpose: TokenPurpose): Promise<Keys> {
  const bytes = await installationKey(context, purpose)
  const key = await crypto.subtle.importKey('raw', new Uint8Array(bytes), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
    'verify',
  ])
  return { key, known: new Map() }
}

async function contentOf(context: AppContext, token: string, purpose: TokenPurpose): Promise<TokenContent> {
  const { key, known } = await keysOf(context, purpose)
  const before = known.get(token)
  if (before) return before
  const content = await verifiedContent(token, key)
  if (known.size >= knownTokensMax) known.delete(known.keys().next().value!)
  known.set(token, content)
  return content
}

async function verifiedContent(token: string, key: CryptoKey): Promise<TokenContent> {
  try {
    // Expiry is judged by the caller, with the product's own clock.
    const { payload } = await jwtVerify(token, key, {
      algorithms: [algorithm],
      currentDate: new Date(0),
      requiredClaims: ['sid', 'exp'],
    })
    const bounds =
      typeof payload.aud === 'string' ? { audience: payload.aud, scopes: String(payload['scope']).split(' ') } : null
    return { sessionId: String(payload.sid), expiresSecond: payload.exp!, bounds }
  } catch (error) {
    if (error instanceof errors.JOSEError) throw new ApiError('unauthorized')
    throw error
  }
}
