import type { FastifyRequest } from 'fastify'
import { type CityResponse, open } from 'maxmind'
import { eventLengths } from '#rules/activity/events.ts'
import type { Environment } from '#engine/server/environment.ts'

/**
 * Where a visit came from, as far as it is known: ISO 3166-1 country, state without its country, city by its Portuguese
 * name where there is one.
 */
export interface Place {
  readonly country: string | null
  readonly state: string | null
  readonly city: string | null
}

const nowhere: Place = { country: null, state: null, city: null }
/** What the content networks call country, state and city. */
const headerNames = [
  ['cf-ipcountry', 'cf-region-code', 'cf-ipcity'],
  ['cloudfront-viewer-country', 'cloudfront-viewer-country-region', 'cloudfront-viewer-city'],
  ['x-vercel-ip-country', 'x-vercel-ip-country-region', 'x-vercel-ip-city'],
] as const
/** Cloudflare's words for "unknown" and for Tor. */
const noCountry = new Set(['XX', 'T1'])

/**
 * Makes the function that tells where a request came from: by `GEOIP_DATABASE`, else by the headers of a content
 * network where `TRUST_PROXY` says there
 * is one before us, else nowhere.
 * @throws Error that names the variable where the file cannot be read
 */
export async function placeFinder({
  geoipDatabase,
  trustProxy,
}: Pick<Environment, 'geoipDatabase' | 'trustProxy'>): Promise<(request: FastifyRequest) => Place> {
  const reader =
    geoipDatabase === undefined
      ? null
      : await open<CityResponse>(geoipDatabase, { watchForUpdates: true, watchForUpdatesNonPersistent: true }).catch(
          (error: unknown) => {
            throw new Error(
              `GEOIP_DATABASE cannot be read (${error instanceof Error ? error.message : String(error)}). Name a City database in MaxMind's format, or leave it out.`,
            )
          },
        )
  return (request) => {
    const found = reader?.get(request.ip) ?? null
    if (found?.country) return placeOf(found)
    return trustProxy !== false && (request.ips?.length ?? 0) > 1 ? placeInHeaders(request) : nowhere
  }
}

function placeOf({ country, subdivisions, city }: CityResponse): Place {
  const names = city?.names
  return {
    country: country?.iso_code ?? null,
    state: subdivisions?.[0]?.iso_code ?? null,
    city: names?.['pt-BR'] ?? names?.en ?? null,
  }
}

function placeInHeaders({ headers }: FastifyRequest): Place {
  for (const [countryName, stateName, cityName] of headerNames) {
    const country = textOf(headers[countryName], 2)?.toUpperCase() ?? null
    if (country === null || !/^[A-Z]{2}$/.test(country) || noCountry.has(country)) continue
    return {
      country,
      state: textOf(headers[stateName], eventLengths.state),
      city: textOf(headers[cityName], eventLengths.city),
    }
  }
  return nowhere
}

/** A header's text, percent-encoded or in UTF-8 that was read as Latin-1; null where it is empty or no text. */
function textOf(value: string | string[] | undefined, lengthMax: number): string | null {
  if (typeof value !== 'string' || value === '') return null
  const bytes = Buffer.from(value, 'latin1').toString('utf8')
  const text = bytes.includes('�') ? value : bytes
  try {
    return decodeURIComponent(text).replaceAll('\0', '').toWellFormed().slice(0, lengthMax) || null
  } catch {
    return text.slice(0, lengthMax)
  }
}
