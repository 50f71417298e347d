import { hostOf, isWithin, subBrandOf } from '../ingest/record/hosts.ts'
import type { Target } from './findTarget.ts'

/**
 * Where a link leads: its domain, else its sub brand's site, else the brand's, and of these only what is on the host of
 * the brand's own site or on one
 * approved for it, or below it. Null where nothing is.
 */
export function ownAddress(target: Target): URL | null {
  const { domain, subBrands, brand } = target
  const ownHosts = [...[hostOf(brand.site) ?? []].flat(), ...target.approvedHosts]
  const candidates = [domain, subBrandOf(target, subBrands)?.site ?? null, brand.site]
  for (const candidate of candidates) {
    const host = hostOf(candidate)
    if (host === null || !isWithin(host, ownHosts)) continue
    const address = new URL(candidate!)
    if (address.protocol === 'https:' || address.protocol === 'http:') return address
  }
  return null
}

/**
 * The address with what tells the brand's site where the visit came from; what was in it stays, except for parameters
 * of the same names.
 */
export function withTracking(address: URL, target: Target, clickId: string | null): string {
  const tracked = new URL(address)
  const parameters = {
    click_id: clickId,
    utm_source: target.affiliateToken,
    utm_medium: target.utmMedium,
    utm_content: target.utmContent,
    utm_campaign: target.campaignName,
  }
  for (const [name, value] of Object.entries(parameters)) if (value) tracked.searchParams.set(name, value)
  return tracked.href
}
