import type { FastifyInstance } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import { features } from '#resources/features.ts'
import { resources } from '#resources/index.ts'
import type { Features, OfFeature } from '#engine/declaration/feature.ts'
import type { FeatureName } from '#engine/declaration/names.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'

declare module 'fastify' {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type
  interface FastifyContextConfig extends OfFeature {}
}

/** The calls of each feature, its own and those of its entities, longest path first. */
const calls: readonly (readonly [string, FeatureName])[] = [
  ...Object.entries<Features[string]>(features).flatMap(([name, feature]) =>
    (feature.calls ?? []).map((call) => [call, name as FeatureName] as const),
  ),
  ...(Object.values(resources) as unknown as AnyResource[]).flatMap(({ name, feature }) =>
    feature ? [[`/api/${name}`, feature] as const] : [],
  ),
].toSorted(([one], [other]) => other.length - one.length)

/** The feature that a route belongs to, by the longest call it begins with. */
export const featureOfRoute = (url: string): FeatureName | undefined =>
  calls.find(([call]) => url === call || url.startsWith(`${call}/`))?.[1]

/** Sets `config.feature` of every route declared afterwards. */
export function registerFeatures(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    const feature = featureOfRoute(route.config?.currentUrl ?? route.url)
    if (feature) route.config = { ...route.config, feature }
  })
}

/** SQL condition: the company of this id has a feature switched on; true where there is no company. */
export const hasFeatureSql = (company: RawBuilder<unknown>, feature: FeatureName): RawBuilder<boolean> =>
  sql`not exists (select from company switching where switching.id = ${company}
    and ${feature}::text = any (switching.switched_off))`

/** SQL condition: at least one company has a feature switched on. */
export const isAnywhereOnSql = (feature: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`exists (select from company switching where ${feature} <> all (switching.switched_off))`
