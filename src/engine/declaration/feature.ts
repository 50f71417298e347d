import type { FeatureName } from './names.ts'

/** The groups of the features page, in its order. */
export const featureTitles = ['affiliates', 'promotion', 'money', 'control', 'connections'] as const

/** A feature that a company can switch off; its texts are in the locales. */
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

/** A declaration that may belong to a feature. */
export interface OfFeature {
  /** Hidden from users of a company that switched this feature off; without it always shown. */
  readonly feature?: FeatureName
}

/** A reader with the features that its company switched off. */
export interface FeatureReader {
  readonly switchedOff?: readonly FeatureName[]
}

/** Whether a reader sees a declaration: it belongs to no feature, or to one that is on. */
export const isSwitchedOn = ({ switchedOff }: FeatureReader, { feature }: OfFeature): boolean =>
  feature === undefined || !switchedOff?.includes(feature)
