/** The host of an address, lower case, without its port and a leading `www.`; null where there is none. */
export function hostOf(address: string | null): string | null {
  if (!address || !URL.canParse(address)) return null
  return new URL(address).hostname.toLowerCase().replace(/^www\./, '') || null
}
