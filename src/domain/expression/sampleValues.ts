import type { PartnerKeyword } from './tree.ts'

/** Amounts to try a formula with: those of domain.md's own example (vector 9). `percentage` is a fraction. */
export const sampleValues: Readonly<Record<PartnerKeyword, number>> = {
  turnover: 10_000, ggr: 1200, admin_fee: 150, ngr: 1000, value: 630, gross_value: 700, affiliate_reward: 300, abatment: 70, percentage: 0.3,
}
