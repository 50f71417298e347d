/** Where affiliates advertise: pages of their own, and profiles and channels elsewhere. */
export const siteKinds = [
  'website',
  'blog',
  'app',
  'socialProfile',
  'videoChannel',
  'messageChannel',
  'mailing',
  'other',
] as const

/** What an affiliate declared waits until staff decided about it, each time that it is changed. */
export const siteStates = ['waiting', 'approved', 'refused'] as const
