/**
 * Two ways to say where one is. Inside the pages an entity has its plain name (`/affiliate/12`), which is all
 * react-admin knows;
 * people see and share the specification's addresses (`/registers/affiliate/12`). These two functions are the only
 * translation.
 */
import { resources } from '#resources/index.ts'
import { listAddress } from '#engine/declaration/derive/address.ts'

/** Where the pages of one entity are. */
interface Place {
  readonly name: string
  readonly path: string
  /** Address of its list. */
  readonly list: string
}

const places: readonly Place[] = Object.values(resources)
  .map(({ name, path }) => ({ name, path, list: listAddress({ path }) }))
  // The longest first: `/registers/reward/profile/list` is no reward.
  .sort((one, other) => other.path.length - one.path.length)

const placeByName = new Map(places.map((place) => [place.name, place]))

/** Before a path that exists outside only, so that `/affiliate` typed by hand is a page that is not there. */
const outside = '/-'

const withoutTrailingSlash = (path: string) => (path.length > 1 ? path.replace(/\/+$/, '') || '/' : path)

const firstSegment = (path: string) => path.split('/', 2)[1] ?? ''

/** What people see for a path inside the pages; an address that is one already stays. */
export function toAddress(path: string): string {
  if (path.startsWith(`${outside}/`)) return path.slice(outside.length)
  if (path === '/') return '/home'
  const name = firstSegment(path)
  const place = placeByName.get(name)
  if (!place) return path
  const rest = withoutTrailingSlash(path.slice(name.length + 1))
  return rest === '' || rest === '/' ? place.list : `${place.path}${rest}`
}

/** The path inside the pages of an address. */
export function fromAddress(address: string): string {
  const path = withoutTrailingSlash(address)
  for (const place of places) {
    if (path === place.list) return `/${place.name}`
    if (path.startsWith(`${place.path}/`)) return `/${place.name}${path.slice(place.path.length)}`
    // `/registers/affiliate` alone is no page.
    if (path === place.path) return `${outside}${path}`
  }
  return placeByName.has(firstSegment(path)) || path === '/' ? `${outside}${path}` : path
}

/** Splits `/affiliate?page=2#top` into what is translated and what stays. */
export function splitPath(to: string): { pathname: string; rest: string } {
  const end = to.search(/[?#]/)
  return end < 0 ? { pathname: to, rest: '' } : { pathname: to.slice(0, end), rest: to.slice(end) }
}

/** Where a link leads: a path with query and hash, or their parts. */
export type Target = string | { pathname?: string; search?: string; hash?: string }

/** A link's target translated; one without a path (`?page=2`) stays where `here` (a path inside) is. */
export function targetAddress(to: Target, here: string): Target {
  if (typeof to !== 'string') return { ...to, pathname: toAddress(to.pathname || here) }
  const { pathname, rest } = splitPath(to)
  if (pathname === '') return `${toAddress(here)}${rest}`
  return pathname.startsWith('/') ? `${toAddress(pathname)}${rest}` : to
}
