import { hostOf, hostOfUrl, isWithin, subBrandOf } from '#features/activity/server/write/hosts.ts'
import type { Target } from './findTarget.ts'
import type { Route } from './routesOf.ts'

/** An address on the host of the brand's own site or on one approved for it, or below it; null where it is not. */
function addressWithin({ brand, approvedHosts }: Target, candidate: string | null): URL | null {
  const address = candidate ? URL.parse(candidate) : null
  if (address?.protocol !== 'https:' && address?.protocol !== 'http:') return null
  const host = hostOfUrl(address)
  const ownHost = candidate === brand.site ? host : hostOf(brand.site)
  const isOwn = host !== null && (isWithin(host, approvedHosts) || (ownHost !== null && isWithin(host, [ownHost])))
  return isOwn ? address : null
}

/**
 * Where a link leads: the way of its that a visitor fits, else its domain, else its sub brand's site, else the brand's,
 * and of these only what is the brand's own. Null where nothing is.
 */
export function ownAddress(target: Target, route: Pick<Route, 'domain'> | null = null): URL | null {
  const { domain, subBrands, brand } = target
  const candidates = [route?.domain ?? null, domain, subBrandOf(target, subBrands)?.site ?? null, brand.site]
  for (const candidate of candidates) {
    const address = addressWithin(target, candidate)
    if (address) return address
  }
  return null
}

/** The company's page for visitors of what is suspended; null where it has none that the brand may lead to. */
export const suspendedAddress = (target: Target): URL | null => addressWithin(target, target.suspendedPage)

/**
 * The longest path of a deep link; a longer one, and whatever is none, leads where the link leads anyway.
 */
const pathLengthMax = 1_000

/** A path of a site as people write it: one slash, then no second one, no backslash, no control character or space. */
const plainPath = /^\/(?![/\\])[^\\\s\p{C}]*$/u

/** What `//` and `\` are when they hide: encoded once or more often. */
const hidden = /%(?:25)*(?:2f|5c|0[0-9a-f]|1[0-9a-f]|7f)/i

/**
 * Where a deep link leads (`?to=/path`): a path on the site that the link leads to, and nothing else. A whole address is
 * no path, whatever it begins with; its host cannot change, because only path, query and fragment are taken.
 */
export function deepAddress(address: URL, to: unknown): URL {
  if (typeof to !== 'string' || to.length > pathLengthMax || !plainPath.test(to)) return address
  const path = to.split(/[?#]/, 1)[0]!
  if (path.includes('//') || path.includes('@') || hidden.test(path)) return address
  const deep = new URL(address)
  const asked = URL.canParse(to, address) ? new URL(to, address) : null
  if (asked === null || asked.origin !== address.origin || asked.username !== '' || asked.password !== '')
    return address
  deep.pathname = asked.pathname
  deep.hash = asked.hash
  // What the target says itself counts before what a visitor says.
  for (const [name, value] of asked.searchParams)
    if (!address.searchParams.has(name)) deep.searchParams.append(name, value)
  return deep
}

/**
 * The address with what tells the brand's site where the visit came from; what was in it stays, except for parameters
 * of the same names. Ids of the advertiser's network go along where the address has none.
 */
export function withTracking(
  address: URL,
  {
    target,
    clickId,
    advertiserIds,
  }: { target: Target; clickId: string | null; advertiserIds: Readonly<Record<string, string>> | null },
): string {
  const tracked = new URL(address)
  const parameters = {
    click_id: clickId,
    utm_source: target.affiliateToken,
    utm_medium: target.utmMedium,
    utm_content: target.utmContent,
    utm_campaign: target.campaignName,
  }
  for (const [name, value] of Object.entries(advertiserIds ?? {}))
    if (!tracked.searchParams.has(name)) tracked.searchParams.set(name, value)
  for (const [name, value] of Object.entries(parameters)) if (value) tracked.searchParams.set(name, value)
  return tracked.href
}
