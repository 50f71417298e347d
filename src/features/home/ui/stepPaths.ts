import type { FirstStep } from '../answers/inbox.ts'

/** Where each of the first steps is taken. */
export const stepPaths: Readonly<Record<FirstStep, string>> = {
  brand: '/brand/create',
  reward: '/reward/create',
  rewardProfile: '/rewardProfile/create',
  affiliate: '/affiliate/create',
  campaign: '/campaign/create',
  action: '/action/create',
  feed: '/registers/brand/feeds',
  close: '/management/jobs',
}
