import { visitText } from './subIds.ts'

/**
 * Ids that advertisers' networks give a visit: they go on to the target and are kept with the click, so that what comes
 * of it can be told to the network (offline conversions).
 */
export const advertiserClickIds = ['gclid', 'fbclid', 'msclkid', 'ttclid'] as const
export type AdvertiserClickId = (typeof advertiserClickIds)[number]

/** Networks lengthen them from time to time, and one that was cut is nobody's. */
const idLengthMax = 500

/** Those that a visit brought along; null where it brought none. */
export function advertiserIdsOf(
  query: Readonly<Record<string, unknown>>,
): Partial<Record<AdvertiserClickId, string>> | null {
  const found: Partial<Record<AdvertiserClickId, string>> = {}
  let hasAny = false
  for (const name of advertiserClickIds) {
    const text = visitText(query[name], idLengthMax)
    if (text === null) continue
    found[name] = text
    hasAny = true
  }
  return hasAny ? found : null
}
