import { productTypes } from './constants.ts'
import type { ProductType } from './constants.ts'

/** What is wrong with the rewards of a profile: the product types that are named twice or are missing. */
export interface ProfileProblem {
  readonly field: 'rewards'
  readonly code: 'products_must_differ'
  readonly repeated: readonly ProductType[]
  readonly missing: readonly ProductType[]
}

/** A reward profile holds exactly four rewards, one of each product type. @returns what is wrong, or null */
export function profileProblem(rewards: readonly { readonly productType: ProductType }[]): ProfileProblem | null {
  const countOf = (type: ProductType): number => rewards.filter((reward) => reward.productType === type).length
  const repeated = productTypes.filter((type) => countOf(type) > 1)
  const missing = productTypes.filter((type) => countOf(type) === 0)
  return repeated.length + missing.length === 0
    ? null
    : { field: 'rewards', code: 'products_must_differ', repeated, missing }
}
