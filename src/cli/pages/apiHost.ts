import type { Plugin } from 'vite'
import { apiOriginOf, installationDefaults, withInstallation } from '#engine/declaration/answers/installation.ts'

/**
 * Writes into the page where the API is, when it is not on the page's own origin.
 * @param apiHost what the operator gave as `API_HOST`
 * @throws {Error} where that is no address
 */
export function nameApiHost(apiHost: string | undefined): Plugin {
  const installation = { ...installationDefaults, apiHost: apiHost?.trim() ?? '' }
  apiOriginOf(installation)
  return { name: 'name-api-host', transformIndexHtml: (page) => withInstallation(page, installation) }
}
