import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The address under which this route is declared; the route has an earlier one. */
    currentUrl?: string
  }
}

/**
 * Serves POST routes under their former addresses as well. Called before any route is declared.
 * @param formerCalls current addresses by former ones, as routes are declared: `/api/thing/:id/refuse`
 */
export function registerFormerCalls(app: FastifyInstance, formerCalls: Readonly<Record<string, string>>): void {
  app.addHook('onRoute', function serveFormer(route) {
    if (route.method !== 'POST' || route.config?.currentUrl !== undefined) return
    for (const [former, current] of Object.entries(formerCalls)) {
      if (current !== route.url) continue
      const { path: _, ...options } = route
      this.route({ ...options, url: former, config: { ...route.config, currentUrl: current } })
    }
  })
}
