/** Every brand theme, and which one a host gets. */
import type { BrandTheme } from './brandTheme.ts'
import { meridian } from './meridian/theme.ts'
import { solaris } from './solaris/theme.ts'

/** In order; the first one serves every host that no theme names. */
export const brandThemes: readonly [BrandTheme, ...BrandTheme[]] = [meridian, solaris]

const isOneOf = (hosts: readonly string[] | undefined, host: string) => hosts?.includes(host.toLowerCase()) === true
const themeNaming = (host: string) =>
  brandThemes.find((theme) => isOneOf(theme.hosts, host) || isOneOf(theme.portalHosts, host))

/** Whether a theme names the host (without port). */
export const isBrandHost = (host: string): boolean => themeNaming(host) !== undefined

/** The theme of a host name (without port); the first theme where nobody names the host. */
export function themeOfHost(host: string): BrandTheme {
  return themeNaming(host) ?? brandThemes[0]
}

/** Whether a host (without port) is there for affiliates alone: it leads straight to their pages. */
export const isPortalHost = (host: string): boolean => isOneOf(themeNaming(host)?.portalHosts, host)
