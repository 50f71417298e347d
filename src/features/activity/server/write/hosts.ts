/** The host of an address, lower case, without its port and a leading `www.`; null where there is none. */
export function hostOf(address: string | null): string | null {
  return address ? hostOfUrl(URL.parse(address)) : null
}

/** {@link hostOf} of an address that was read already. */
export function hostOfUrl(url: URL | null): string | null {
  const host = url?.hostname.toLowerCase() ?? ''
  return (host.startsWith('www.') ? host.slice(4) : host) || null
}

/** Whether an address on this host stays with one of these: on the host itself or below it. */
export function isWithin(host: string, hosts: readonly string[]): boolean {
  return hosts.some((own) => host === own || host.endsWith(`.${own}`))
}

/** A sub brand as the choice between them needs it. */
export interface SubBrandSite {
  readonly id: number
  readonly site: string | null
  readonly partners: readonly number[]
}

/**
 * The sub brand a link belongs to: the one whose site is the link's domain, else the one that names the affiliate's
 * partner or, nearest first, one above
 * it; null where neither is.
 * @param link `partners`: the affiliate's partner and those above it, nearest first
 */
export function subBrandOf(
  link: { domain: string | null; partners: Iterable<number> },
  subBrands: readonly SubBrandSite[],
): SubBrandSite | null {
  if (subBrands.length === 0) return null
  const host = hostOf(link.domain)
  const bySite = host === null ? undefined : subBrands.find(({ site }) => hostOf(site) === host)
  if (bySite) return bySite
  for (const partner of link.partners) {
    const byPartner = subBrands.find(({ partners }) => partners.includes(partner))
    if (byPartner) return byPartner
  }
  return null
}
