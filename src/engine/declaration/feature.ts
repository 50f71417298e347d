import type { FeatureName } from './names.ts'

/** The titles under which the page of features shows them. */
export const featureTitles = ['affiliates', 'promotion', 'money', 'control', 'connections'] as const

/** What is said of a feature beside its texts. */
export interface FeatureDefinition {
  readonly under: (typeof featureTitles)[number]
  /**
   * Calls that are written by hand, with all that begins with them; those of entities follow from `feature` of the
   * entity.
   */
  readonly calls?: readonly `/${string}`[]
}

/** Every feature, by its name. */
export type Features = Readonly<Record<string, FeatureDefinition>>

/**
 * Declares what companies can switch off: people of theirs see none of it, its calls answer `feature_off`, its jobs
 * leave the company out, and its data stays.
 * @example defineFeatures({ risk: { under: 'control', calls: ['/api/risk'] } })
 */
export const defineFeatures = <const Declared extends Features>(declared: Declared): Declared => declared

/** What can belong to a feature. */
export interface OfFeature {
  /** Where the company switched this off, it is not there for its people; without one it always is. */
  readonly feature?: FeatureName
}

/** Who looks, with what their company switched off. */
export interface FeatureReader {
  readonly switchedOff?: readonly FeatureName[]
}

/** Whether something is there for a person: it belongs to no feature, or to one that is on. */
export const isSwitchedOn = ({ switchedOff }: FeatureReader, { feature }: OfFeature): boolean =>
  feature === undefined || !switchedOff?.includes(feature)
