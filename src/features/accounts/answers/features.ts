import type { ErrorCode } from '#engine/declaration/errorCatalogue.ts'
import type { FeatureName } from '#engine/declaration/names.ts'

/** A feature of a company that cannot be switched off now. */
export interface FeatureInUse {
  readonly name: FeatureName
  /** What still counts and has to be ended first. */
  readonly code: ErrorCode
}
