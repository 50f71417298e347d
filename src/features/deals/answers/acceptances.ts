/** That an affiliate accepted terms while a version of a rule held for it. */
export interface AcceptedVersion {
  /** The version of the rule, as its history names it. */
  readonly version: number
  readonly affiliate: number
  readonly name: string
  readonly terms: string
  readonly number: number
  readonly acceptedAt: string
}
